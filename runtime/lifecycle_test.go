package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/mask"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// contract: S3-2, S3-4, S3-5, S3-6
func TestLifecycleReasons(t *testing.T) {
	deny := func(r *mcprt.Refusal) mcprt.Option {
		return mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return r })
	}
	answer := func(result *mcp.CallToolResult) mcprt.Option {
		return mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error { return e.SetResult(result) })
	}
	none := before(func(*mcprt.BeforeCall) {})
	required := add()
	required.Name = "tool"
	tests := map[string]struct {
		row       mcprt.Row
		option    mcprt.Option
		reason    event.Reason // empty is a success
		result    bool
		exception bool
	}{
		"executed":                 {row("tool", "math", says("ok")), none, "", true, false},
		"answered":                 {row("tool", "math", says("ok")), answer(&mcp.CallToolResult{}), "", true, false},
		"answered with an error":   {row("tool", "math", says("ok")), answer(toolError("no")), event.ReasonResult, true, false},
		"tool error":               {row("tool", "math", answers(toolError("no"))), none, event.ReasonResult, true, false},
		"encoder error":            {row("tool", "math", brokenTools()["encoder error"]), none, event.ReasonResult, false, true},
		"encoder panic":            {row("tool", "math", brokenTools()["encoder panic"]), none, event.ReasonResult, false, true},
		"nil result":               {row("tool", "math", brokenTools()["nil result"]), none, event.ReasonResult, false, true},
		"error":                    {row("tool", "math", brokenTools()["error"]), none, event.ReasonExecution, false, true},
		"panic":                    {row("tool", "math", brokenTools()["panic"]), none, event.ReasonExecution, false, true},
		"goexit":                   {row("tool", "math", brokenTools()["goexit"]), none, event.ReasonExecution, false, true},
		"invalid":                  {required, none, event.ReasonValidation, false, true},
		"listener fails":           {row("tool", "math", says("ok")), mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return errHost }), event.ReasonExecution, false, true},
		"denied":                   {row("tool", "math", says("ok")), mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error { return e.Deny("no") }), event.ReasonPolicy, false, false},
		"refused":                  {row("tool", "math", says("ok")), deny(mcprt.NewRefusal("no")), event.ReasonPolicy, false, false},
		"refused for approval":     {row("tool", "math", says("ok")), deny(&mcprt.Refusal{Code: event.ReasonPolicyApproval, Text: "ask"}), event.ReasonPolicyApproval, false, false},
		"refused, a dry run":       {row("tool", "math", says("ok")), deny(&mcprt.Refusal{Code: event.ReasonPolicyDryRun, Text: "would"}), event.ReasonPolicyDryRun, false, false},
		"refused without a code":   {row("tool", "math", says("ok")), deny(&mcprt.Refusal{Text: "no", Cause: errHost}), event.ReasonPolicy, false, true},
		"refused by a host's code": {row("tool", "math", says("ok")), deny(&mcprt.Refusal{Text: "no", Code: "policy_mine"}), "policy_mine", false, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			srv := newServer(t, registry(test.row), mcprt.BySections, append(rec.Options(), test.option)...)
			runtimetest.Stdio(t, srv, ada(), "2025-11-25", runtimetest.Request("2025-11-25", "tools/call", `{"name":"tool","arguments":{"token":"s3cret"}}`))
			last := event.TypeFailed
			if test.reason == "" {
				last = event.TypeSucceeded
			}
			want := []string{mcprt.TypePrepareList, event.TypeStarted, mcprt.TypeBeforeCall, mcprt.TypeAfterCall, last}
			if diff := cmp.Diff(want, rec.Types()); diff != "" {
				t.Fatalf("(-want +got):\n%s", diff)
			}
			seen := rec.Seen()
			args := `{"token":"***"}`
			if e, ok := seen[4].Event.(event.Succeeded); ok {
				if string(e.Arguments) != args || !json.Valid(e.Result) || e.Plugin != test.row.Source || e.RequestID != int64(7) {
					t.Errorf("succeeded %+v", e)
				}
				return
			}
			e := seen[4].Event.(event.Failed)
			if e.Reason != test.reason || (e.Result != nil) != test.result || e.HasException() != test.exception ||
				string(e.Arguments) != args || e.Plugin != test.row.Source || e.RequestID != int64(7) {
				t.Errorf("failed %+v", e)
			}
			if e.IsPolicyFailure() == (test.reason[:4] != "poli") {
				t.Errorf("policy failure %t for %s", e.IsPolicyFailure(), e.Reason)
			}
		})
	}
}

// The cause of a refusal goes to the events and never to the caller.
func TestCauseOfARefusal(t *testing.T) {
	rec, log := &runtimetest.Recorder{}, &journal{}
	refusal := &mcprt.Refusal{Text: "the vault is closed", Cause: errHost}
	srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections, append(rec.Options(), log.option(),
		mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return refusal }))...)
	if text, _ := callTool(t, srv); text != "the vault is closed" {
		t.Errorf("text %q", text)
	}
	if got := rec.Failed()[0].Exception; !errors.Is(got, errHost) {
		t.Errorf("exception %v", got)
	}
}

