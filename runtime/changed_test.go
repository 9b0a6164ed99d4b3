package runtime_test

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// Whoever a change concerns is told once, and nobody else: what bob hears first
// is the later change that concerns everybody.
func TestChangeIsToldToThoseItConcerns(t *testing.T) { // catalogue G9
	for door := range doors {
		t.Run(door, func(t *testing.T) {
			p := newTable(map[string][]string{"ada": {"math"}, "bob": {"math"}})
			h := newHouse(t, changing(t, p))
			her, too, him := h.enter(door, "ada"), h.enter(door, "ada"), h.enter(door, "bob")
			if got := her.lists(); got != "add" {
				t.Fatalf("lists %q", got)
			}
			p.set("ada", "math", "admin")
			p.questions("ada")
			p.questions("bob")
			for range 5 { // one notification
				h.srv.GrantsChanged("ada")
			}
			her.hears("tools")
			too.hears("tools")
			if ada, bob := p.questions("ada"), p.questions("bob"); ada != 1 || bob != 0 {
				t.Errorf("policy was asked %d times about ada and %d times about bob", ada, bob)
			}
			if got := her.lists(); got != "add wipe" {
				t.Errorf("lists %q", got)
			}
			eve := h.enter(door, "eve")
			p.set("eve", "admin")
			h.srv.GrantsChanged() // for eve alone something did
			eve.hears("tools")
			p.set("ada", "math", "admin", "words")
			p.set("bob", "math", "words")
			h.srv.GrantsChanged()
			for _, one := range []*ears{her, too, him} {
				one.hears("prompts")
			}
		})
	}
}

// Each kind of listing is told of by itself, templates as resources; taking away
// is a change like giving.
func TestEachListingIsToldOf(t *testing.T) { // catalogue G9
	for door := range doors {
		t.Run(door, func(t *testing.T) {
			p := newTable(map[string][]string{"ada": nil})
			h := newHouse(t, changing(t, p))
			her := h.enter(door, "ada")
			for _, step := range []struct {
				sections []string
				want     []string
			}{
				{[]string{"admin"}, []string{"tools"}},
				{[]string{"admin", "words"}, []string{"prompts"}},
				{[]string{"admin", "words", "shelf"}, []string{"resources"}},
				{[]string{"admin", "words", "drawer", "shelf"}, []string{"resources"}},
				{[]string{"words", "drawer", "shelf"}, []string{"tools"}},
				{nil, []string{"prompts", "resources"}},
				{[]string{"math"}, []string{"tools", "prompts", "resources"}},
			} {
				p.set("ada", step.sections...)
				h.srv.GrantsChanged("ada", "nobody we know")
				for _, want := range step.want {
					her.hears(want)
				}
			}
		})
	}
}

// A client that has read the new listing already is told nothing.
func TestListingThatWasReadIsNotToldOf(t *testing.T) { // catalogue G9
	for _, door := range []string{"stdio session", "stdio listen", "http session"} {
		t.Run(door, func(t *testing.T) {
			p := newTable(map[string][]string{"ada": {"math"}})
			h := newHouse(t, changing(t, p))
			her := h.enter(door, "ada")
			p.set("ada", "math", "admin")
			if got := her.lists(); got != "add wipe" {
				t.Errorf("lists %q", got)
			}
			h.srv.GrantsChanged()
			p.set("ada", "math", "admin", "words")
			h.srv.GrantsChanged()
			her.hears("prompts")
		})
	}
}

// A policy that fails shows what the caller's own sections are, as in a listing,
// and that is a change as well.
func TestChangeWhileThePolicyFails(t *testing.T) { // catalogue G9
	p := newTable(map[string][]string{"ada": {"math", "admin"}})
	h := newHouse(t, changing(t, p))
	her := h.enter("http session", "ada") // whose own section is math
	p.fail(errHost)
	h.srv.GrantsChanged()
	her.hears("tools")
	p.fail(nil)
	h.srv.GrantsChanged()
	her.hears("tools")
}

// A session without a stream is told when it opens one.
func TestSessionWithoutAStreamIsToldLater(t *testing.T) { // catalogue G9
	p := newTable(map[string][]string{"ada": {"math"}, "bob": {"math"}})
	h := newHouse(t, changing(t, p))
	session := open(t, h.web.Config.Handler, "ada")
	bob := h.enter("http session", "bob")
	p.set("ada", "admin")
	p.set("bob", "admin")
	h.srv.GrantsChanged()
	bob.hears("tools")

	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, h.web.URL, http.NoBody)
	if err != nil {
		t.Fatal(err)
	}
	for key, value := range map[string]string{"Accept": "text/event-stream", "Mcp-Session-Id": session, "Mcp-Protocol-Version": "2025-11-25", "X-User": "ada"} {
		req.Header.Set(key, value)
	}
	response, err := h.web.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = response.Body.Close() }()
	for _, want := range []string{"tools", "prompts", "resources"} {
		if got := nextEvent(t, response.Body); !strings.Contains(got, `"notifications/`+want+`/list_changed"`) {
			t.Errorf("event %q, want %s", got, want)
		}
	}
}

// nextEvent reads a stream up to the next data, a byte at a time.
func nextEvent(t *testing.T, stream io.Reader) string {
	t.Helper()
	var line []byte
	for one := make([]byte, 1); ; {
		if _, err := stream.Read(one); err != nil {
			t.Fatalf("stream: %v after %q", err, line)
		}
		if line = append(line, one...); one[0] != '\n' {
			continue
		}
		if text, ok := strings.CutPrefix(string(line), "data: "); ok {
			return text
		}
		line = nil
	}
}

