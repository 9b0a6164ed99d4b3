// Package drive calls generated tools as a client does.
package drive

import (
	"encoding/json"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func newServer(t *testing.T, reg *mcprt.Registry) *mcprt.Server {
	t.Helper()
	srv, err := mcprt.NewServer(reg, mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func connect(t *testing.T, reg *mcprt.Registry) *runtimetest.Client {
	t.Helper()
	return runtimetest.Connect(t, newServer(t, reg), &mcprt.Caller{ID: "ada"})
}

// row is a call and what it answers: structured content, else a text. A text
// that begins with "Error: " is that of an error.
type row struct{ name, tool, args, structured, text string }

func run(t *testing.T, reg *mcprt.Registry, rows []row) {
	t.Helper()
	client := connect(t, reg)
	for _, r := range rows {
		t.Run(r.name, func(t *testing.T) {
			res, err := client.Call(r.tool, r.args)
			if err != nil {
				t.Fatal(err)
			}
			if res.IsError != strings.HasPrefix(r.text, "Error: ") {
				t.Errorf("isError is %v, content %s", res.IsError, text(res))
			}
			if r.structured == "" {
				if diff := cmp.Diff(r.text, text(res)); diff != "" {
					t.Errorf("text (-want +got):\n%s", diff)
				}
			}
			if diff := cmp.Diff(decode(t, r.structured), decode(t, structured(t, res))); diff != "" {
				t.Errorf("structured content (-want +got):\n%s", diff)
			}
		})
	}
}

func text(res *mcp.CallToolResult) string {
	var out []string
	for _, c := range res.Content {
		if tc, ok := c.(*mcp.TextContent); ok {
			out = append(out, tc.Text)
		}
	}
	return strings.Join(out, "\n")
}

func structured(t *testing.T, res *mcp.CallToolResult) string {
	t.Helper()
	if res.StructuredContent == nil {
		return ""
	}
	raw, err := json.Marshal(res.StructuredContent)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}

func decode(t *testing.T, s string) any {
	t.Helper()
	if s == "" {
		return nil
	}
	var v any
	if err := json.Unmarshal([]byte(s), &v); err != nil {
		t.Fatalf("%s: %v", s, err)
	}
	return v
}

// without names fields that a result leaves out.
func without(t *testing.T, object string, names ...string) string {
	t.Helper()
	var m map[string]any
	if err := json.Unmarshal([]byte(object), &m); err != nil {
		t.Fatal(err)
	}
	for _, n := range names {
		delete(m, n)
	}
	raw, err := json.Marshal(m)
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
