package runtime_test

import (
	"context"
	"net/http"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	gocmp "github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// step6 is what a caller who may see a tool reads of it when the transport or the
// token is not enough, and what is recorded.
type step6 struct {
	header    []string // Mcp-Param-Text; nil is none
	has       mcprt.HasScope
	tool      string
	http      string // status, code of the error, text
	stdio     string // text; empty: the call runs
	challenge string // its scopes; empty is none
	reason    event.Reason
	only2026  bool // older revisions mirror nothing
	outage    bool // which listeners after the call hear of
}

// Headers come before scopes, and both after the grant.
//
// catalogue: G1, contract: S0-8
func TestStepBehindTheGrant(t *testing.T) {
	aboutTheLane(t) // see deviations
	tests := map[string]step6{
		"one scope":           {tool: "needs_one", http: "403 - Error: Missing scope 'x'.", stdio: "Error: Missing scope 'x'.", challenge: "a x", reason: event.ReasonPolicyScope},
		"several scopes":      {tool: "needs", http: "403 - Error: Missing scopes 'b', 'c'.", stdio: "Error: Missing scopes 'b', 'c'.", challenge: "a b c", reason: event.ReasonPolicyScope},
		"an interactive tool": {tool: "needs_talk", http: "403 - Error: Missing scope 'b'.", stdio: "Error: Missing scope 'b'.", challenge: "b", reason: event.ReasonPolicyScope},
		"header and scope":    {tool: "needs_both", header: []string{"eu"}, http: "403 - Error: Missing scope 'b'.", stdio: "Error: Missing scope 'b'.", challenge: "b", reason: event.ReasonPolicyScope},
		"no header": {
			tool: "needs_both", http: "400 -32020 header mismatch: Mcp-Param-Text is missing", reason: event.ReasonValidation, only2026: true,
		},
		"wrong header": {
			tool: "needs_both", header: []string{"us"}, http: "400 -32020 header mismatch: Mcp-Param-Text differs from the argument", reason: event.ReasonValidation, only2026: true,
		},
		"malformed header": {
			tool: "needs_both", header: []string{"=?base64?ZXU?="}, http: "400 -32020 header mismatch: Mcp-Param-Text is not well encoded", reason: event.ReasonValidation, only2026: true,
		},
		"wrong header of a tool without scopes": {
			tool: "mirrored", header: []string{"us"}, http: "400 -32020 header mismatch: Mcp-Param-Text differs from the argument", reason: event.ReasonValidation, only2026: true,
		},
		"hidden, whatever the headers": {tool: "secret_region", http: "§200|400§ -32602 Error: Unknown tool 'secret_region'.", stdio: "Error: Unknown tool 'secret_region'.", reason: event.ReasonAccessDenied},
		"hidden, whatever the scopes":  {tool: "hidden_talk", http: "§200|400§ -32602 Error: Unknown tool 'hidden_talk'.", stdio: "Error: Unknown tool 'hidden_talk'.", reason: event.ReasonAccessDenied},
		"panicking check": {
			tool: "needs", has: func([]string, string) bool { panic("hunter2") }, http: "200 - " + gateText, stdio: gateText, reason: event.ReasonAccessDenied, outage: true,
		},
		"exiting check": {tool: "needs", has: func([]string, string) bool { runtime.Goexit(); return true }, http: "200 - " + gateText, stdio: gateText, reason: event.ReasonAccessDenied, outage: true},
	}
	for name, test := range tests {
		for _, r := range roads() {
			t.Run(name+", "+r.name, func(t *testing.T) { test.check(t, r) })
		}
	}
}

const gateText = "Error: Tool access could not be verified."

func (s step6) check(t *testing.T, r road) {
	mirrors := r.name == "http 2026-07-28"
	if s.only2026 && !mirrors {
		return
	}
	rec := &runtimetest.Recorder{}
	play := scene{messages: []string{callOf(`"name":"` + s.tool + `","arguments":{"text":"eu"},`)}, caller: full()}
	if s.header != nil && mirrors {
		play.change = func(req *http.Request) { req.Header["Mcp-Param-Text"] = s.header }
	}
	opts := append(rec.Options(), mcprt.WithScopes(mcprt.ExactScope))
	if s.has != nil {
		opts = append(opts, mcprt.WithScopes(s.has))
	}
	srv := newServer(t, registry(everyRow()...), mcprt.BySections, opts...)
	got := r.travel(t, srv, play)[0]
	if strings.HasPrefix(r.name, "stdio") {
		if got.text() != s.stdio {
			t.Errorf("got %+v, want %s", got, s.stdio)
		}
	} else {
		s.checkHTTP(t, r, got)
	}
	s.checkEvents(t, rec)
}

func (s step6) checkHTTP(t *testing.T, r road, got said) {
	t.Helper()
	want := strings.Fields(inEra(s.http, r.revision))
	code, _ := got.failure()
	if code == "" {
		code = "-"
	}
	is := []string{strconv.Itoa(got.Status), code, got.text()}
	if diff := gocmp.Diff([]string{want[0], want[1], strings.Join(want[2:], " ")}, is); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if id, _ := got.id(); id != "7" {
		t.Errorf("id %s", id)
	}
	challenge := ""
	if s.challenge != "" {
		challenge = `Bearer error="insufficient_scope", scope="` + s.challenge + `", error_description="the token lacks a scope that this operation needs"`
	}
	if got.Challenge != challenge {
		t.Errorf("challenge %s, want %s", got.Challenge, challenge)
	}
}

// inEra is a text with what differs in the two eras.
func inEra(text, revision string) string { return scene{}.text(text, revision, nil) }

// text is what a caller reads.
func (a said) text() string {
	if _, text := a.failure(); text != "" {
		return text
	}
	message, _ := a.Message.(map[string]any)
	result, _ := message["result"].(map[string]any)
	content, _ := result["content"].([]any)
	if len(content) != 1 {
		return ""
	}
	block, _ := content[0].(map[string]any)
	text, _ := block["text"].(string)
	return text
}

// checkEvents: one Failed without Started; no listener heard of a call, but for
// the failure of a decision.
func (s step6) checkEvents(t *testing.T, rec *runtimetest.Recorder) {
	t.Helper()
	failed := rec.Failed()
	if len(failed) != 1 || failed[0].Reason != s.reason {
		t.Fatalf("failures %+v, want one of %s", failed, s.reason)
	}
	want := []string{mcprt.TypePrepareList, event.TypeFailed}
	if s.outage {
		want = []string{mcprt.TypePrepareList, mcprt.TypeAfterCall, event.TypeFailed}
	}
	if diff := gocmp.Diff(want, rec.Types()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// A check that hangs is an outage when its time is over, and holds nothing up.
func TestHangingScopeCheck(t *testing.T) {
	for _, r := range roads() {
		if strings.HasPrefix(r.name, "stdio") {
			continue // bytes that wait in a pipe are not durably blocked
		}
		synctest.Test(t, func(t *testing.T) {
			release := make(chan struct{})
			srv := newServer(t, registry(everyRow()...), mcprt.BySections, mcprt.WithListenerTimeout(time.Second),
				mcprt.WithScopes(func([]string, string) bool { <-release; return true }))
			began := time.Now()
			got := r.travel(t, srv, scene{messages: []string{named("needs")}, caller: full()})[0]
			if got.text() != gateText || time.Since(began) != time.Second {
				t.Errorf("%s: %+v after %s", r.name, got, time.Since(began))
			}
			close(release)
		})
	}
}

// Hidden is absent for tools that mirror arguments, that talk and that need
// scopes, whatever the token has.
func TestHiddenIsAbsentWithHeadersAndScopes(t *testing.T) { // catalogue G1
	for _, scopes := range [][]string{nil, {"a"}, {"a", "b", "c"}} {
		caller := full()
		caller.Scopes = scopes
		srv := everyKind(t)
		for _, r := range everyRow() {
			if r.Section == "admin" {
				runtimetest.Hidden(t, srv, caller, r.Name, r.Headers...)
			}
		}
	}
}

// Hidden and absent are as much work on every road, with and without headers: the
// check of scopes, the cache and the interceptors are not asked at all.
func TestHiddenAndAbsentAreAsMuchWorkOnEveryRoad(t *testing.T) { // catalogue G2
	w := &work{}
	counted := mcprt.ToolInterceptorFunc(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		w.note("interceptor")
		return next(ctx)
	})
	srv := func(t testing.TB) *mcprt.Server {
		return newServer(t, registry(everyRow()...), func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
			w.note("policy")
			return mcprt.Grant{Sections: c.Sections}, nil
		},
			onList(func(e *mcprt.ListEvent) {
				w.note("list")
				e.OnlyFunc(func(mcprt.Row) bool { w.note("row"); return true })
			}),
			mcprt.WithScopes(func([]string, string) bool { w.note("scope"); return true }),
			mcprt.WithInterceptors(counted),
			before(func(*mcprt.BeforeCall) { w.note("before") }), after(func(*mcprt.AfterCall) { w.note("after") }),
			mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { w.note("sink"); return nil })))
	}
	for _, r := range roads() {
		for _, headers := range [][]string{nil, {"eu"}, {"=?base64?!!?="}} {
			asked := func(tool string) map[string]int {
				s := scene{messages: []string{callOf(`"name":"` + tool + `","arguments":{"text":"eu"},`)}, caller: full()}
				if strings.HasPrefix(r.name, "http") {
					s.change = func(req *http.Request) { req.Header["Mcp-Param-Text"] = headers }
				}
				r.travel(t, srv(t), s)
				return w.done()
			}
			absent := asked("nowhere")
			if absent["policy"] != 1 || absent["sink"] != 1 || absent["scope"]+absent["interceptor"]+absent["before"]+absent["after"] > 0 {
				t.Errorf("%s: asked %v", r.name, absent)
			}
			for _, hidden := range []string{"hidden", "hidden_talk", "secret_region"} {
				if diff := gocmp.Diff(absent, asked(hidden)); diff != "" {
					t.Errorf("%s, %s (-absent +hidden):\n%s", r.name, hidden, diff)
				}
			}
		}
	}
}
