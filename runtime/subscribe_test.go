package runtime_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// subscribe subscribes and returns once an update would be told.
func (e *ears) subscribe(door, uri string) {
	e.t.Helper()
	if err := e.Subscribe(e.t.Context(), &mcp.SubscribeParams{URI: uri}); err != nil {
		e.t.Fatal(err)
	}
	if strings.HasSuffix(door, "listen") {
		<-e.acked
	}
}

// An update reaches those who subscribed to it and may still read it, and nobody
// else. What everybody hears afterwards comes first for all others.
func TestUpdateIsToldToThoseWhoMayRead(t *testing.T) {
	for door := range doors {
		t.Run(door, func(t *testing.T) {
			p := newTable(map[string][]string{"ada": {"math", "shelf"}, "bob": {"math", "shelf"}, "eve": {"math"}})
			h := newHouse(t, changing(t, p))
			her, him, her2 := h.enter(door, "ada"), h.enter(door, "bob"), h.enter(door, "ada")
			for _, one := range []*ears{her, him} {
				one.subscribe(door, "calc://key")
				one.subscribe(door, "calc://sums/7")
			}
			her2.subscribe(door, "calc://sums/7")
			p.set("bob", "math") // and nobody says so
			for range 3 {        // one notification
				h.srv.ResourceUpdated("calc://key")
			}
			her.hears("calc://key")
			h.srv.ResourceUpdated("calc://sums/8") // nobody's
			h.srv.ResourceUpdated("calc://sums/7")
			for _, one := range []*ears{her, him, her2} {
				one.hears("calc://sums/7")
			}
			p.set("bob", "math", "shelf")
			h.srv.ResourceUpdated("calc://key")
			him.hears("calc://key")
			her.hears("calc://key")
		})
	}
}

// A policy that fails leaves a subscriber untold: it may not read it either.
func TestUpdateWhileThePolicyFails(t *testing.T) {
	p := newTable(map[string][]string{"ada": {"math"}})
	h := newHouse(t, changing(t, p))
	her := h.enter("http session", "ada")
	her.subscribe("http session", "calc://pi")
	her.subscribe("http session", "calc://sums/7")
	p.fail(errHost)
	p.questions("ada")
	h.srv.ResourceUpdated("calc://pi")
	p.await(t, "ada")
	p.fail(nil)
	h.srv.ResourceUpdated("calc://sums/7")
	her.hears("calc://sums/7")
}

func TestUnsubscribedIsNotTold(t *testing.T) {
	for door := range doors {
		t.Run(door, func(t *testing.T) {
			p := newTable(map[string][]string{"ada": {"math"}})
			h := newHouse(t, changing(t, p))
			her := h.enter(door, "ada")
			her.subscribe(door, "calc://pi")
			her.subscribe("", "calc://pi") // once more changes nothing, and a listen is not made
			her.subscribe(door, "calc://sums/7")
			for _, uri := range []string{"calc://pi", "calc://pi", "calc://key", "calc://nowhere"} {
				if err := her.Unsubscribe(t.Context(), &mcp.UnsubscribeParams{URI: uri}); err != nil {
					t.Errorf("unsubscribe %s: %v", uri, err)
				}
			}
			if strings.HasSuffix(door, "session") { // elsewhere it is a cancellation, which nobody answers
				h.srv.ResourceUpdated("calc://pi")
			}
			h.srv.ResourceUpdated("calc://sums/7")
			her.hears("calc://sums/7")
		})
	}
}

