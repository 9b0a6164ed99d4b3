package runtime_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// The bounds hold before the first listener, in both eras, and the values are
// those that were sent.
//
// contract: S0-25, S0-31
func TestListenersSeeBoundedMeta(t *testing.T) {
	deep := `[[[[[1]]]]]`
	tests := map[string]struct{ meta, want string }{
		"values of all kinds": {
			`{"festi/runId":"r","n":9007199254740993,"o":{"a":[null,true]},"deep":` + deep + `,"long":"` + strings.Repeat("x", 5000) + `"}`,
			`{"festi/runId":"r","n":9007199254740993,"o":{"a":[null,true]}}`,
		},
		"the protocol's are not shown": {`{"progressToken":"p","io.modelcontextprotocol/x":1,"a":1}`, `{"a":1}`},
	}
	for name, test := range tests {
		for _, revision := range runtimetest.Revisions() {
			t.Run(name+" "+revision, func(t *testing.T) {
				var got map[string]json.RawMessage
				srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections,
					before(func(e *mcprt.BeforeCall) { got = e.Meta() }))
				meta := strings.TrimSuffix(test.meta, "}") + `,"io.modelcontextprotocol/protocolVersion":"` + revision +
					`","io.modelcontextprotocol/clientCapabilities":{}}`
				runtimetest.Stdio(t, srv, ada(), revision,
					`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"tool","_meta":`+meta+`}}`)
				data, err := json.Marshal(got)
				if err != nil {
					t.Fatal(err)
				}
				var want map[string]json.RawMessage
				if err := json.Unmarshal([]byte(test.want), &want); err != nil {
					t.Fatal(err)
				}
				wanted, err := json.Marshal(want)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(string(wanted), string(data)); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
			})
		}
	}
}
