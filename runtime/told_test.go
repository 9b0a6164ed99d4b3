package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

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

// A sink may do what it wants to its event: function and caller get what is theirs.
func TestSinkThatSpoilsItsEvent(t *testing.T) {
	spoil := event.SinkFunc(func(_ context.Context, e event.Event) error {
		switch e := e.(type) {
		case event.Started:
			clear(e.Arguments)
		case event.Succeeded:
			clear(e.Arguments)
			clear(e.Result)
		}
		return nil
	})
	for _, result := range []mcprt.Handler{add().Handler, says("3"), answers(object(30))} {
		r := add()
		r.Name, r.Handler = "tool", result
		answer := func(opts ...mcprt.Option) string {
			return string(runtimetest.Stdio(t, newServer(t, registry(r), mcprt.BySections, opts...), ada(), "2026-07-28",
				runtimetest.Request("2026-07-28", "tools/call", `{"name":"tool","arguments":{"a":1,"b":2}}`)))
		}
		if diff := cmp.Diff(answer(), answer(mcprt.WithEvents(spoil))); diff != "" || strings.Contains(answer(), `"isError"`) {
			t.Errorf("(-alone +spoilt):\n%s", diff)
		}
	}
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
	const arguments = `{"token":"***","a":"***"}` // no tool was looked up that could declare a
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
		if f := rec.Failed()[0]; f.Reason != event.ReasonAccessDenied || string(f.Arguments) != arguments {
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
