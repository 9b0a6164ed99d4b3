package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const internalText = "Error: An internal error occurred while executing the tool."

// badError is an error whose own method panics.
type badError struct{}

func (*badError) Error() string { panic("hunter2") }

// badJSON is a value that cannot be encoded.
type badJSON struct{ panics bool }

func (b badJSON) MarshalJSON() ([]byte, error) {
	if b.panics {
		panic("hunter2")
	}
	return nil, errHost
}

func encodeBad(e *bind.Encoder, b badJSON) {
	e.Object()
	e.Name("result")
	e.JSON(b)
	e.EndObject()
}

func structuredBad(panics bool) mcprt.Handler {
	return mcprt.Structured(nil, func(context.Context, *mcprt.Call, *none) (badJSON, error) { return badJSON{panics}, nil }, encodeBad)
}

// brokenTools fail inside, each in its own way.
func brokenTools() map[string]mcprt.Handler {
	text := func(s string) []mcp.Content { return []mcp.Content{&mcp.TextContent{Text: s}} }
	return map[string]mcprt.Handler{
		"error":           does(func(context.Context, *mcprt.Call) error { return errHost }),
		"error in error":  does(func(context.Context, *mcprt.Call) error { return &badError{} }),
		"nil error":       does(func(context.Context, *mcprt.Call) error { return (*badError)(nil) }),
		"panic":           does(func(context.Context, *mcprt.Call) error { panic("hunter2") }),
		"panic of error":  does(func(context.Context, *mcprt.Call) error { panic(&badError{}) }),
		"goexit":          does(func(context.Context, *mcprt.Call) error { runtime.Goexit(); return nil }),
		"nil map":         does(func(context.Context, *mcprt.Call) error { var m map[string]int; m["hunter2"]++; return nil }),
		"binding error":   does(func(context.Context, *mcprt.Call) error { return bindingError() }),
		"encoder error":   structuredBad(false),
		"encoder panic":   structuredBad(true),
		"nil result":      answers(nil),
		"nil content":     answers(&mcp.CallToolResult{Content: []mcp.Content{nil}}),
		"nil text":        answers(&mcp.CallToolResult{Content: []mcp.Content{(*mcp.TextContent)(nil)}}),
		"content error":   answers(&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Meta: mcp.Meta{"x": badJSON{}}}}}),
		"content panic":   answers(&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Meta: mcp.Meta{"x": badJSON{true}}}}}),
		"structure error": answers(&mcp.CallToolResult{Content: text(""), StructuredContent: badJSON{}}),
		"structure panic": answers(&mcp.CallToolResult{Content: text(""), StructuredContent: badJSON{true}}),
		"meta error":      answers(&mcp.CallToolResult{Content: text(""), Meta: mcp.Meta{"x": badJSON{}}}),
		"meta panic":      answers(&mcp.CallToolResult{Content: text(""), Meta: mcp.Meta{"x": badJSON{true}}}),
	}
}

// bindingError is what the binder of another call returned.
func bindingError() error {
	_, err := bind.Arguments([]byte(`[]`), bind.Options{}, nil, new(none))
	return err
}

// contract: S0-51, S0-54, S0-55, S0-57
func TestWhatFailsInsideIsOneText(t *testing.T) {
	for name, handler := range brokenTools() {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			srv := newServer(t, registry(row("broken", "math", handler)), mcprt.BySections, log.option())
			http := handlerFor(t, srv, ada())
			for _, revision := range runtimetest.Revisions() {
				request := runtimetest.Request(revision, "tools/call", `{"name":"broken","arguments":{"token":"s3cret"}}`)
				for transport, answer := range map[string][]byte{
					"stdio": runtimetest.Stdio(t, srv, ada(), revision, request),
					"http":  runtimetest.HTTP(t, http, revision, request),
				} {
					checkInternal(t, transport+" "+revision, answer, revision)
				}
			}
			if got := log.String(); !strings.Contains(got, "tool=broken") || !strings.Contains(got, "source=example.com/calc.broken") {
				t.Errorf("log names no tool: %s", got)
			}
			if strings.Contains(log.String(), "s3cret") {
				t.Errorf("log holds an argument: %s", log)
			}
		})
	}
}

