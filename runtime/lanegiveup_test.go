package runtime

import (
	"bufio"
	"context"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// waits is a row that the SDK carries, whose function waits until its call is
// over.
func waits() Row {
	return Row{
		Name: "waits", Section: "s", Input: `{"type":"object"}`, Interactive: true,
		Handler: Nothing(nil, func(ctx context.Context, _ *Call, _ *struct{}) error {
			<-ctx.Done()
			return ctx.Err()
		}),
	}
}

// giving is a server at the moment between the grant of a call and its hand-over to
// the SDK, when cancel is run.
func giving(t *testing.T, cancel func()) *Server {
	t.Helper()
	srv, err := NewServer(NewRegistry(Identity{Name: "x", Version: "1"}, nil, []Row{waits()}), WithSections(AllSections),
		WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	srv.lookup = func(name string) (*Row, bool) { cancel(); return srv.table.find(name) }
	return srv
}

const (
	callWaits   = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"waits"}}`
	cancelWaits = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`
	hello       = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`
)

// A call that is given up when it is granted and the SDK has not seen it yet is
// given up, and so it is answered: nobody else would tell it.
func TestCallGivenUpBetweenGrantAndSDK(t *testing.T) { // catalogue H4
	t.Run("line", func(t *testing.T) {
		toServer, in := io.Pipe()
		out, fromServer := io.Pipe()
		lines := bufio.NewScanner(out)
		granted := make(chan struct{})
		srv := giving(t, func() {
			_, _ = io.WriteString(in, cancelWaits+"\n"+`{"jsonrpc":"2.0","id":8,"method":"ping"}`+"\n")
			lines.Scan() // the ping was answered: the cancellation before it was read
			close(granted)
		})
		served := make(chan error, 1)
		go func() { served <- srv.ServeIO(t.Context(), &Caller{ID: "ada"}, toServer, fromServer) }()
		_, _ = io.WriteString(in, hello+"\n")
		lines.Scan()
		_, _ = io.WriteString(in, callWaits+"\n")
		<-granted
		if lines.Scan(); !strings.Contains(lines.Text(), `"id":7`) {
			t.Errorf("answer %s", lines.Text())
		}
		_ = in.Close()
		if err := <-served; err != nil {
			t.Error(err)
		}
	})
	t.Run("session", func(t *testing.T) {
		var handler http.Handler
		var session string
		send := func(body string) *httptest.ResponseRecorder {
			req := benchRequest("", "", body)
			req.Header.Set(revisionHeader, "2025-11-25")
			req.Header.Set(sessionHeader, session)
			response := httptest.NewRecorder()
			handler.ServeHTTP(response, req)
			return response
		}
		srv := giving(t, func() { send(cancelWaits) })
		handler, err := srv.HTTPHandler(func(*http.Request) (*Caller, error) { return &Caller{ID: "ada"}, nil }, WithSessions(0))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = srv.Shutdown(context.WithoutCancel(t.Context())) }()
		session = send(hello).Header().Get(sessionHeader)
		if got := send(callWaits); !strings.Contains(got.Body.String(), `"id":7`) {
			t.Errorf("answer %d %s", got.Code, got.Body)
		}
	})
}
