package runtime_test

import (
	"context"
	"fmt"
	"io"
	"os"
	"strings"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// MCPRegistry stands for a constructor that the generator wrote.
func MCPRegistry() *mcprt.Registry { return registry(add()) }

// keepOpen is an output that serving must not close.
type keepOpen struct{ io.Writer }

func (keepOpen) Close() error { return nil }

// A server of one generated registry answers one call of a caller who holds
// the tool's section.
func Example() {
	srv, err := mcprt.NewServer(MCPRegistry(), mcprt.WithSections(mcprt.BySections))
	if err != nil {
		fmt.Println(err)
		return
	}
	input := `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2},"_meta":{` +
		`"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`
	caller := &mcprt.Caller{ID: "ada", Sections: []string{"math"}}
	err = srv.ServeIO(context.Background(), caller, io.NopCloser(strings.NewReader(input)), keepOpen{os.Stdout})
	if err != nil {
		fmt.Println(err)
	}
	// Output:
	// {"jsonrpc":"2.0","id":1,"result":{"_meta":{"io.modelcontextprotocol/serverInfo":{"name":"calc","version":"1.2.3"}},"content":[{"type":"text","text":"{\"result\":3}"}],"structuredContent":{"result":3},"resultType":"complete"}}
}

// A policy of a host's own: what an editor may do, a viewer may look at.
func ExamplePolicy() {
	roles := map[string]string{"ada": "editor", "vera": "viewer"}
	policy := func(_ context.Context, caller mcprt.Caller) (mcprt.Grant, error) {
		switch roles[caller.ID] {
		case "editor":
			return mcprt.Grant{Sections: []string{"tasks"}}, nil
		case "viewer":
			return mcprt.Grant{ReadOnly: []string{"tasks"}}, nil
		}
		return mcprt.Grant{}, nil
	}
	_, err := mcprt.NewServer(MCPRegistry(), mcprt.WithSections(policy))
	fmt.Println(err)
	// Output: <nil>
}