// checkInternal wants a tool error of exactly the one text.
func checkInternal(t *testing.T, what string, answer []byte, revision string) {
	t.Helper()
	_, body, _ := strings.Cut(string(answer), `{"jsonrpc"`)
	var message struct {
		Result struct {
			ResultType        string
			IsError           bool
			Content           []struct{ Text string }
			StructuredContent any
		}
	}
	if err := json.Unmarshal([]byte(`{"jsonrpc"`+body), &message); err != nil {
		t.Fatalf("%s: %v: %s", what, err, answer)
	}
	result := message.Result
	if !result.IsError || len(result.Content) != 1 || result.Content[0].Text != internalText || result.StructuredContent != nil {
		t.Errorf("%s: %s", what, answer)
	}
	if newer := revision >= "2026-07-28"; newer != (result.ResultType == "complete") {
		t.Errorf("%s: resultType %q", what, result.ResultType)
	}
	if strings.Contains(string(answer), "hunter2") {
		t.Errorf("%s: the answer leaks: %s", what, answer)
	}
}

func TestPanicIsLoggedWithItsStack(t *testing.T) {
	log := &journal{}
	srv := newServer(t, registry(row("broken", "math", brokenTools()["panic"])), mcprt.BySections, log.option())
	_, _ = runtimetest.Connect(t, srv, ada()).Call("broken", "")
	if got := log.String(); !strings.Contains(got, "panic: hunter2") || !strings.Contains(got, "execute_test.go") {
		t.Errorf("log: %s", got)
	}
}

// contract: S0-47, S0-49, S0-56
func TestArguments(t *testing.T) {
	srv := newServer(t, registry(add()), mcprt.BySections)
	tests := map[string]struct {
		args    string
		text    string
		isError bool
		ignored any
	}{
		"good":      {`{"a":1,"b":2}`, `{"result":3}`, false, nil},
		"wrong":     {`{"a":"1","b":2}`, "Error: Invalid value for argument 'a': expected int.", true, nil},
		"missing":   {`{"a":1}`, "Error: Missing required argument 'b'.", true, nil},
		"no object": {`[1,2]`, "Error: Invalid arguments: expected object.", true, nil},
		"undeclared": {
			`{"a":1,"b":2,"c":3}`, `{"result":3}`, false, []any{"c"},
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			result, err := runtimetest.Connect(t, srv, ada()).Call("add", test.args)
			if err != nil {
				t.Fatal(err)
			}
			if got := runtimetest.Text(t, result); got != test.text || result.IsError != test.isError {
				t.Errorf("text %q isError %t, want %q %t", got, result.IsError, test.text, test.isError)
			}
			if diff := cmp.Diff(test.ignored, result.Meta["mcpgen/ignoredArguments"]); diff != "" {
				t.Errorf("ignored (-want +got):\n%s", diff)
			}
			if structured := result.StructuredContent != nil; structured == test.isError {
				t.Errorf("structured content is there: %t", structured)
			}
		})
	}
}

