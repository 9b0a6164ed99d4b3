package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

type interception = mcprt.ToolInterceptorFunc

// What a caller reads, and what is recorded, of a call whose interceptor did this.
//
// contract: S1-3, S1-5, S1-6, S1-48
func TestInterceptorsDecide(t *testing.T) {
	instead := func(result *mcp.CallToolResult, err error) interception { return (&trail{}).instead("", result, err) }
	refusal := mcprt.NewRefusal("not today")
	tests := map[string]struct {
		intercept interception
		text      string
		isError   bool
		outcome   mcprt.Outcome // empty: no after-event
		reason    event.Reason  // empty: a success
	}{
		"nothing":         {(&trail{}).around(""), "ran", false, mcprt.OutcomeExecuted, ""},
		"answer":          {instead(textual("mine"), nil), "mine", false, "", ""},
		"tool error":      {instead(toolError("mine"), nil), "mine", true, "", event.ReasonResult},
		"refusal":         {instead(nil, refusal), "not today", true, "", event.ReasonPolicy},
		"wrapped refusal": {instead(nil, fmt.Errorf("audit: %w", refusal)), "not today", true, "", event.ReasonPolicy},
		"refusal's code": {
			instead(nil, &mcprt.Refusal{Code: event.ReasonPolicyApproval, Text: "ask first", Cause: errHost}), "ask first", true, "",
			event.ReasonPolicyApproval,
		},
		"blank refusal": {instead(nil, mcprt.NewRefusal(" ")), internalText, true, "", event.ReasonExecution},
		"nil refusal":   {instead(nil, (*mcprt.Refusal)(nil)), internalText, true, "", event.ReasonExecution},
		"error":         {instead(nil, errHost), internalText, true, "", event.ReasonExecution},
		"nil result":    {instead(nil, nil), internalText, true, "", event.ReasonExecution},
		"bad result":    {instead(&mcp.CallToolResult{StructuredContent: badJSON{}}, nil), internalText, true, "", event.ReasonExecution},
		"panicking JSON": {
			instead(&mcp.CallToolResult{StructuredContent: badJSON{panics: true}}, nil), internalText, true, "", event.ReasonExecution,
		},
		"panic":     {func(context.Context, *mcprt.Call, mcprt.Next) (*mcp.CallToolResult, error) { panic("hunter2") }, internalText, true, "", event.ReasonExecution},
		"bad error": {instead(nil, &badError{}), internalText, true, "", event.ReasonExecution},
		"goexit": {
			func(context.Context, *mcprt.Call, mcprt.Next) (*mcp.CallToolResult, error) {
				runtime.Goexit()
				return nil, nil
			},
			internalText, true, "", event.ReasonExecution,
		},
		"panic after the tool": {func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
			_, _ = next(ctx)
			panic("hunter2")
		}, internalText, true, mcprt.OutcomeFailed, event.ReasonExecution},
		"result written to": {func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
			result, err := next(ctx)
			result.Content[0].(*mcp.TextContent).Text = "written to"
			return result, err
		}, "written to", false, mcprt.OutcomeExecuted, ""},
		"result thrown away": {func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
			_, _ = next(ctx)
			return nil, refusal
		}, "not today", true, mcprt.OutcomeDenied, event.ReasonPolicy},
		"cancelled on the way": {func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
			ctx, cancel := context.WithCancel(ctx)
			cancel()
			return next(ctx)
		}, internalText, true, mcprt.OutcomeCancelled, event.ReasonExecution},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			recorder := &runtimetest.Recorder{}
			tool := row("tool", "math", says("ran"))
			srv := newServer(t, registry(tool), mcprt.BySections, append(recorder.Options(), mcprt.WithInterceptors(test.intercept))...)
			text, isError := callTool(t, srv)
			if text != test.text || isError != test.isError {
				t.Errorf("got %q, error %t; want %q, %t", text, isError, test.text, test.isError)
			}
			outcome := mcprt.Outcome("")
			for _, e := range recorder.After() {
				outcome = e.Outcome()
			}
			reason := event.Reason("")
			for _, e := range recorder.Failed() {
				reason = e.Reason
			}
			if outcome != test.outcome || reason != test.reason {
				t.Errorf("recorded %q, %q; want %q, %q", outcome, reason, test.outcome, test.reason)
			}
		})
	}
}