// A refusal before the call sends one event, whatever its ground: the sinks do
// as much for a hidden name as for an absent one.
//
// contract: S0-7, S3-12
func TestRefusalsBeforeACallSendOneEvent(t *testing.T) {
	tests := map[string]struct {
		policy mcprt.Policy
		caller *mcprt.Caller
		name   string
		reason event.Reason
		plugin string
	}{
		"hidden":         {mcprt.BySections, ada(), "delete_all", event.ReasonAccessDenied, "example.com/calc.delete_all"},
		"absent":         {mcprt.BySections, ada(), "nowhere", event.ReasonInvalidTool, ""},
		"nobody":         {mcprt.BySections, nil, "add", event.ReasonAccessDenied, "example.com/calc.Add"},
		"nobody, absent": {mcprt.BySections, nil, "nowhere", event.ReasonInvalidTool, ""},
		"gate":           {failing(errHost), ada(), "add", event.ReasonAccessDenied, ""},
		"gate, absent":   {failing(errHost), ada(), "nowhere", event.ReasonAccessDenied, ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			srv := newServer(t, two(), test.policy, rec.Options()...)
			runtimetest.Stdio(t, srv, test.caller, "2025-11-25", runtimetest.Request("2025-11-25", "tools/call",
				`{"name":"`+test.name+`","arguments":{"password":"x"}}`))
			if rec.Count(event.TypeStarted)+rec.Count(event.TypeSucceeded) != 0 {
				t.Errorf("told %v", rec.Types())
			}
			failed := rec.Failed()
			if len(failed) != 1 {
				t.Fatalf("%d failed events, want 1", len(failed))
			}
			e := failed[0]
			if e.Tool != test.name || e.Plugin != test.plugin || e.Reason != test.reason ||
				string(e.Arguments) != `{"password":"***"}` || e.RequestID != int64(7) || e.Duration != 0 {
				t.Errorf("%+v", e)
			}
		})
	}
}

// What a tool does not declare is hidden whatever it is called (catalogue M5).
//
// contract: S3-3, S3-6
func TestEventArgumentsAreSanitised(t *testing.T) {
	r := row("tool", "math", says("ok"))
	r.Secrets = []string{"pin"}
	r.Input = `{"type":"object","properties":{"a":{},"pin":{},"pinned":{}}}`
	tests := map[string]struct{ tool, args, want string }{
		"default keys":       {"tool", `{"a":{"Password":"x"}}`, `{"a":{"Password":"***"}}`},
		"a secret parameter": {"tool", `{"pin":1234,"pinned":1}`, `{"pin":"***","pinned":1}`},
		"undeclared":         {"tool", `{"pinned":1,"hunter2":{"x":"hunter2"},"pinned ":2}`, `{"pinned":1,"hunter2":"***","pinned ":"***"}`},
		"declared inside":    {"tool", `{"a":{"b":1}}`, `{"a":{"b":1}}`},
		"a tool mistyped":    {"tol", `{"pin":1234}`, `{"pin":"***"}`},
		"no object":          {"tool", `[1]`, `[1]`},
		"a name twice":       {"tool", `{"pin":1,"pin":2}`, `"***"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			srv := newServer(t, registry(r), mcprt.BySections, rec.Options()...)
			runtimetest.Stdio(t, srv, ada(), "2025-11-25",
				`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"`+test.tool+`","arguments":`+test.args+`}}`)
			if len(rec.Seen()) < 2 {
				t.Fatalf("told %v", rec.Types())
			}
			for _, seen := range rec.Seen() {
				var got json.RawMessage
				switch e := seen.Event.(type) {
				case event.Started:
					got = e.Arguments
				case event.Succeeded:
					got = e.Arguments
				case event.Failed:
					got = e.Arguments
				default:
					continue
				}
				if string(got) != test.want {
					t.Errorf("%s: arguments %s, want %s", seen.Type, got, test.want)
				}
			}
		})
	}
}

func TestMaskerOfTheHost(t *testing.T) {
	rec := &runtimetest.Recorder{}
	r := row("tool", "math", says("ok"))
	r.Input = `{"type":"object","properties":{"iban":{},"password":{}}}`
	srv := newServer(t, registry(r), mcprt.BySections, append(rec.Options(), mcprt.WithMasker(mask.New("iban")))...)
	_, _ = runtimetest.Connect(t, srv, ada()).Call("tool", `{"iban":"DE1","password":"shown now"}`)
	if got := string(rec.Seen()[1].Event.(event.Started).Arguments); got != `{"iban":"***","password":"shown now"}` {
		t.Errorf("arguments %s", got)
	}
}

// contract: S3-13
func TestRequestIDKeepsItsType(t *testing.T) {
	for id, want := range map[string]any{`"7"`: "7", `7`: int64(7), `0`: int64(0), `"ä"`: "ä"} {
		rec := &runtimetest.Recorder{}
		var told any
		srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections,
			append(rec.Options(), before(func(e *mcprt.BeforeCall) { told = e.RequestID() }))...)
		runtimetest.Stdio(t, srv, ada(), "2025-11-25", `{"jsonrpc":"2.0","id":`+id+`,"method":"tools/call","params":{"name":"tool"}}`)
		if diff := cmp.Diff(want, told); diff != "" {
			t.Errorf("%s: the listener is told (-want +got):\n%s", id, diff)
		}
		if diff := cmp.Diff(want, rec.Seen()[1].Event.(event.Started).RequestID); diff != "" {
			t.Errorf("%s: the sink is told (-want +got):\n%s", id, diff)
		}
	}
}