// A peer that reads nothing any more keeps nobody else waiting.
func TestPeerThatStallsStarvesNobody(t *testing.T) { // catalogue G9
	p := newTable(map[string][]string{"ada": {"math"}})
	h := newHouse(t, changing(t, p))
	for i := range 20 {
		h.stall(fmt.Sprintf("stalled %d", i))
	}
	her, too := h.enter("http session", "ada"), h.enter("http listen", "ada")
	for _, sections := range [][]string{{"admin"}, {"math"}} {
		for i := range 20 {
			p.set(fmt.Sprintf("stalled %d", i), sections...)
		}
		p.set("ada", sections[0], "math")
		h.srv.GrantsChanged()
		her.hears("tools")
		too.hears("tools")
	}
}

// stall connects id over a line, and reads nothing but the first answer.
func (h *house) stall(id string) {
	h.t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- h.srv.ServeIO(h.t.Context(), &mcprt.Caller{ID: id}, toServer, fromServer) }()
	h.t.Cleanup(func() {
		_ = fromClient.Close()
		_ = toClient.Close()
		<-served
	})
	if _, err := io.WriteString(fromClient, initialize+"\n"+initialized+"\n"); err != nil {
		h.t.Fatal(err)
	}
	if _, err := bufio.NewReaderSize(toClient, 16).ReadSlice('{'); err != nil {
		h.t.Fatal(err)
	}
	go func() { // the rest of the answer, then nothing
		rest := bufio.NewReaderSize(toClient, 16)
		for {
			if line, err := rest.ReadSlice('\n'); err == nil || len(line) == 0 {
				return
			}
		}
	}()
}

// What a server does not do it does not declare, and the other way round.
func TestWhatIsDeclaredOfChanges(t *testing.T) {
	const (
		static   = `"prompts":{},"resources":{},"tools":{}`
		lists    = `"prompts":{"listChanged":true},"resources":{"listChanged":true},"tools":{"listChanged":true}`
		updates  = `"prompts":{},"resources":{"subscribe":true},"tools":{}`
		resourec = `"prompts":{"listChanged":true},"tools":{"listChanged":true}`
	)
	tests := map[string]struct {
		reg            *mcprt.Registry
		opts           []mcprt.Option
		want, noStream string
	}{
		"static":               {library(), nil, static, static},
		"lists":                {library(), []mcprt.Option{mcprt.WithListChanged()}, lists, static},
		"updates":              {library(), []mcprt.Option{mcprt.WithResourceUpdates()}, updates, static},
		"lists, no resources":  {registry(add()), []mcprt.Option{mcprt.WithListChanged()}, resourec, `"prompts":{},"tools":{}`},
		"updates of resources": {registry(add()), []mcprt.Option{mcprt.WithResourceUpdates()}, `"prompts":{},"tools":{}`, `"prompts":{},"tools":{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, test.reg, mcprt.AllSections, test.opts...)
			sessions, err := srv.HTTPHandler(byUser, mcprt.WithSessions(0))
			if err != nil {
				t.Fatal(err)
			}
			defer func() { _ = srv.Shutdown(context.WithoutCancel(t.Context())) }()
			discover := runtimetest.Request("2026-07-28", "server/discover", `{}`)
			for where, check := range map[string]struct{ got, want string }{
				"stdio session":        {string(runtimetest.Stdio(t, srv, ada(), "2026-07-28", initialize)), test.want},
				"stdio discover":       {string(runtimetest.Stdio(t, srv, ada(), "2026-07-28", discover)), test.want},
				"http session":         {exchange(t.Context(), sessions, http.MethodPost, "ada", "", initialize).Body.String(), test.want},
				"http discover":        {string(runtimetest.HTTP(t, handlerFor(t, srv, ada()), "2026-07-28", discover)), test.want},
				"http without session": {exchange(t.Context(), handlerFor(t, srv, ada()), http.MethodPost, "ada", "", initialize).Body.String(), test.noStream},
			} {
				if !strings.Contains(check.got, `"capabilities":{`+check.want+`}`) {
					t.Errorf("%s: %s, want %s", where, check.got, check.want)
				}
			}
		})
	}
}

// Without the options nothing is told, whatever is said and asked for.
func TestNothingIsToldByDefault(t *testing.T) {
	p := newTable(map[string][]string{"ada": {"math"}})
	srv := newServer(t, library(), p.policy)
	answer := runtimetest.Stdio(t, srv, ada(), "2026-07-28", runtimetest.Request("2026-07-28", "subscriptions/listen",
		`{"notifications":{"toolsListChanged":true,"promptsListChanged":true,"resourcesListChanged":true,"resourceSubscriptions":["calc://pi"]}}`))
	if !strings.Contains(string(answer), `"notifications":{}`) {
		t.Errorf("answer %s", answer)
	}
	srv.GrantsChanged()
	srv.ResourceUpdated("calc://pi")
	err := runtimetest.Connect(t, srv, ada()).Session().Subscribe(t.Context(), &mcp.SubscribeParams{URI: "calc://pi"})
	if err != nil {
		t.Errorf("listen without an agreement: %v", err)
	}
	if got := exchangeOnLine(t, srv, `{"jsonrpc":"2.0","id":7,"method":"resources/subscribe","params":{"uri":"calc://pi"}}`); !strings.Contains(got, `"code":-32601`) {
		t.Errorf("subscribe: %s", got)
	}
	if got := p.questions("ada"); got != 0 {
		t.Errorf("policy was asked %d times", got)
	}
}

// exchangeOnLine is one exchange of the older revisions over a line.
func exchangeOnLine(t *testing.T, srv *mcprt.Server, request string) string {
	t.Helper()
	return string(runtimetest.Stdio(t, srv, ada(), "2025-11-25", request))
}
