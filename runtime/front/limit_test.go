package front_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// catalogue: B6
func TestRate(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		f := newFront(t, byUser(), front.WithRate(2, time.Minute))
		ask := func(user, method string) *httptest.ResponseRecorder {
			req := call(t, "hello", "X-User", user)
			req.Method = method
			return do(f, req)
		}
		for range 2 {
			if got := ask("ada", http.MethodPost); got.Code != http.StatusOK {
				t.Errorf("status %d: %s", got.Code, got.Body)
			}
		}
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete, http.MethodOptions, "BREW"} {
			req := call(t, "hello", "X-User", "ada")
			req.Method, req.Body = method, io.NopCloser(unread{t})
			got := do(f, req)
			want := http.Header{
				"Retry-After": {"30"}, "Content-Type": {"text/plain; charset=utf-8"}, "X-Content-Type-Options": {"nosniff"},
			}
			if diff := cmp.Diff(want, got.Header()); diff != "" || got.Code != http.StatusTooManyRequests || got.Body.String() != "Too Many Requests\n" {
				t.Errorf("%s: status %d, body %q, header (-want +got):\n%s", method, got.Code, got.Body, diff)
			}
		}
		if got := ask("bob", http.MethodPost); got.Code != http.StatusOK {
			t.Errorf("bob pays for ada: status %d", got.Code)
		}
		time.Sleep(30*time.Second + 1)
		if got := ask("ada", http.MethodPost); got.Code != http.StatusOK {
			t.Errorf("after the time: status %d", got.Code)
		}
	})
}

// Requests without a valid identity spend nothing of anybody's.
func TestRateIsAskedAfterIdentification(t *testing.T) {
	f := newFront(t, front.WithVerifier(fixed(t)), front.WithResource(resource()), front.WithRate(1, time.Hour))
	for range 3 {
		if got := do(f, call(t, "hello", "Authorization", "Bearer x")); got.Code != http.StatusUnauthorized {
			t.Errorf("status %d", got.Code)
		}
	}
	if got := do(f, call(t, "hello", "Authorization", "Bearer "+adaToken)); got.Code != http.StatusOK {
		t.Errorf("status %d", got.Code)
	}
}

// Streams that wait count like calls, until they end.
//
// catalogue: X9
func TestConcurrency(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		tools := newTools()
		f := frontOf(t, tools.server(t), byUser(), front.WithSessions(0), front.WithConcurrency(3))
		session := do(f, initialize(t, "ada")).Header().Get("Mcp-Session-Id")
		var open sync.WaitGroup
		open.Go(func() { do(f, call(t, "wait", "X-User", "ada")) })
		open.Go(func() { do(f, stream(t, "ada", session)) })
		open.Go(func() { do(f, listen(t, "ada")) })
		synctest.Wait()
		got := do(f, call(t, "hello", "X-User", "ada"))
		if got.Code != http.StatusTooManyRequests || got.Header().Get("Retry-After") != "1" {
			t.Errorf("a fourth one: status %d, header %v", got.Code, got.Header())
		}
		if got := do(f, call(t, "hello", "X-User", "bob")); got.Code != http.StatusOK {
			t.Errorf("bob waits for ada: status %d", got.Code)
		}
		close(tools.leave)
		synctest.Wait()
		if got := do(f, call(t, "hello", "X-User", "ada")); got.Code != http.StatusOK {
			t.Errorf("after one ended: status %d", got.Code)
		}
		if err := f.Shutdown(t.Context()); err != nil {
			t.Error(err)
		}
		open.Wait()
	})
}

// initialize begins a session of an older revision.
func initialize(t *testing.T, user string) *http.Request {
	t.Helper()
	req := call(t, "", "X-User", user)
	req.Header.Set("Mcp-Protocol-Version", legacy)
	setBody(req, `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"`+legacy+`","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`)
	return req
}

// stream is a request for a stream that only waits.
func stream(t *testing.T, user, session string) *http.Request {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "http://127.0.0.1/mcp", nil)
	setHeaders(req, "Accept", "text/event-stream", "Mcp-Protocol-Version", legacy, "Mcp-Session-Id", session, "X-User", user)
	return req
}
