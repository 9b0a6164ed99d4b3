package runtime_test

import (
	"context"
	"net/http"
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

const cancelSeven = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`

// A request is cancelled in its own session only: others have the same ids.
func TestCancellationStaysInItsSession(t *testing.T) { // catalogue H4
	call := strings.ReplaceAll(callHold, "META", `"_meta":{}`)
	tests := map[string]struct{ owner, other string }{
		"of another caller":           {"ada", "bob"},
		"of the same caller":          {"ada", "ada"},
		"of the same caller's client": {"ada/claude", "ada/other"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			h := newHeld(t)
			handler, err := h.srv.HTTPHandler(byUser, mcprt.WithSessions(0))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = h.srv.Shutdown(context.WithoutCancel(t.Context())) }()
			hers, others := open(t, handler, test.owner), open(t, handler, test.other)
			answers := make(chan string, 2)
			ended := make(chan string, 1)
			go func() { answers <- post(t, handler, test.owner, hers, call) }()
			<-h.began
			go func() { ended <- post(t, handler, test.other, others, call) }()
			<-h.began
			for _, stray := range []struct{ user, session string }{{test.other, others}, {test.other, hers}, {test.other, ""}} {
				if stray.user == test.owner && stray.session == hers {
					continue // that is nobody else
				}
				exchange(t.Context(), handler, http.MethodPost, stray.user, stray.session, cancelSeven)
			}
			newestOf(t, handler, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7,`+meta2026+`}}`)
			<-ended // its own is cancelled: it has ended though nobody let it go
			close(h.leave)
			if got := <-answers; !strings.Contains(got, `"text":"held"`) {
				t.Errorf("answer %s", got)
			}
		})
	}
}

// So it is with two lines.
func TestCancellationStaysOnItsLine(t *testing.T) { // catalogue H4
	for revision, meta := range map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026} {
		t.Run(revision, func(t *testing.T) {
			h := newHeld(t)
			her, toHer := talk(t, h.srv, ada())
			him, _ := talk(t, h.srv, &mcprt.Caller{ID: "bob", Sections: []string{"math"}})
			for _, in := range []func(string){her, him} {
				in(handshake[revision] + strings.ReplaceAll(callHold, "META", meta))
				<-h.began
			}
			him(cancelSeven)
			him(strings.ReplaceAll(`{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{META}}`, "META", meta))
			close(h.leave)
			toHer.until(t, `"id":7,"result":{`, `"text":"held"`)
		})
	}
}