// An interceptor that passes on what next returned, wrapped or not, changes
// nothing, and what a tool hides stays hidden.
//
// contract: S1-5, S1-6, S1-48
func TestWhatNextReturnsKeepsItsMeaning(t *testing.T) {
	fails := func(err error) mcprt.Handler { return does(func(context.Context, *mcprt.Call) error { return err }) }
	shown := row("tool", "math", fails(mcprt.NewRefusal("too late")))
	shown.ShowRefusals = true
	wrong := add()
	wrong.Name = "tool"
	tests := map[string]struct {
		tool  mcprt.Row
		text  string
		class mcprt.Class
		opts  []mcprt.Option
	}{
		"result":               {row("tool", "math", says("ran")), "ran", mcprt.ClassSuccess, nil},
		"tool error":           {row("tool", "math", answers(toolError("broken"))), "broken", mcprt.ClassError, nil},
		"failure":              {row("tool", "math", fails(errHost)), internalText, mcprt.ClassError, nil},
		"refusal not shown":    {row("tool", "math", fails(mcprt.NewRefusal("hunter2"))), internalText, mcprt.ClassError, nil},
		"refusal shown":        {shown, "too late", mcprt.ClassRejected, nil},
		"wrong arguments":      {wrong, "Error: Missing required argument 'a'.\nError: Missing required argument 'b'.", mcprt.ClassError, nil},
		"denied by a listener": {row("tool", "math", says("ran")), "no", mcprt.ClassRejected, []mcprt.Option{before(func(e *mcprt.BeforeCall) { _ = e.Deny("no") })}},
		"answered":             {row("tool", "math", says("ran")), "hi", mcprt.ClassSuccess, []mcprt.Option{before(func(e *mcprt.BeforeCall) { e.SetText("hi") })}},
		"panic":                {row("tool", "math", does(func(context.Context, *mcprt.Call) error { panic("hunter2") })), internalText, mcprt.ClassError, nil},
	}
	for name, test := range tests {
		for _, wrapped := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s, wrapped %t", name, wrapped), func(t *testing.T) {
				var inside, after mcprt.Class
				pass := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
					result, err := next(ctx)
					inside = mcprt.Classify(result, err)
					if err != nil && wrapped {
						err = fmt.Errorf("traced: %w", err)
					}
					return result, err
				})
				opts := append([]mcprt.Option{mcprt.WithInterceptors(pass)}, test.opts...)
				opts = append(opts, mcprt.OnAfterCall(func(_ context.Context, e *mcprt.AfterCall) error { after = e.Class(); return nil }))
				text, _ := callTool(t, newServer(t, registry(test.tool), mcprt.BySections, opts...))
				if text != test.text || inside != test.class || after != test.class {
					t.Errorf("got %q, class %s and %s; want %q, %s", text, inside, after, test.text, test.class)
				}
			})
		}
	}
}

// Every path to a row leads through the chain, and nothing else does.
//
// contract: S1-1, S1-7, S1-10, R-1
func TestInterceptorsWrapEveryRow(t *testing.T) {
	seen := &trail{}
	note := interception(func(ctx context.Context, call *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		seen.note(call.Name())
		return next(ctx)
	})
	generated := registry(row("structured", "math", mcprt.Structured(nil, func(context.Context, *mcprt.Call, *none) (int, error) { return 1, nil }, encodeSum)),
		row("contents", "math", contents()))
	byHand := registry(row("text", "math", says("x")), row("nothing", "math", does(func(context.Context, *mcprt.Call) error { return nil })))
	bridged := registry(row("result", "math", answers(textual("x"))))
	srv := newServer(t, mcprt.Merge(generated, byHand, bridged), mcprt.BySections, mcprt.WithInterceptors(note))
	client := runtimetest.Connect(t, srv, ada())
	names := client.List()
	for _, name := range names {
		if result, err := client.Call(name, `{}`); err != nil || result.IsError {
			t.Errorf("%s: %v, %v", name, result, err)
		}
	}
	_ = client.Session().Ping(t.Context(), nil)
	_, _ = client.Session().ListPrompts(t.Context(), nil)
	if diff := cmp.Diff(strings.Join(names, " "), seen.take()); diff != "" || len(names) != 5 {
		t.Errorf("%v (-want +got):\n%s", names, diff)
	}
}

