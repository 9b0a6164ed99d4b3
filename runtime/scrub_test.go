package runtime_test

import (
	"io"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// internals are words of the SDK's source, and what the requests below contain.
var internals = regexp.MustCompile(`mcp\.|jsonrpc2|Go |json:|map\[|unmarshal|hunter2|malformed payload`)

// No answer names a Go type or repeats what was sent.
func TestAnswersHoldNoInternals(t *testing.T) {
	r := raw{t, newServer(t, two(), mcprt.BySections), ada()}
	for name, request := range map[string]string{
		"nothing":               ``,
		"no JSON":               `hunter2`,
		"half":                  `{"jsonrpc":"2.0","id":7,"met`,
		"text behind":           `{"jsonrpc":"2.0","id":7,"method":"ping"} hunter2`,
		"a text":                `"hunter2"`,
		"id of an object":       `{"jsonrpc":"2.0","id":{"hunter2":1},"method":"tools/list"}`,
		"another version":       `{"jsonrpc":"hunter2","id":7,"method":"tools/list"}`,
		"version of a number":   `{"jsonrpc":2,"id":7,"method":"tools/list"}`,
		"method of a number":    `{"jsonrpc":"2.0","id":7,"method":5}`,
		"unknown method":        `{"jsonrpc":"2.0","id":7,"method":"hunter2","params":{META}}`,
		"error of a number":     `{"jsonrpc":"2.0","id":7,"error":5}`,
		"far too deep":          strings.Repeat("[", 20_000),
		"too deep for the SDK":  `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `,META}}`,
		"cursor of a number":    `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":5,META}}`,
		"params of a list":      `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":["hunter2"]}`,
		"prompt of a number":    `{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":{"name":5,"x":"data: hunter2",META}}`,
		"completion of numbers": `{"jsonrpc":"2.0","id":7,"method":"completion/complete","params":{"ref":5,META}}`,
		"handshake of numbers":  `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":5,META}}`,
	} {
		for revision, meta := range map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026} {
			t.Run(name+" "+revision, func(t *testing.T) {
				got := r.post(revision, strings.ReplaceAll(request, "META", meta), "x")
				if found := internals.FindString(got); found != "" {
					t.Errorf("%q in %s", found, got)
				}
			})
		}
	}
}

// On stdio the same errors come back as messages.
func TestStdioAnswersHoldNoInternals(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	for name, test := range map[string]struct{ request, want string }{
		"unknown method":     {`{"jsonrpc":"2.0","id":7,"method":"hunter2","params":{}}`, `{"code":-32601,"message":"Method not found"}`},
		"cursor of a number": {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":5}}`, `{"code":-32602,"message":"Invalid params"}`},
		"params of a list":   {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":["hunter2"]}`, `{"code":-32602,"message":"Invalid params"}`},
		"no params":          {`{"jsonrpc":"2.0","id":7,"method":"prompts/get","params":null}`, `{"code":-32600,"message":"Invalid Request"}`},
	} {
		t.Run(name, func(t *testing.T) {
			got := raw{t, srv, ada()}.stdio("2025-11-25", test.request)
			if diff := cmp.Diff(`{"jsonrpc":"2.0","id":7,"error":`+test.want+"}\n", got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	got := raw{t, srv, ada()}.stdio("2026-07-28", `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`)
	want := `{"jsonrpc":"2.0","id":7,"error":{"code":-32600,"message":"Invalid Request: session is not initialized"}}` + "\n"
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("without a handshake (-want +got):\n%s", diff)
	}
}

// A message that is cut off at the end of the input ends serving with an error,
// after what came before has been answered.
func TestHalfAMessageIsAnError(t *testing.T) {
	for name, last := range map[string]string{
		"half":          `{"jsonrpc":"2.0","id":8,"meth`,
		"all but a bit": `{"jsonrpc":"2.0","id":8,"method":"tools/list","params":{}`,
		"one quote":     `"`,
	} {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, two(), mcprt.BySections)
			input := runtimetest.Request("2026-07-28", "tools/call", `{"name":"add","arguments":{"a":1,"b":2}}`) + "\n" + last
			var out sink
			if err := srv.ServeIO(t.Context(), ada(), io.NopCloser(strings.NewReader(input)), &out); err == nil {
				t.Error("served without an error")
			}
			if !strings.Contains(out.String(), `"structuredContent":{"result":3}`) {
				t.Errorf("answers: %s", out.String())
			}
		})
	}
}

// What a remote caller sends leaves nothing in the log, however wrong it is.
func TestWrongMessagesLogNothing(t *testing.T) {
	log := &journal{}
	r := raw{t, newServer(t, two(), mcprt.BySections, log.option()), ada()}
	for _, request := range []string{
		`{"jsonrpc":"2.0","id":7,"method":"ping","params":{META}}`,
		`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{META}}`,
		`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":5,META}}`,
		`{"jsonrpc":"2.0","id":7,"method":"logging/setLevel","params":{"level":5,META}}`,
		callOf(`"name":{},`),
		callOf(`"name":"a","name":"b",`),
	} {
		r.each(request, "x", func(string, string) {})
	}
	if got := log.String(); got != "[]" {
		t.Errorf("log: %s", got)
	}
}
