package runtime_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// object is a result of structured content, n bytes of JSON.
func object(n int) *mcp.CallToolResult {
	return &mcp.CallToolResult{StructuredContent: json.RawMessage(`{"a":"` + strings.Repeat("x", n-8) + `"}`)}
}

func blocks(content ...mcp.Content) mcprt.Handler {
	return answers(&mcp.CallToolResult{Content: content})
}

// Catalogue R1, R2, R3.
//
// contract: S1-25, S1-26, S1-27, S1-28, S1-29, S1-30
func TestResultLimit(t *testing.T) {
	const tooLarge = `Tool "tool" result of %N bytes exceeds the configured limit of 10 bytes`
	refused := func(n string) string { return strings.Replace(tooLarge, "%N", n, 1) }
	sum := func(n int) mcprt.Handler {
		return mcprt.Structured(nil, func(context.Context, *mcprt.Call, *none) (int, error) { return n, nil }, encodeSum)
	}
	image := func(n int) mcp.Content { return &mcp.ImageContent{MIMEType: "image/png", Data: make([]byte, n)} }
	tests := map[string]struct {
		handler mcprt.Handler
		text    string // of the only block; "-" if there are others
		isError bool
	}{
		"at the limit":               {says("0123456789"), "0123456789", false},
		"over it":                    {says("0123456789a"), "0123456789 …[truncated, showing 10 of 11 bytes]", false},
		"empty":                      {says(""), "", false},
		"last character whole":       {says("01234567é"), "01234567é", false},
		"last character halved":      {says("012345678é"), "012345678 …[truncated, showing 9 of 11 bytes]", false},
		"four bytes, one fits":       {says("012345678😀"), "012345678 …[truncated, showing 9 of 13 bytes]", false},
		"only wide characters":       {says("日本語日本語"), "日本語 …[truncated, showing 9 of 18 bytes]", false},
		"escapes count once":         {says("\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00"), "\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00", false},
		"invalid UTF-8, short":       {says("a\xff"), internalText, true},
		"invalid UTF-8, long":        {says(strings.Repeat("a\xff", 20)), internalText, true},
		"invalid UTF-8 in a block":   {blocks(&mcp.TextContent{Text: "a\xff"}), internalText, true},
		"invalid UTF-8 in a result":  {contentsOf([]mcp.Content{&mcp.TextContent{Text: "\xff"}}), internalText, true},
		"structured, in the limit":   {answers(object(10)), "-", false},
		"structured, over it":        {answers(object(11)), refused("11"), true},
		"structured and its copy":    {sum(1), refused("12"), true}, // {"result":1}, counted once
		"one text block":             {blocks(&mcp.TextContent{Text: "0123456789a"}), "0123456789 …[truncated, showing 10 of 11 bytes]", false},
		"two text blocks":            {blocks(&mcp.TextContent{Text: "012345"}, &mcp.TextContent{Text: "012345"}), refused("12"), true},
		"a tool's own error":         {answers(toolError("0123456789a")), "0123456789 …[truncated, showing 10 of 11 bytes]", true},
		"image, in the limit":        {blocks(image(10)), "-", false},
		"image, over it":             {blocks(image(11)), refused("11"), true},
		"audio, over it":             {blocks(&mcp.AudioContent{MIMEType: "audio/ogg", Data: make([]byte, 12)}), refused("12"), true},
		"structured and another one": {answers(&mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: "0123"}}, StructuredContent: json.RawMessage(`{"a":1}`)}), refused("11"), true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for where, change := range map[string]struct {
				row int64
				opt mcprt.Option
			}{
				"row":    {10, mcprt.WithResultLimit(1)},
				"server": {0, mcprt.WithResultLimit(10)},
			} {
				tool := row("tool", "math", test.handler)
				tool.ResultLimit = change.row
				result, err := runtimetest.Connect(t, newServer(t, registry(tool), mcprt.BySections, change.opt), ada()).Call("tool", `{}`)
				if err != nil {
					t.Fatal(err)
				}
				if result.IsError != test.isError {
					t.Errorf("%s: error %t", where, result.IsError)
				}
				if test.text == "-" {
					continue
				}
				text := runtimetest.Text(t, result)
				if diff := cmp.Diff(test.text, text); diff != "" || !utf8.ValidString(text) {
					t.Errorf("%s (-want +got):\n%s", where, diff)
				}
			}
		})
	}
}

// A resource counts its decoded bytes and what stands around them.
//
// contract: S1-28
func TestResultLimitOfResources(t *testing.T) {
	resource := func(n int) mcp.Content {
		return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: "file:///a", Blob: make([]byte, n)}}
	}
	data, err := resource(0).MarshalJSON()
	if err != nil {
		t.Fatal(err)
	}
	limit := int64(len(data) + 3000)
	for n, want := range map[int]bool{2900: true, 3100: false} {
		tool := row("tool", "math", blocks(resource(n)))
		result, err := runtimetest.Connect(t, newServer(t, registry(tool), mcprt.BySections, mcprt.WithResultLimit(limit)), ada()).Call("tool", `{}`)
		if err != nil || result.IsError == want {
			t.Errorf("%d bytes: %v, error %t", n, err, result.IsError)
		}
	}
}

// contract: S1-25
func TestNoResultLimit(t *testing.T) {
	long := strings.Repeat("a", 1<<20)
	text, isError := callTool(t, newServer(t, registry(row("tool", "math", says(long))), mcprt.BySections))
	if text != long || isError {
		t.Errorf("%d bytes", len(text))
	}
}

// What was cut says so, to programs too; what was refused had its effect.
func TestLimitedResultsAreRecorded(t *testing.T) {
	recorder := &runtimetest.Recorder{}
	text, whole := row("text", "math", says("0123456789a")), row("whole", "math", answers(object(11)))
	client := runtimetest.Connect(t, newServer(t, registry(text, whole), mcprt.BySections, append(recorder.Options(), mcprt.WithResultLimit(10))...), ada())
	cut, err := client.Call("text", `{}`)
	if err != nil || cut.Meta["mcpgen/truncatedFromBytes"] != 11.0 {
		t.Errorf("%v, _meta %v", err, cut.Meta)
	}
	_, _ = client.Call("whole", `{}`)
	after, failed := recorder.After(), recorder.Failed()
	if len(after) != 2 || len(failed) != 1 {
		t.Fatalf("recorded %v", recorder.Types())
	}
	if after[0].Outcome() != mcprt.OutcomeExecuted || after[0].Failed() {
		t.Errorf("cut: %s", after[0].Outcome())
	}
	if after[1].Outcome() != mcprt.OutcomeFailed || !after[1].FunctionStarted() || !after[1].FunctionReturned() || failed[0].Reason != event.ReasonResult {
		t.Errorf("refused: %s, started %t, %s", after[1].Outcome(), after[1].FunctionStarted(), failed[0].Reason)
	}
}