// contract: S1-2, S1-7
func TestInterceptorsSeeTheCall(t *testing.T) {
	var got []string
	look := interception(func(ctx context.Context, call *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		args := call.Arguments()
		got = []string{call.Name(), string(args), call.Caller().ID, call.Caller().Client, call.Client().Name, call.Session()}
		args[0] = 'x' // it is a copy
		return next(ctx)
	})
	caller := ada()
	caller.Client = "claude"
	client := runtimetest.Connect(t, newServer(t, registry(add()), mcprt.BySections, mcprt.WithInterceptors(look)), caller)
	result, err := client.Call("add", `{"a":1,"b":2}`)
	if err != nil || result.IsError {
		t.Fatalf("%v, %v", result, err)
	}
	if diff := cmp.Diff([]string{"add", `{"a":1,"b":2}`, "ada", "claude", "runtimetest", ""}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A result that interceptors handed on has the shape of its revision, and large
// numbers are not rounded on the way.
func TestInterceptedResultsHaveTheirShape(t *testing.T) {
	const large = `{"result":9007199254740993}`
	tools := map[string]mcprt.Row{
		"from the tool": row("tool", "math", answers(&mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: json.RawMessage(large)})),
	}
	opts := map[string][]mcprt.Option{
		"no interceptor": nil,
		"passed on":      {mcprt.WithInterceptors((&trail{}).around(""))},
		"made":           {mcprt.WithInterceptors((&trail{}).instead("", &mcp.CallToolResult{StructuredContent: json.RawMessage(large)}, nil))},
		"by a listener": {before(func(e *mcprt.BeforeCall) {
			_ = e.SetResult(&mcp.CallToolResult{StructuredContent: json.RawMessage(large)})
		})},
	}
	for name, tool := range tools {
		for how, opts := range opts {
			for _, revision := range runtimetest.Revisions() {
				srv := newServer(t, registry(tool), mcprt.BySections, opts...)
				answer := string(runtimetest.Stdio(t, srv, ada(), revision, runtimetest.Request(revision, "tools/call", `{"name":"tool"}`)))
				want := 0
				if revision == "2026-07-28" {
					want = 1
				}
				if strings.Count(answer, `"resultType":"complete"`) != want || !strings.Contains(answer, large) || !strings.Contains(answer, `"content":[]`) {
					t.Errorf("%s, %s, %s: %s", name, how, revision, answer)
				}
			}
		}
	}
}

// next after the end does nothing; next on another goroutine is waited for, and
// two at once run one after the other.
func TestNextOutOfPlace(t *testing.T) {
	seen := &trail{}
	var kept mcprt.Next
	leak := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		kept = next
		var both sync.WaitGroup
		both.Go(func() { _, _ = next(ctx) })
		both.Go(func() { _, _ = next(ctx) })
		both.Wait()
		return textual("mine"), nil
	})
	srv := newServer(t, registry(row("tool", "math", does(func(context.Context, *mcprt.Call) error {
		seen.note("in")
		seen.note("out")
		return nil
	}))), mcprt.BySections, mcprt.WithInterceptors(leak))
	if text, _ := callTool(t, srv); text != "mine" {
		t.Errorf("text %q", text)
	}
	if _, err := kept(t.Context()); err == nil {
		t.Error("a late next has no error")
	}
	if diff := cmp.Diff("in out in out", seen.take()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// catalogue H5: a timeout answers whoever holds the call.
func TestTimeoutIsAnsweredThroughInterceptors(t *testing.T) {
	tool := row("tool", "math", says("ran"))
	tool.Timeout = 10 * time.Millisecond
	leave := make(chan struct{})
	recorder := &runtimetest.Recorder{}
	hang := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		result, err := next(ctx)
		<-leave
		return result, err
	})
	opts := append(recorder.Options(), mcprt.WithInterceptors(hang), mcprt.WithAfterGrace(0))
	srv := newServer(t, registry(tool), mcprt.BySections, opts...)
	text, isError := callTool(t, srv)
	close(leave)
	if text != internalText || !isError {
		t.Errorf("got %q", text)
	}
	for _, e := range recorder.After() {
		if e.Outcome() != mcprt.OutcomeTimedOut || !errors.Is(e.Err(), context.DeadlineExceeded) {
			t.Errorf("outcome %s, %v", e.Outcome(), e.Err())
		}
	}
}

func TestWrongChainOptions(t *testing.T) {
	tests := map[string]struct {
		opt  mcprt.Option
		want string
	}{
		"nil interceptor":        {mcprt.WithInterceptors(nil), "interceptor 1 is nil"},
		"nil function":           {mcprt.WithInterceptors((&trail{}).around("a"), interception(nil)), "interceptor 2 is nil"},
		"nil limiter":            {mcprt.WithLimiter(nil), "limiter 1 is nil"},
		"no budget":              {mcprt.WithSessionBudget(0), "session budget 0 is below 1"},
		"budget below 0":         {mcprt.WithSessionBudget(-1), "session budget -1 is below 1"},
		"window":                 {mcprt.WithBudgetWindow(-1), "budget window -1ns is negative"},
		"result limit":           {mcprt.WithResultLimit(-1), "result limit -1 is negative"},
		"nil option inside":      {mcprt.Options(mcprt.WithPageSize(1), nil), "option is nil"},
		"nil check":              {mcprt.CheckRows(nil), "check of rows is nil"},
		"option of another kind": {mcprt.InvalidOption(errHost), errHost.Error()},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(registry(add()), mcprt.WithSections(mcprt.AllSections), test.opt)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func TestWrongRowsOfResults(t *testing.T) {
	tests := map[string]struct {
		change func(*mcprt.Row)
		want   string
	}{
		"cached and not readOnly": {func(r *mcprt.Row) { r.Hints.ReadOnly = false; r.Cache = 1 }, "results are cached and the tool is not readOnly"}, // catalogue R10
		"negative cache":          {func(r *mcprt.Row) { r.Cache = -1 }, "cache time -1ns is negative"},
		"negative limit":          {func(r *mcprt.Row) { r.ResultLimit = -1 }, "result limit -1 is negative"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(registry(with(test.change)), mcprt.WithSections(mcprt.AllSections))
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}
