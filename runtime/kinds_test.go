package runtime_test

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/cache/memory"
	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// full is a caller who may see all of section math and has one of two scopes.
func full() *mcprt.Caller {
	return &mcprt.Caller{ID: "ada", Client: "c", Sections: []string{"math"}, Scopes: []string{"a"}}
}

// everyKind is a server with a tool of every kind, and hosts that decide about
// some of them.
func everyKind(t testing.TB) *mcprt.Server {
	return newServer(t, registry(everyRow()...), mcprt.BySections, deciding(t)...)
}

// deciding is what a host adds: a cache, a check of scopes, listeners and an
// interceptor that mind the tools named after what they do.
func deciding(t testing.TB) []mcprt.Option {
	t.Helper()
	store, err := memory.New(1 << 20)
	if err != nil {
		t.Fatal(err)
	}
	return []mcprt.Option{
		mcprt.WithCache(store), mcprt.WithScopes(mcprt.ExactScope), mcprt.WithResultLimit(200),
		mcprt.OnBeforeCall(decides), mcprt.WithInterceptors(mcprt.ToolInterceptorFunc(intercepts)),
	}
}

func decides(_ context.Context, e *mcprt.BeforeCall) error {
	switch e.Name() {
	case "denied":
		return e.Deny("not <now>")
	case "answered":
		return e.SetResult(&mcp.CallToolResult{Meta: mcp.Meta{"k": 1.5}, Content: []mcp.Content{&mcp.TextContent{Text: "instead"}}})
	case "undecided":
		return errHost
	}
	return nil
}

func intercepts(ctx context.Context, c *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
	switch c.Name() {
	case "refused":
		return nil, mcprt.NewRefusal("not by me")
	case "replaced":
		return &mcp.CallToolResult{StructuredContent: map[string]any{"by": "<interceptor>"}, Content: []mcp.Content{}}, nil
	case "approved":
		if _, err := c.Elicit(ctx, "name", nameForm("Who?")); err != nil {
			return nil, err
		}
	}
	return next(ctx)
}

// everyRow is a tool of every kind. Those of section admin are hidden.
func everyRow() []mcprt.Row {
	rows := []mcprt.Row{add(), texts(), region("mirrored", "math"), region("secret_region", "admin")}
	rows = append(rows, plainRows()...)
	rows = append(rows, failingRows()...)
	rows = append(rows, talkingRows()...)
	for _, name := range []string{"denied", "answered", "undecided", "refused", "replaced", "approved", "404"} {
		rows = append(rows, row(name, "math", says(name)))
	}
	return append(rows, row("hidden", "admin", says("never")))
}

// texts answers with its argument and is cached.
func texts() mcprt.Row {
	r := row("texts", "math", mcprt.Text(bindEcho, func(_ context.Context, _ *mcprt.Call, a *echoArgs) (string, error) { return a.text, nil }))
	r.Input, r.Title, r.Cache = `{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}`, "Texts & <more>", time.Hour
	r.Description, r.Hints = "Says\nwhat it \"reads\" \u2028.", mcprt.Hints{ReadOnly: true, OpenWorld: true}
	r.Meta = []mcprt.Entry{{Key: "b", Value: `{"z":1,"a":[1.0,"<&>"]}`}, {Key: "a", Value: `null`}}
	return r
}

// region mirrors its arguments into headers.
func region(name, section string) mcprt.Row {
	r := row(name, section, mcprt.Text(bindEcho, func(_ context.Context, _ *mcprt.Call, a *echoArgs) (string, error) { return a.text, nil }))
	r.Input = `{"type":"object","properties":{"text":{"type":"string","x-mcp-header":"Text"}},"required":["text"]}`
	r.Headers = []header.Param{{Name: "Text", Path: []string{"text"}, Kind: header.String}}
	return r
}

