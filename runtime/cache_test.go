package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/cache/memory"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// cachedAdd is add, cached, and counts its runs.
func cachedAdd(ran *atomic.Int32) mcprt.Row {
	r := add()
	r.Cache = time.Minute
	r.Handler = mcprt.Structured(bindAdd, func(_ context.Context, _ *mcprt.Call, v *addArgs) (int, error) {
		ran.Add(1)
		return v.a + v.b, nil
	}, encodeSum)
	return r
}

// Whether the second of two calls is answered by the first one's result.
//
// contract: S1-31, S1-32, S1-33, S1-34, S1-35, S1-36, S1-40
func TestWhatAKeyTellsApart(t *testing.T) { // catalogue R5, R6, R7
	type request struct {
		caller            mcprt.Caller
		args              string
		namespace, policy string
		acts              string
		change            func(*mcprt.Row)
	}
	with := func(change func(*request)) request {
		r := request{caller: *ada(), args: `{"a":1,"b":2}`}
		change(&r)
		return r
	}
	same := with(func(*request) {})
	tests := map[string]struct {
		first, second request
		hit           bool
	}{
		"the same":            {same, same, true},
		"order of members":    {same, with(func(r *request) { r.args = ` { "b" : 2, "a" : 1 } ` }), true},
		"spelling of a name":  {same, with(func(r *request) { r.args = `{"\u0061":1,"b":2}` }), true},
		"undeclared argument": {same, with(func(r *request) { r.args = `{"a":1,"b":2,"c":{"d":[3]}}` }), true},
		"another value":       {same, with(func(r *request) { r.args = `{"a":1,"b":3}` }), false},
		"swapped":             {same, with(func(r *request) { r.args = `{"a":2,"b":1}` }), false},
		"large numbers": {
			with(func(r *request) { r.args = `{"a":9007199254740992,"b":0}` }),
			with(func(r *request) { r.args = `{"a":9007199254740993,"b":0}` }), false,
		},
		"client":            {same, with(func(r *request) { r.caller.Client = "claude" }), false},
		"no client, a word": {same, with(func(r *request) { r.caller.Client = "anonymous" }), false},
		"no client, null":   {same, with(func(r *request) { r.caller.Client = "null" }), false},
		"caller":            {same, with(func(r *request) { r.caller.ID = "bob" }), false},
		"scopes":            {same, with(func(r *request) { r.caller.Scopes = []string{"x"} }), false},
		"sections":          {same, with(func(r *request) { r.caller.Sections = []string{"math", "more"} }), false},
		"roles":             {same, with(func(r *request) { r.caller.Roles = []string{"x"} }), false},
		"order of scopes":   {with(func(r *request) { r.caller.Scopes = []string{"x", "y"} }), with(func(r *request) { r.caller.Scopes = []string{"y", "x"} }), true},
		"two scopes or one": {with(func(r *request) { r.caller.Scopes = []string{"x", "y"} }), with(func(r *request) { r.caller.Scopes = []string{`x","y`} }), false},
		"parts that move":   {with(func(r *request) { r.caller.ID, r.caller.Client = "a", "bc" }), with(func(r *request) { r.caller.ID, r.caller.Client = "ab", "c" }), false},
		"namespace":         {same, with(func(r *request) { r.namespace = "other" }), false},
		"server's name":     {same, with(func(r *request) { r.namespace = "calc" }), true},
		"policy":            {same, with(func(r *request) { r.policy = "2" }), false},
		"whom it acts for":  {with(func(r *request) { r.acts = "t1" }), with(func(r *request) { r.acts = "t2" }), false},
		"acts for somebody": {same, with(func(r *request) { r.acts = "-" }), false},
		"another tool":      {same, with(func(r *request) { r.change = func(row *mcprt.Row) { row.Source = "x" } }), false},
		"another schema":    {same, with(func(r *request) { r.change = func(row *mcprt.Row) { row.Input = schemaNone } }), false},
		"limited on a miss": {same, with(func(r *request) { r.change = func(row *mcprt.Row) { row.ResultLimit = 1 } }), true},
		"strict and unknown": {same, with(func(r *request) {
			r.change = func(row *mcprt.Row) { row.Strict = true }
			r.args = `{"a":1,"b":2,"c":3}`
		}), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newShelf(&trail{})
			var ran atomic.Int32
			for _, r := range []request{test.first, test.second} {
				tool := cachedAdd(&ran)
				if r.change != nil {
					r.change(&tool)
				}
				opts := []mcprt.Option{mcprt.WithCache(store), mcprt.WithCacheNamespace(r.namespace)}
				if r.acts != "" {
					opts = append(opts, mcprt.WithCacheIdentity(func(context.Context, mcprt.Caller) (string, error) { return strings.Trim(r.acts, "-"), nil }))
				}
				policy := func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
					return mcprt.Grant{All: true, Revision: r.policy}, nil
				}
				result, err := runtimetest.Connect(t, newServer(t, registry(tool), policy, opts...), &r.caller).Call("add", r.args)
				if err != nil || test.hit && result.IsError {
					t.Fatalf("%v, %v", result, err)
				}
			}
			want := 2
			if test.hit || name == "strict and unknown" { // whose second call is refused
				want = 1
			}
			if got := int(ran.Load()); got != want {
				t.Errorf("the tool ran %d times, want %d", got, want)
			}
		})
	}
}

