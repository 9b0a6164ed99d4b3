package runtime_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// What one call does with odd arguments: no rounding, no repair, no crash, and
// listeners see what was sent.
//
// contract: S0-8, S0-47, S0-49
func TestOddArguments(t *testing.T) { // catalogue X2, X3, X5, X7
	wrong := "Error: Invalid value for argument 'a': expected int."
	outside := "Error: Invalid value for argument 'a': expected int between -9223372036854775808 and 9223372036854775807."
	tests := map[string]struct{ args, text string }{
		"absent":            {``, "Error: Missing required argument 'a'.\nError: Missing required argument 'b'."},
		"null":              {`null`, "Error: Missing required argument 'a'.\nError: Missing required argument 'b'."},
		"array":             {`[1]`, "Error: Invalid arguments: expected object."},
		"string":            {`"a"`, "Error: Invalid arguments: expected object."},
		"number":            {`1`, "Error: Invalid arguments: expected object."},
		"beyond float64":    {`{"a":9007199254740993,"b":0}`, `{"result":9007199254740993}`},
		"1.0 is an int":     {`{"a":1.0,"b":1E2}`, `{"result":101}`},
		"minus zero":        {`{"a":-0,"b":0}`, `{"result":0}`},
		"1e400":             {`{"a":1e400,"b":0}`, outside},
		"400 digits":        {`{"a":` + strings.Repeat("9", 400) + `,"b":0}`, outside},
		"half":              {`{"a":0.5,"b":0}`, wrong},
		"a name twice":      {`{"a":1,"b":2,"a":3}`, "Error: Invalid arguments: duplicate name 'a'."},
		"invalid UTF-8":     {"{\"a\":1,\"b\":2,\"c\":\"\xff\"}", "Error: Invalid arguments: invalid UTF-8."},
		"a thousand levels": {`{"a":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `,"b":0}`, "Error: Invalid arguments: nested deeper than 64 levels."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var told string
			srv := newServer(t, registry(add()), mcprt.BySections, before(func(e *mcprt.BeforeCall) { told = string(e.Arguments()) }))
			member, want := "", `{}`
			if test.args != "" {
				member, want = `,"arguments":`+test.args, test.args
			}
			answer := runtimetest.Stdio(t, srv, ada(), "2025-11-25",
				`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add"`+member+`}}`)
			var message struct {
				Result struct{ Content []struct{ Text string } }
			}
			if err := json.Unmarshal(answer, &message); err != nil || len(message.Result.Content) != 1 {
				t.Fatalf("%v: %s", err, answer)
			}
			if diff := cmp.Diff(test.text, message.Result.Content[0].Text); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if told != want {
				t.Errorf("the listener is told %.100s", told)
			}
		})
	}
}