func plainRows() []mcprt.Row {
	strict, coerced, needs, odd := add(), add(), add(), echoRow("odd_text")
	strict.Name, strict.Strict = "strict", true
	coerced.Name, coerced.Coerce = "coerced", true
	needs.Name, needs.Scopes = "needs", []string{"a", "b", "c"}
	one := row("needs_one", "math", says("in"))
	one.Scopes = []string{"a", "x"}
	both := region("needs_both", "math")
	both.Scopes = []string{"b"}
	return []mcprt.Row{
		strict, coerced, needs, one, both, odd,
		row("blocks", "math", contentsOf([]mcp.Content{
			&mcp.TextContent{Text: "<b>&\u2029", Annotations: &mcp.Annotations{Priority: 0.5}, Meta: mcp.Meta{"m": 1}},
			&mcp.ImageContent{MIMEType: "image/png", Data: []byte{1, 2, 3}},
			&mcp.ResourceLink{URI: "calc://x", Name: "x"},
		})),
		row("no_blocks", "math", contentsOf(nil)),
		row("nothing", "math", does(func(context.Context, *mcprt.Call) error { return nil })),
		row("structure", "math", mcprt.Structured(nil, func(context.Context, *mcprt.Call, *none) (any, error) {
			return map[string]any{"html": "<&>", "n": 1e21, "list": []any{nil, true, "\u2028"}}, nil
		}, func(e *bind.Encoder, v any) { e.Any(v) })),
		row("long", "math", says(strings.Repeat("long ", 100))),
		row("long_structure", "math", answers(object(500))),
		row("html", "math", says("<script>&amp;\u2028\x00\x1f\x7f\U0001f600")),
	}
}

func echoRow(name string) mcprt.Row {
	r := texts()
	r.Name, r.Cache, r.Meta = name, 0, nil
	return r
}

func failingRows() []mcprt.Row {
	slow := row("slow", "math", does(func(ctx context.Context, _ *mcprt.Call) error { <-ctx.Done(); return ctx.Err() }))
	slow.Timeout = time.Millisecond
	shown := row("refuses", "math", does(func(context.Context, *mcprt.Call) error { return mcprt.NewRefusal("closed <today>") }))
	shown.ShowRefusals = true
	return []mcprt.Row{
		slow, shown,
		row("fails", "math", does(func(context.Context, *mcprt.Call) error { return errHost })),
		row("panics", "math", does(func(context.Context, *mcprt.Call) error { panic("hunter2") })),
		row("exits", "math", does(func(context.Context, *mcprt.Call) error { runtime.Goexit(); return nil })),
		row("refuses_hidden", "math", does(func(context.Context, *mcprt.Call) error { return mcprt.NewRefusal("closed") })),
		row("bad_value", "math", mcprt.Structured(nil, func(context.Context, *mcprt.Call, *none) (any, error) { return badJSON{}, nil },
			func(e *bind.Encoder, v any) { e.Any(v) })),
		row("bad_text", "math", says("a\xff")),
	}
}

// talkingRows write the whole result or talk to the client: the SDK carries their
// calls.
func talkingRows() []mcprt.Row {
	hidden := talking(row("hidden_talk", "admin", says("never")))
	hidden.Scopes = []string{"b"}
	scoped := talking(row("needs_talk", "math", says("never")))
	scoped.Scopes = []string{"b"}
	asks := talking(row("asks", "math", mcprt.Text(nil, func(ctx context.Context, c *mcprt.Call, _ *none) (string, error) {
		answer, err := c.Elicit(ctx, "name", nameForm("Who?"))
		if err != nil {
			return "", err
		}
		return nameIn(answer), nil
	})))
	return []mcprt.Row{
		asks, hidden, scoped,
		row("whole", "math", answers(&mcp.CallToolResult{
			Meta: mcp.Meta{"own": "<&>"}, StructuredContent: map[string]any{"a": 1}, Content: []mcp.Content{&mcp.TextContent{Text: "a"}},
		})),
		row("whole_error", "math", answers(toolError("wrong"))),
		row("whole_nil", "math", answers(nil)),
	}
}