// What is repeated is what was answered, to the byte, but for what the call
// itself was told.
//
// contract: S1-13, S1-37
func TestRepeatedResults(t *testing.T) {
	text := row("text", "math", says(`<a>&"\u2028`))
	null := row("null", "math", answers(&mcp.CallToolResult{StructuredContent: json.RawMessage(`null`)}))
	mixed := row("mixed", "math", blocks(&mcp.TextContent{Text: "a"}, &mcp.ImageContent{MIMEType: "image/png", Data: []byte{1}}))
	meta := row("meta", "math", answers(&mcp.CallToolResult{Meta: mcp.Meta{"k": json.RawMessage(`9007199254740993`)}, StructuredContent: json.RawMessage(`{"n":9007199254740993,"h":"<"}`)}))
	empty := row("empty", "math", does(func(context.Context, *mcprt.Call) error { return nil }))
	sum := add()
	tools := []*mcprt.Row{&text, &null, &mixed, &meta, &empty, &sum}
	rows := make([]mcprt.Row, 0, len(tools))
	for _, tool := range tools {
		tool.Hints.ReadOnly, tool.Cache = true, time.Minute
		rows = append(rows, *tool)
	}
	for _, revision := range runtimetest.Revisions() {
		recorder := &runtimetest.Recorder{}
		store := newShelf(&trail{})
		srv := newServer(t, registry(rows...), mcprt.BySections, append(recorder.Options(), mcprt.WithCache(store))...)
		send := func(name, args string) string {
			return string(runtimetest.Stdio(t, srv, ada(), revision, runtimetest.Request(revision, "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, name, args))))
		}
		for _, tool := range rows {
			args := `{"a":1,"b":2}`
			first := send(tool.Name, args)
			store.take()
			if diff := cmp.Diff(first, send(tool.Name, args)); diff != "" || store.take() != "read" {
				t.Errorf("%s, %s (-first +second):\n%s", revision, tool.Name, diff)
			}
		}
		for _, e := range recorder.After() {
			if e.Outcome() != mcprt.OutcomeExecuted || e.Failed() {
				t.Errorf("%s: %s", e.Name(), e.Outcome())
			}
		}
		if last := recorder.After()[len(rows)*2-1]; last.FunctionStarted() || last.Duration() == 0 || last.Result() == nil {
			t.Errorf("a repeated result: started %t, took %s, %v", last.FunctionStarted(), last.Duration(), last.Result())
		}
	}
}

// Ignored arguments are named to who sent them, and to nobody else.
func TestIgnoredArgumentsAreNotRepeated(t *testing.T) {
	var ran atomic.Int32
	client := runtimetest.Connect(t, newServer(t, registry(cachedAdd(&ran)), mcprt.BySections, mcprt.WithCache(newShelf(&trail{}))), ada())
	got := []string{}
	for _, extra := range []string{`,"x":1`, ``, `,"y":1`} {
		result, err := client.Call("add", `{"a":1,"b":2`+extra+`}`)
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, fmt.Sprint(result.Meta["mcpgen/ignoredArguments"]))
	}
	if diff := cmp.Diff([]string{"[x]", "<nil>", "[y]"}, got); diff != "" || ran.Load() != 1 {
		t.Errorf("ran %d (-want +got):\n%s", ran.Load(), diff)
	}
}

// Catalogue R6: what must never be stored.
//
// contract: S1-37
func TestWhatIsNotCached(t *testing.T) {
	asks := &mcp.CallToolResult{InputRequests: mcp.InputRequestMap{}, RequestState: "x"}
	shown := row("tool", "math", does(func(context.Context, *mcprt.Call) error { return mcprt.NewRefusal("no") }))
	shown.ShowRefusals = true
	tests := map[string]mcprt.Row{
		"failure":        row("tool", "math", does(func(context.Context, *mcprt.Call) error { return errHost })),
		"panic":          row("tool", "math", does(func(context.Context, *mcprt.Call) error { panic("hunter2") })),
		"refusal":        shown,
		"tool error":     row("tool", "math", answers(toolError("x"))),
		"nil result":     row("tool", "math", answers(nil)),
		"input required": row("tool", "math", answers(asks)),
		"cut":            row("tool", "math", says(strings.Repeat("x", 200))),
		"too large":      row("tool", "math", answers(object(200))),
	}
	for name, tool := range tests {
		t.Run(name, func(t *testing.T) {
			tool.Hints.ReadOnly, tool.Cache = true, time.Minute
			store := newShelf(&trail{})
			client := runtimetest.Connect(t, newServer(t, registry(tool), mcprt.BySections, mcprt.WithCache(store), mcprt.WithResultLimit(100)), ada())
			_, _ = client.Call("tool", `{}`)
			_, _ = client.Call("tool", `{}`)
			if steps := store.take(); !strings.HasPrefix(steps, "read read") || strings.Contains(steps, "write") || store.size() != 0 {
				t.Errorf("store was asked %q and holds %d", steps, store.size())
			}
		})
	}
}

// A Go map as arguments declares no names, and takes them all.
func TestKeyOfATypeThatCollects(t *testing.T) {
	store, err := memory.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	var ran atomic.Int32
	tool := cachedAdd(&ran)
	tool.Input = `{"type":"object","properties":{},"additionalProperties":{"type":"integer"}}`
	client := runtimetest.Connect(t, newServer(t, registry(tool), mcprt.BySections, mcprt.WithCache(store)), ada())
	for _, args := range []string{`{"a":1,"b":2}`, `{"a":1,"b":3}`, `{"a":1,"b":2}`} {
		_, _ = client.Call("add", args)
	}
	if ran.Load() != 2 {
		t.Errorf("ran %d times, want 2", ran.Load())
	}
}
