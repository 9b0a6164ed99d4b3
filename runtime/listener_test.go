package runtime_test

import (
	"context"
	"encoding/json"
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

// contract: S0-3, S0-21, S0-22, S0-25, S0-36, S0-39
func TestOneCallFromBeginToEnd(t *testing.T) {
	type key struct{}
	var seen []*mcprt.Call
	r := row("tool", "math", does(func(_ context.Context, c *mcprt.Call) error {
		seen = append(seen, c)
		if c.Get(key{}) != "from before" {
			t.Errorf("the function gets %v", c.Get(key{}))
		}
		c.Set(key{}, "from the function")
		return nil
	}))
	r.Hints.Idempotent = true
	srv := newServer(t, registry(r), mcprt.BySections,
		before(func(e *mcprt.BeforeCall) {
			if e.Type() != "mcp_server_before_tool_call" || e.Name() != "tool" || e.Method() != "tools/call" ||
				e.Section() != "math" || e.Source() != "example.com/calc.tool" || !e.Hints().Idempotent || e.Caller().ID != "ada" {
				t.Errorf("before-event %+v", e)
			}
			if got := string(e.Arguments()); got != `{"a": [1]}` {
				t.Errorf("arguments %s", got)
			}
			if got, found := e.MetaValue("festi/idempotencyKey"); string(got) != `"k-1"` || !found {
				t.Errorf("_meta entry %s", got)
			}
			if got := e.Client(); got != (mcprt.ClientInfo{Name: "raw", Version: "1"}) {
				t.Errorf("client %+v", got)
			}
			seen = append(seen, e.Call)
			e.Set(key{}, "from before")
		}),
		after(func(e *mcprt.AfterCall) {
			if e.Type() != "mcp_server_after_tool_call" || e.Get(key{}) != "from the function" {
				t.Errorf("after-event %s, value %v", e.Type(), e.Get(key{}))
			}
			seen = append(seen, e.Call)
		}))
	request := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tool","arguments":{"a": [1]},` +
		`"_meta":{"festi/idempotencyKey":"k-1","progressToken":1}}}`
	runtimetest.Stdio(t, srv, ada(), "2025-11-25", request)
	if len(seen) != 3 || seen[0] != seen[1] || seen[1] != seen[2] {
		t.Errorf("calls %v: want one and the same, three times", seen)
	}
}

// What one does to its copies is seen by nobody else: run with -race.
func TestNobodySeesWhatAListenerDoes(t *testing.T) {
	spoil := func(c *mcprt.Call) {
		c.Caller().Sections[0] = "admin"
		copy(c.Arguments(), `{"x":9}`)
		for key, value := range c.Meta() {
			clear(value)
			delete(c.Meta(), key)
		}
		value, _ := c.MetaValue("k")
		clear(value)
	}
	check := func(c *mcprt.Call) {
		if c.Caller().Sections[0] != "math" || string(c.Arguments()) != `{"a":1}` || string(c.Meta()["k"]) != `"v"` {
			t.Errorf("caller %v arguments %s _meta %s", c.Caller(), c.Arguments(), c.Meta())
		}
	}
	srv := newServer(t, registry(row("tool", "math", does(func(_ context.Context, c *mcprt.Call) error { check(c); spoil(c); return nil }))),
		mcprt.BySections,
		before(func(e *mcprt.BeforeCall) { check(e.Call); spoil(e.Call); e.Call = nil }),
		before(func(e *mcprt.BeforeCall) { check(e.Call); spoil(e.Call) }),
		after(func(e *mcprt.AfterCall) { check(e.Call); spoil(e.Call); e.Result().Content = nil; e.Call = nil }),
		after(func(e *mcprt.AfterCall) {
			check(e.Call)
			if e.Result().Content == nil {
				t.Error("another listener's change of the result is seen")
			}
		}))
	runtimetest.Stdio(t, srv, ada(), "2025-11-25",
		`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tool","arguments":{"a":1},"_meta":{"k":"v"}}}`)
}

// contract: S0-38
func TestNobodyIsToldOfRefusalsBeforeACall(t *testing.T) {
	tests := map[string]struct {
		caller *mcprt.Caller
		params string
	}{
		"hidden":       {ada(), `{"name":"delete_all"}`},
		"absent":       {ada(), `{"name":"nowhere"}`},
		"nobody":       {nil, `{"name":"add"}`},
		"name missing": {ada(), `{}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			srv := newServer(t, two(), mcprt.BySections, rec.Options()...)
			runtimetest.Stdio(t, srv, test.caller, "2025-11-25", runtimetest.Request("2025-11-25", "tools/call", test.params))
			if rec.Count(mcprt.TypeBeforeCall) != 0 || rec.Count(mcprt.TypeAfterCall) != 0 {
				t.Errorf("told: %v", rec.Types())
			}
		})
	}
}

// contract: S0-37, S0-52
func TestGateFailureIsToldOf(t *testing.T) {
	rec := &runtimetest.Recorder{}
	srv := newServer(t, two(), failing(errHost), rec.Options()...)
	for _, name := range []string{"add", "delete_all", "nowhere"} {
		rec.Reset()
		result, err := runtimetest.Connect(t, srv, ada()).Call(name, `{"token":"s3cret","a":1}`)
		if err != nil || runtimetest.Text(t, result) != "Error: Tool access could not be verified." {
			t.Fatalf("%s: %v %v", name, result, err)
		}
		if diff := cmp.Diff([]string{mcprt.TypeAfterCall, event.TypeFailed}, rec.Types()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
		e := rec.After()[0]
		if e.Outcome() != mcprt.OutcomeGateFailed || !errors.Is(e.Err(), errHost) || !e.Failed() || e.Result() != nil ||
			e.Duration() != 0 || e.FunctionStarted() {
			t.Errorf("%s: %+v", name, e)
		}
		if e.Name() != name || e.Section() != "" || e.Source() != "" || string(e.Arguments()) != `{"token":"s3cret","a":1}` {
			t.Errorf("%s: told of %q of %q", name, e.Name(), e.Section())
		}
		if f := rec.Failed()[0]; f.Reason != event.ReasonAccessDenied || string(f.Arguments) != `{"token":"***","a":1}` {
			t.Errorf("%s: %+v", name, f)
		}
	}
}

// contract: S0-40, S0-41, S0-42
func TestAfterEventTellsWhatCameOut(t *testing.T) {
	shown := row("tool", "math", does(func(context.Context, *mcprt.Call) error { return mcprt.NewRefusal("closed on Sundays") }))
	shown.ShowRefusals = true
	opaque := shown
	opaque.ShowRefusals = false
	required := add()
	required.Name = "tool"
	tests := map[string]struct {
		row               mcprt.Row
		outcome           mcprt.Outcome
		failed            bool
		started, returned bool
		text              string
	}{
		"executed":          {row("tool", "math", says("ok")), mcprt.OutcomeExecuted, false, true, true, "ok"},
		"tool error":        {row("tool", "math", answers(toolError("out of stock"))), mcprt.OutcomeExecuted, false, true, true, "out of stock"},
		"error":             {row("tool", "math", brokenTools()["error"]), mcprt.OutcomeFailed, true, true, true, internalText},
		"panic":             {row("tool", "math", brokenTools()["panic"]), mcprt.OutcomeFailed, true, true, true, internalText},
		"goexit":            {row("tool", "math", brokenTools()["goexit"]), mcprt.OutcomeFailed, true, true, true, internalText},
		"encoder error":     {row("tool", "math", brokenTools()["encoder error"]), mcprt.OutcomeFailed, true, true, true, internalText},
		"invalid":           {required, mcprt.OutcomeInvalid, true, false, false, "Error: Missing required argument 'a'.\nError: Missing required argument 'b'."},
		"refusal shown":     {shown, mcprt.OutcomeDenied, false, true, true, "closed on Sundays"},
		"refusal not shown": {opaque, mcprt.OutcomeFailed, true, true, true, internalText},
		"a binder's error":  {row("tool", "math", brokenTools()["binding error"]), mcprt.OutcomeFailed, true, true, true, internalText},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			text, _ := callTool(t, newServer(t, registry(test.row), mcprt.BySections, rec.Options()...))
			if text != test.text {
				t.Errorf("text %q, want %q", text, test.text)
			}
			e := rec.After()[0]
			if e.Outcome() != test.outcome || e.Failed() != test.failed || (e.Err() != nil) != test.failed || (e.Result() == nil) != test.failed {
				t.Errorf("outcome %s failed %t err %v result %v", e.Outcome(), e.Failed(), e.Err(), e.Result())
			}
			if e.FunctionStarted() != test.started || e.FunctionReturned() != test.returned {
				t.Errorf("started %t returned %t", e.FunctionStarted(), e.FunctionReturned())
			}
		})
	}
}

func toolError(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{IsError: true, Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// A listener may keep what it was told and look at it later, while the SDK
// writes to the answer: run with -race.
func TestResultCanBeReadLater(t *testing.T) {
	kept := make(chan *mcprt.AfterCall, 100)
	srv := newServer(t, registry(add()), mcprt.BySections, after(func(e *mcprt.AfterCall) { kept <- e }))
	read := make(chan struct{})
	go func() {
		defer close(read)
		for e := range kept {
			if got := string(e.Result().StructuredContent.(json.RawMessage)); got != `{"result":3}` {
				t.Errorf("structured content %s", got)
			}
		}
	}()
	handler := handlerFor(t, srv, ada())
	for range 20 {
		runtimetest.HTTP(t, handler, "2026-07-28", runtimetest.Request("2026-07-28", "tools/call", `{"name":"add","arguments":{"a":1,"b":2,"c":3}}`))
	}
	close(kept)
	<-read
}
