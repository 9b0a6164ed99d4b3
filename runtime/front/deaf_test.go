package front_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/front"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// deafRequests are answered with what has to be taken: a small answer is in the
// buffers of net/http, and nobody waits for its client.
func deafRequests() map[string]func(*testing.T, *serving) *http.Request {
	return map[string]func(*testing.T, *serving) *http.Request{
		"large answer": func(t *testing.T, _ *serving) *http.Request { return call(t, "large", "X-User", "ada") },
		"stream of a session": func(t *testing.T, s *serving) *http.Request {
			t.Helper()
			first := s.connect(t)
			first.send(t, initialize(t, "ada"))
			response := first.receive(t)
			rest(t, response)
			_ = first.Close()
			return stream(t, "ada", response.Header.Get("Mcp-Session-Id"))
		},
		"subscription": func(t *testing.T, _ *serving) *http.Request { return listen(t, "ada") },
	}
}

// listen is a request for a stream of the newest revision.
func listen(t *testing.T, user string) *http.Request {
	t.Helper()
	body := runtimetest.Request(newest, "subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`)
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	setHeaders(req, "Content-Type", "application/json", "Accept", "application/json, text/event-stream",
		"Mcp-Protocol-Version", newest, "Mcp-Method", "subscriptions/listen", "X-User", user)
	return req
}

// A client that does not take its answer keeps its place no longer than it may.
//
// catalogue: X9
func TestDeafClient(t *testing.T) {
	for name, request := range deafRequests() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, front.WithTimeouts(front.Timeouts{Write: 20 * time.Second}),
					front.WithConcurrency(1), front.WithSessions(0))
				other := s.connect(t)
				deaf := s.connect(t)
				deaf.send(t, request(t, s))
				synctest.Wait()
				ask := func(want int) {
					t.Helper()
					other.send(t, call(t, "hello", "X-User", "ada"))
					response := other.receive(t)
					rest(t, response)
					if response.StatusCode != want {
						t.Errorf("status %d, want %d", response.StatusCode, want)
					}
				}
				ask(http.StatusTooManyRequests)
				time.Sleep(20*time.Second + 1)
				ask(http.StatusOK)
				s.stop()
				if err := <-s.ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}

// A client that takes nothing of its answer cannot hold up the end.
func TestServeClosesWhatDoesNotEnd(t *testing.T) {
	for name, request := range deafRequests() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, front.WithTimeouts(front.Timeouts{Write: time.Hour}), front.WithSessions(0))
				deaf := s.connect(t)
				deaf.send(t, request(t, s))
				synctest.Wait()
				began := time.Now()
				s.stop()
				<-s.ended
				const limit = time.Minute + 5*time.Second // a session gets one more to end
				if took := time.Since(began); took < limit || took > limit+time.Second {
					t.Errorf("the end took %s", took)
				}
			})
		})
	}
}
