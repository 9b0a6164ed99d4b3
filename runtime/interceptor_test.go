package runtime_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

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
