package runtime_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// faults are the ways in which a listener fails at once.
func faults() map[string]func() error {
	return map[string]func() error{
		"error":     func() error { return errHost },
		"panic":     func() error { panic("password=hunter2") },
		"nil panic": func() error { panic(nil) }, //nolint:govet // what a host may do
		"goexit":    func() error { runtime.Goexit(); return nil },
	}
}

// before and after make options of functions that cannot fail.
func before(f func(*mcprt.BeforeCall)) mcprt.Option {
	return mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error { f(e); return nil })
}

func after(f func(*mcprt.AfterCall)) mcprt.Option {
	return mcprt.OnAfterCall(func(_ context.Context, e *mcprt.AfterCall) error { f(e); return nil })
}

// counting is a tool of section math that counts its runs.
func counting(ran *atomic.Int32) mcprt.Row {
	return row("tool", "math", mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) {
		ran.Add(1)
		return "ran", nil
	}))
}

// callTool calls the tool "tool" of srv as ada and returns the answer's text.
func callTool(t *testing.T, srv *mcprt.Server) (text string, isError bool) {
	t.Helper()
	result, err := runtimetest.Connect(t, srv, ada()).Call("tool", `{}`)
	if err != nil {
		t.Fatalf("call: %v", err)
	}
	return runtimetest.Text(t, result), result.IsError
}

// contract: S0-23, S0-24, S0-32, S0-33, S0-34, S0-35, S0-40, S0-41, S0-42
func TestBeforeListenersDecide(t *testing.T) {
	type decision = func(*mcprt.BeforeCall) error
	deny := func(e *mcprt.BeforeCall) error { return e.Deny("not on a Friday") }
	answer := func(e *mcprt.BeforeCall) error {
		return e.SetResult(&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "from the ledger"}}})
	}
	fail := func(*mcprt.BeforeCall) error { return errHost }
	blankDeny := func(e *mcprt.BeforeCall) error {
		if e.Deny(" \t\n") == nil {
			return nil // Deny must complain, or the call goes on and the test fails
		}
		return nil // what it said is ignored
	}
	tests := map[string]struct {
		listeners []decision
		text      string
		outcome   mcprt.Outcome
	}{
		"nobody decides":                {[]decision{func(*mcprt.BeforeCall) error { return nil }}, "ran", mcprt.OutcomeExecuted},
		"deny":                          {[]decision{deny}, "not on a Friday", mcprt.OutcomeDenied},
		"answer":                        {[]decision{answer}, "from the ledger", mcprt.OutcomeAnswered},
		"answer with a text":            {[]decision{func(e *mcprt.BeforeCall) error { e.SetText("hello"); return nil }}, "hello", mcprt.OutcomeAnswered},
		"one denies and answers":        {[]decision{func(e *mcprt.BeforeCall) error { return errors.Join(deny(e), answer(e)) }}, "not on a Friday", mcprt.OutcomeDenied},
		"one answers and denies":        {[]decision{func(e *mcprt.BeforeCall) error { return errors.Join(answer(e), deny(e)) }}, "not on a Friday", mcprt.OutcomeDenied},
		"first denies, second answers":  {[]decision{deny, answer}, "not on a Friday", mcprt.OutcomeDenied},
		"first answers, second denies":  {[]decision{answer, deny}, "not on a Friday", mcprt.OutcomeDenied},
		"two deny":                      {[]decision{deny, func(e *mcprt.BeforeCall) error { return e.Deny("nor today") }}, "nor today", mcprt.OutcomeDenied},
		"two answer":                    {[]decision{answer, func(e *mcprt.BeforeCall) error { e.SetText("later"); return nil }}, "later", mcprt.OutcomeAnswered},
		"first denies, second fails":    {[]decision{deny, fail}, internalText, mcprt.OutcomeFailed},
		"first answers, second fails":   {[]decision{answer, fail}, internalText, mcprt.OutcomeFailed},
		"first fails":                   {[]decision{fail, deny}, internalText, mcprt.OutcomeFailed},
		"denies and fails":              {[]decision{func(e *mcprt.BeforeCall) error { return errors.Join(deny(e), errHost) }}, internalText, mcprt.OutcomeFailed},
		"denies without a reason":       {[]decision{func(e *mcprt.BeforeCall) error { return e.Deny("") }}, internalText, mcprt.OutcomeFailed},
		"denies blankly and ignores it": {[]decision{blankDeny}, internalText, mcprt.OutcomeFailed},
		"answers with nil":              {[]decision{func(e *mcprt.BeforeCall) error { return e.SetResult(nil) }}, internalText, mcprt.OutcomeFailed},
		"answers with what panics": {[]decision{func(e *mcprt.BeforeCall) error {
			return e.SetResult(&mcp.CallToolResult{StructuredContent: badJSON{true}})
		}}, internalText, mcprt.OutcomeFailed},
		"refusal":                 {[]decision{func(*mcprt.BeforeCall) error { return mcprt.NewRefusal("ask Bob") }}, "ask Bob", mcprt.OutcomeDenied},
		"refusal that is wrapped": {[]decision{func(*mcprt.BeforeCall) error { return errors.Join(errHost, mcprt.NewRefusal("ask Bob")) }}, "ask Bob", mcprt.OutcomeDenied},
		"refusal after an answer": {[]decision{answer, func(*mcprt.BeforeCall) error { return mcprt.NewRefusal("ask Bob") }}, "ask Bob", mcprt.OutcomeDenied},
		"refusal without a text":  {[]decision{func(*mcprt.BeforeCall) error { return mcprt.NewRefusal("  ") }}, internalText, mcprt.OutcomeFailed},
		"refusal that is nil":     {[]decision{func(*mcprt.BeforeCall) error { return (*mcprt.Refusal)(nil) }}, internalText, mcprt.OutcomeFailed},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var ran atomic.Int32
			rec := &runtimetest.Recorder{}
			opts := rec.Options()
			for _, listener := range test.listeners {
				opts = append(opts, mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error { return listener(e) }))
			}
			text, isError := callTool(t, newServer(t, registry(counting(&ran)), mcprt.BySections, opts...))
			if text != test.text {
				t.Errorf("text %q, want %q", text, test.text)
			}
			executed, denied := test.outcome == mcprt.OutcomeExecuted, test.outcome == mcprt.OutcomeDenied
			failed := test.outcome == mcprt.OutcomeFailed
			if isError != (denied || failed) {
				t.Errorf("isError %t for %s", isError, test.outcome)
			}
			if got := ran.Load() == 1; got != executed {
				t.Errorf("the function ran: %t, want %t", got, executed)
			}
			told := rec.After()
			if len(told) != 1 {
				t.Fatalf("%d after-events, want 1", len(told))
			}
			e := told[0]
			if e.Outcome() != test.outcome || e.Failed() != failed || (e.Err() != nil) != failed || (e.Result() == nil) != failed {
				t.Errorf("told outcome %s failed %t err %v result %v", e.Outcome(), e.Failed(), e.Err(), e.Result())
			}
			if e.FunctionStarted() != executed || e.FunctionReturned() != executed {
				t.Errorf("told of a function that started %t, returned %t", e.FunctionStarted(), e.FunctionReturned())
			}
			if !failed && runtimetest.Text(t, e.Result()) != test.text {
				t.Errorf("told of the result %+v", e.Result())
			}
		})
	}
}

