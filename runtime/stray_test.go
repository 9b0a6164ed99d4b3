package runtime_test

import (
	"bufio"
	"context"
	"io"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// strays are messages that ask for nothing that is owed an answer, or use the id
// of the call in flight, 7.
var strays = map[string]string{
	"result for the id in flight":           `{"jsonrpc":"2.0","id":7,"result":{"content":[]}}`,
	"error for the id in flight":            `{"jsonrpc":"2.0","id":7,"error":{"code":-32603,"message":"x"}}`,
	"result for an unknown id":              `{"jsonrpc":"2.0","id":99,"result":{}}`,
	"result for the id as a string":         `{"jsonrpc":"2.0","id":"7","result":{}}`,
	"result for no id":                      `{"jsonrpc":"2.0","id":null,"result":{}}`,
	"error for no id":                       `{"jsonrpc":"2.0","id":null,"error":{"code":-32700,"message":"Parse error"}}`,
	"call as a notification":                `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"hold",META}}`,
	"call as a notification with arguments": `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"hold","arguments":{},META}}`,
	"call with a null id":                   `{"jsonrpc":"2.0","id":null,"method":"tools/call","params":{"name":"hold",META}}`,
	"call with the id in flight":            `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"hold",META}}`,
	"listing as a notification":             `{"jsonrpc":"2.0","method":"tools/list","params":{META}}`,
	"reading as a notification":             `{"jsonrpc":"2.0","method":"resources/read","params":{"uri":"calc://held",META}}`,
	"subscription as a notification":        `{"jsonrpc":"2.0","method":"subscriptions/listen","params":{"notifications":{"toolsListChanged":true},META}}`,
	"subscribing as a notification":         `{"jsonrpc":"2.0","method":"resources/subscribe","params":{"uri":"calc://held",META}}`,
	"cancellation of an unknown id":         `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":99}}`,
	"cancellation of nothing":               `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{}}`,
	"progress of an unknown token":          `{"jsonrpc":"2.0","method":"notifications/progress","params":{"progressToken":7,"progress":1}}`,
	"notification nobody knows":             `{"jsonrpc":"2.0","method":"notifications/nonsense"}`,
}

// held is a server with a tool that works until it is let go.
type held struct {
	srv   *mcprt.Server
	runs  atomic.Int32
	began chan struct{}
	leave chan struct{}
}

func newHeld(t *testing.T, opts ...mcprt.Option) *held {
	t.Helper()
	h := &held{began: make(chan struct{}, 10), leave: make(chan struct{})}
	hold := func(ctx context.Context) (string, error) {
		h.runs.Add(1)
		h.began <- struct{}{}
		select {
		case <-h.leave:
			return "held", nil
		case <-ctx.Done():
			return "", ctx.Err()
		}
	}
	h.srv = newServer(t, mcprt.NewRegistry(mcprt.Identity{Name: "calc", Version: "1.2.3"}, nil,
		[]mcprt.Row{row("hold", "math", mcprt.Text(nil, func(ctx context.Context, _ *mcprt.Call, _ *none) (string, error) { return hold(ctx) }))},
		mcprt.Resources{resourceOf("calc://held", "math", func(ctx context.Context, _ *idArgs) (string, error) { return hold(ctx) })},
	), mcprt.BySections, opts...)
	return h
}

const callHold = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"hold",META}}`

// A stray message changes nothing over a line: what is in flight is answered with
// its own result, and nothing else has run.
func TestStrayMessageOnALine(t *testing.T) { // catalogue X11
	for name, stray := range strays {
		for revision, meta := range map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026} {
			t.Run(name+" "+revision, func(t *testing.T) {
				h := newHeld(t)
				in, out := talk(t, h.srv, ada())
				in(handshake[revision] + strings.ReplaceAll(callHold, "META", meta))
				<-h.began
				in(strings.ReplaceAll(stray, "META", meta))
				in(strings.ReplaceAll(`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{META}}`, "META", meta))
				out.until(t, `"id":8,"result"`)
				close(h.leave)
				out.until(t, `"id":7,"result":{`, `"text":"held"`)
				if got := h.runs.Load(); got != 1 {
					t.Errorf("the function ran %d times", got)
				}
			})
		}
	}
}

// Nor over HTTP, in a session and without.
func TestStrayMessageOverHTTP(t *testing.T) { // catalogue X11
	for name, stray := range strays {
		for revision, meta := range map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026} {
			t.Run(name+" "+revision, func(t *testing.T) {
				h := newHeld(t)
				handler, err := h.srv.HTTPHandler(byUser, mcprt.WithSessions(0))
				if err != nil {
					t.Fatal(err)
				}
				defer func() { _ = h.srv.Shutdown(context.WithoutCancel(t.Context())) }()
				send := func(message string) string { return newestOf(t, handler, strings.ReplaceAll(message, "META", meta)) }
				if revision == "2025-11-25" {
					session := open(t, handler, "ada")
					send = func(message string) string {
						return post(t, handler, "ada", session, strings.ReplaceAll(message, "META", meta))
					}
				}
				answer, stray := make(chan string, 1), stray
				go func() { answer <- send(callHold) }()
				<-h.began
				if name == "call with the id in flight" && revision == "2026-07-28" {
					stray = cancelSeven // ids are each request's own: it would be one more call
				}
				if got := send(stray); strings.HasPrefix(got, "5") || strings.Contains(got, `"result"`) {
					t.Errorf("answer %s", got)
				}
				close(h.leave)
				if got := <-answer; !strings.Contains(got, `"id":7,"result":{`) || !strings.Contains(got, `"text":"held"`) {
					t.Errorf("answer to the call: %s", got)
				}
				if got := h.runs.Load(); got != 1 {
					t.Errorf("the function ran %d times", got)
				}
			})
		}
	}
}

// newestOf sends a message of the newest revision as ada.
func newestOf(t *testing.T, handler http.Handler, message string) string {
	t.Helper()
	as := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		req.Header.Set("X-User", "ada")
		handler.ServeHTTP(rw, req)
	})
	return string(runtimetest.HTTP(t, as, "2026-07-28", message))
}

// outgoing is what a server writes to a line.
type outgoing struct{ lines chan string }

// until reads up to the line that contains all of these.
func (a outgoing) until(t *testing.T, want ...string) {
	t.Helper()
	for line := range a.lines {
		found := true
		for _, one := range want {
			found = found && strings.Contains(line, one)
		}
		if found {
			return
		}
	}
	t.Fatalf("the line ended before %q", want)
}

// talk serves one line until the test ends.
func talk(t *testing.T, srv *mcprt.Server, caller *mcprt.Caller) (in func(string), out outgoing) {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(t.Context(), caller, toServer, fromServer) }()
	out = outgoing{make(chan string, 100)}
	go func() {
		defer close(out.lines)
		for lines := bufio.NewScanner(toClient); lines.Scan(); {
			out.lines <- lines.Text()
		}
	}()
	t.Cleanup(func() {
		_ = fromClient.Close()
		<-served
	})
	return func(message string) {
		t.Helper()
		if _, err := io.WriteString(fromClient, message+"\n"); err != nil {
			t.Fatalf("the line ended: %v", err)
		}
	}, out
}