// Of what a stream is to be told, that is acknowledged which its caller may read.
func TestWhatIsAcknowledged(t *testing.T) {
	all := `"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true`
	tests := map[string]struct {
		caller     *mcprt.Caller
		want, acks string
		ends       bool
	}{
		"lists":                {ada(), all, all, false},
		"readable":             {ada(), `"resourceSubscriptions":["calc://pi","calc://sums/1","calc://pi"]`, `"resourceSubscriptions":["calc://pi","calc://sums/1"]`, false},
		"some of them":         {ada(), `"resourceSubscriptions":["calc://key","calc://pi","calc://nowhere"]`, `"resourceSubscriptions":["calc://pi"]`, false},
		"hidden":               {ada(), `"resourceSubscriptions":["calc://key"]`, ``, true},
		"absent":               {ada(), `"resourceSubscriptions":["calc://nowhere"]`, ``, true},
		"hidden in a template": {ada(), `"resourceSubscriptions":["calc://safe/1"]`, ``, true},
		"template itself":      {ada(), `"resourceSubscriptions":["calc://sums/{id}"]`, ``, true},
		"too long":             {ada(), `"resourceSubscriptions":["calc://sums/` + strings.Repeat("1", 2048) + `"]`, ``, true},
		"nothing":              {ada(), ``, ``, true},
		"nobody":               {nil, all + `,"resourceSubscriptions":["calc://pi"]`, ``, true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, library(), mcprt.BySections, mcprt.WithListChanged(), mcprt.WithResourceUpdates())
			request := runtimetest.Request("2026-07-28", "subscriptions/listen", `{"notifications":{`+test.want+`}}`)
			check := func(where, got string) {
				t.Helper()
				if !strings.Contains(got, `"method":"notifications/subscriptions/acknowledged","params":{"_meta":{"io.modelcontextprotocol/subscriptionId":7},"notifications":{`+test.acks+`}}`) {
					t.Errorf("%s: %s", where, got)
				}
			}
			answer := string(runtimetest.Stdio(t, srv, test.caller, "2026-07-28", request)) // which ends the stream
			check("stdio", answer)
			if !strings.Contains(answer, `"id":7,"result":{`) || !strings.Contains(answer, `"resultType":"complete"`) {
				t.Errorf("stdio: no answer at the end: %s", answer)
			}
			if test.ends {
				check("http", string(runtimetest.HTTP(t, handlerFor(t, srv, test.caller), "2026-07-28", request)))
			}
		})
	}
}

// Hidden and absent are one answer, and the policy has as much work.
//
// contract: V-2
func TestSubscribingToWhatIsHidden(t *testing.T) { // catalogue G1, G4
	for _, fail := range []error{nil, errHost} {
		p := newTable(map[string][]string{"ada": {"math"}})
		srv := changing(t, p)
		sessions, err := srv.HTTPHandler(byUser, mcprt.WithSessions(0))
		if err != nil {
			t.Fatal(err)
		}
		defer func() { _ = srv.Shutdown(context.WithoutCancel(t.Context())) }()
		her, nobody := open(t, sessions, "ada"), open(t, sessions, "-")
		p.fail(fail)
		listen := func(uri string) string {
			return runtimetest.Request("2026-07-28", "subscriptions/listen", fmt.Sprintf(`{"notifications":{"resourceSubscriptions":[%q]}}`, uri))
		}
		request := func(method, uri string) string {
			return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{"uri":%q}}`, method, uri)
		}
		sends := map[string]func(uri string) string{
			"stdio listen": func(uri string) string { return string(runtimetest.Stdio(t, srv, ada(), "2026-07-28", listen(uri))) },
			"http listen": func(uri string) string {
				return string(runtimetest.HTTP(t, handlerFor(t, srv, ada()), "2026-07-28", listen(uri)))
			},
			"stdio subscribe":    func(uri string) string { return exchangeOnLine(t, srv, request("resources/subscribe", uri)) },
			"stdio unsubscribe":  func(uri string) string { return exchangeOnLine(t, srv, request("resources/unsubscribe", uri)) },
			"http subscribe":     func(uri string) string { return post(t, sessions, "ada", her, request("resources/subscribe", uri)) },
			"http unsubscribe":   func(uri string) string { return post(t, sessions, "ada", her, request("resources/unsubscribe", uri)) },
			"nobody subscribe":   func(uri string) string { return post(t, sessions, "-", nobody, request("resources/subscribe", uri)) },
			"nobody unsubscribe": func(uri string) string { return post(t, sessions, "-", nobody, request("resources/unsubscribe", uri)) },
		}
		for where, send := range sends {
			p.questions("ada")
			absent := strings.ReplaceAll(send("calc://nix"), "calc://nix", "calc://key")
			work := p.questions("ada")
			if diff := cmp.Diff(absent, send("calc://key")); diff != "" {
				t.Errorf("%s, policy %v (-absent +hidden):\n%s", where, fail, diff)
			}
			if got := p.questions("ada"); got != work {
				t.Errorf("%s, policy %v: asked %d times, want %d", where, fail, got, work)
			}
			want := map[string]string{
				"listen": `"notifications":{}`, "subscribe": `"code":-32602,"message":"Resource not found"`, "unsubscribe": `"result":{}`,
			}[where[strings.Index(where, " ")+1:]]
			if outage := fail != nil && !strings.HasPrefix(where, "nobody") && !strings.HasSuffix(where, "unsubscribe"); outage {
				want = `"code":-32603,"message":"Error: Resource access could not be verified."`
			}
			if !strings.Contains(absent, want) {
				t.Errorf("%s, policy %v: %s, want %s", where, fail, absent, want)
			}
		}
	}
}

func post(t *testing.T, handler http.Handler, user, session, body string) string {
	t.Helper()
	return whole(exchange(t.Context(), handler, http.MethodPost, user, session, body))
}
