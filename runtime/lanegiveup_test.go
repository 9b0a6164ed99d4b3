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

// giving is a server at the moment before a call is granted, when cancel is run.
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

// A call that is given up while it is decided on is answered at once.
func TestCallGivenUpBeforeTheGrant(t *testing.T) { // catalogue H4
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	lines := bufio.NewScanner(out)
	answered := make(chan struct{})
	srv := giving(t, func() {
		_, _ = io.WriteString(in, cancelWaits+"\n")
		<-answered
	})
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(t.Context(), &Caller{ID: "ada"}, toServer, fromServer) }()
	_, _ = io.WriteString(in, hello+"\n")
	lines.Scan()
	_, _ = io.WriteString(in, callWaits+"\n")
	if lines.Scan(); !strings.Contains(lines.Text(), `"id":7`) {
		t.Errorf("answer %s", lines.Text())
	}
	close(answered)
	_ = in.Close()
	if err := <-served; err != nil {
		t.Error(err)
	}
}

// A call that is given up when it is granted and the SDK has not seen it yet is
// given up, and so it is answered: nobody else would tell it.
func TestCallGivenUpBetweenGrantAndSDK(t *testing.T) { // catalogue H4
	srv := giving(t, func() {})
	w := srv.newWeb(func(*http.Request) (*Caller, error) { return &Caller{ID: "ada"}, nil }, httpOptions{sessions: true, idle: defaultIdle})
	defer func() { _ = srv.Shutdown(context.WithoutCancel(t.Context())) }()
	var session string
	request := func(body string) *http.Request {
		req := benchRequest("", "", body)
		req.Header.Set(revisionHeader, "2025-11-25")
		req.Header.Set(sessionHeader, session)
		return req
	}
	send := func(body string) *httptest.ResponseRecorder {
		response := httptest.NewRecorder()
		w.ServeHTTP(response, request(body))
		return response
	}
	session = send(hello).Header().Get(sessionHeader)

	response, req := httptest.NewRecorder(), request(callWaits)
	m, err := w.intake.reader.Read([]byte(callWaits))
	if err != nil {
		t.Fatal(err)
	}
	caller := &Caller{ID: "ada"}
	open, ok := w.admit(response, req, caller)
	came := arrived{req, caller, open, context.WithoutCancel(req.Context())}
	leave, fresh := w.register(response, &came, &m)
	if !ok || !fresh {
		t.Fatal("not admitted")
	}
	defer leave()
	call, answered := w.lane(response, came, &m)
	if answered || call == nil {
		t.Fatalf("answered %t", answered)
	}
	send(cancelWaits)
	if w.pass(response, came, []byte(callWaits), call); !strings.Contains(response.Body.String(), `"id":7`) {
		t.Errorf("answer %d %s", response.Code, response.Body)
	}
}