// contract: S0-35, S0-51
func TestBeforeListenerThatFailsClosesTheCall(t *testing.T) {
	for name, fault := range faults() {
		t.Run(name, func(t *testing.T) {
			var ran atomic.Int32
			log, rec := &journal{}, &runtimetest.Recorder{}
			opts := append(rec.Options(), log.option(),
				mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return fault() }))
			srv := newServer(t, registry(counting(&ran)), mcprt.BySections, opts...)
			for range 2 { // the server lives on
				if text, isError := callTool(t, srv); text != internalText || !isError {
					t.Errorf("text %q isError %t", text, isError)
				}
			}
			if ran.Load() != 0 {
				t.Error("the function ran")
			}
			if got := rec.Count(mcprt.TypeAfterCall); got != 2 {
				t.Errorf("%d after-events, want 2", got)
			}
			if got := log.String(); !strings.Contains(got, "before-call listener 2") {
				t.Errorf("log does not name the listener: %s", got)
			}
		})
	}
}

// contract: S0-44
func TestAfterListenerThatFailsIsIgnored(t *testing.T) {
	for name, fault := range faults() {
		t.Run(name, func(t *testing.T) {
			var ran atomic.Int32
			log, rec := &journal{}, &runtimetest.Recorder{}
			opts := append([]mcprt.Option{log.option(),
				mcprt.OnAfterCall(func(context.Context, *mcprt.AfterCall) error { return fault() })}, rec.Options()...)
			if text, isError := callTool(t, newServer(t, registry(counting(&ran)), mcprt.BySections, opts...)); text != "ran" || isError {
				t.Errorf("text %q isError %t", text, isError)
			}
			if got := rec.Count(mcprt.TypeAfterCall); got != 1 {
				t.Errorf("the other listener was told %d times, want 1", got)
			}
			if !strings.Contains(log.String(), "after-call listener failed") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

func TestSinkThatFailsIsIgnored(t *testing.T) {
	for name, fault := range faults() {
		t.Run(name, func(t *testing.T) {
			var ran atomic.Int32
			log, rec := &journal{}, &runtimetest.Recorder{}
			opts := append([]mcprt.Option{log.option(),
				mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { return fault() }))}, rec.Options()...)
			if text, isError := callTool(t, newServer(t, registry(counting(&ran)), mcprt.BySections, opts...)); text != "ran" || isError {
				t.Errorf("text %q isError %t", text, isError)
			}
			want := []string{
				mcprt.TypePrepareList, event.TypeStarted, mcprt.TypeBeforeCall,
				mcprt.TypeAfterCall, event.TypeSucceeded,
			}
			if diff := cmp.Diff(want, rec.Types()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !strings.Contains(log.String(), "event sink failed") {
				t.Errorf("log: %s", log)
			}
		})
	}
}