func TestIgnoredArgumentsAreNamedForEveryKind(t *testing.T) {
	meta := mcp.Meta{"own": 1}
	srv := newServer(t, registry(
		row("text", "math", says("x")),
		row("nothing", "math", does(func(context.Context, *mcprt.Call) error { return nil })),
		row("result", "math", answers(&mcp.CallToolResult{Meta: meta})),
	), mcprt.BySections)
	client := runtimetest.Connect(t, srv, ada())
	for _, name := range []string{"text", "nothing", "result"} {
		result, err := client.Call(name, `{"zzz":1}`)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff([]any{"zzz"}, result.Meta["mcpgen/ignoredArguments"]); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
	if diff := cmp.Diff(mcp.Meta{"own": 1}, meta); diff != "" {
		t.Errorf("the host's own _meta was written to:\n%s", diff)
	}
}

func TestResultsPassAsWritten(t *testing.T) {
	big := json.RawMessage(`{"n":9007199254740993}`)
	tests := map[string]struct {
		handler mcprt.Handler
		want    string
	}{
		"nothing":        {does(func(context.Context, *mcprt.Call) error { return nil }), `{"content":[]}`},
		"text":           {says("a\xffb"), `{"content":[{"type":"text","text":"a` + "\uFFFD" + `b"}]}`},
		"contents":       {contents(), `{"content":[{"type":"text","text":"a"},{"type":"image","mimeType":"image/png","data":"AQI="}]}`},
		"no contents":    {contentsOf(nil), `{"content":[]}`},
		"empty result":   {answers(&mcp.CallToolResult{}), `{"content":[]}`},
		"exact integers": {answers(&mcp.CallToolResult{StructuredContent: big}), `{"content":[],"structuredContent":{"n":9007199254740993}}`},
		"tool error without structure": {
			answers(&mcp.CallToolResult{IsError: true, StructuredContent: big}), `{"content":[],"isError":true}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, registry(row("tool", "math", test.handler)), mcprt.BySections)
			got := runtimetest.Stdio(t, srv, ada(), "2025-11-25", runtimetest.Request("2025-11-25", "tools/call", `{"name":"tool"}`))
			want := `{"jsonrpc":"2.0","id":7,"result":` + test.want + "}\n"
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func contents() mcprt.Handler {
	return contentsOf([]mcp.Content{&mcp.TextContent{Text: "a"}, &mcp.ImageContent{MIMEType: "image/png", Data: []byte{1, 2}}})
}

func contentsOf(blocks []mcp.Content) mcprt.Handler {
	return mcprt.Contents(nil, func(context.Context, *mcprt.Call, *none) ([]mcp.Content, error) { return blocks, nil })
}

// A function that goes on writing to what it returned is a race of its own,
// and must not become one of the server: run with -race.
func TestResultIsTakenWhenTheFunctionReturns(t *testing.T) {
	shared := &mcp.CallToolResult{Meta: mcp.Meta{"own": 1}, Content: []mcp.Content{&mcp.TextContent{Text: "a"}}}
	srv := newServer(t, registry(row("tool", "math", answers(shared))), mcprt.BySections)
	client := runtimetest.Connect(t, srv, ada())
	for range 3 {
		if _, err := client.Call("tool", ""); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(mcp.Meta{"own": 1}, shared.Meta); diff != "" {
		t.Errorf("meta (-want +got):\n%s", diff)
	}
}

func TestCallTellsAboutItself(t *testing.T) {
	var got mcprt.Caller
	var name, section string
	var hints mcprt.Hints
	r := row("tool", "math", does(func(_ context.Context, c *mcprt.Call) error {
		got, name, section, hints = c.Caller(), c.Name(), c.Section(), c.Hints()
		c.Caller().Sections[0] = "admin"
		return nil
	}))
	r.Hints.ReadOnly = true
	srv := newServer(t, registry(r), mcprt.BySections)
	client := runtimetest.Connect(t, srv, ada())
	for range 2 { // the second call sees what the first did to its copy
		if _, err := client.Call("tool", ""); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(*ada(), got); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
	if name != "tool" || section != "math" || !hints.ReadOnly {
		t.Errorf("name %q section %q hints %+v", name, section, hints)
	}
}

// A cancelled call is answered at once, even if the function goes on.
func TestCancelledCallIsAnsweredAtOnce(t *testing.T) {
	started, leave := make(chan struct{}), make(chan struct{})
	cause := make(chan error, 1)
	srv := newServer(t, registry(row("stubborn", "math", does(func(ctx context.Context, _ *mcprt.Call) error {
		close(started)
		<-ctx.Done()
		cause <- ctx.Err()
		<-leave
		return nil
	}))), mcprt.BySections)
	defer close(leave)
	client := runtimetest.Connect(t, srv, ada())
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-started; cancel() }()
	_, err := client.Session().CallTool(ctx, &mcp.CallToolParams{Name: "stubborn"})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("call: %v, want it cancelled", err)
	}
	if err := <-cause; !errors.Is(err, context.Canceled) {
		t.Errorf("the function saw %v", err)
	}
	if got := client.List(); len(got) != 1 { // the connection still works
		t.Errorf("listed %v", got)
	}
}
