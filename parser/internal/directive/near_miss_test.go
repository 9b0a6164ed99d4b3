package directive

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestNearMisses(t *testing.T) {
	rows := []struct {
		name, comment, want, fix string // want is "" for prose
	}{
		{"a blank too many", "// mcp:tool name=spaced", `"// mcp:tool" is no directive`, "//mcp:tool name=spaced"},
		{"tabs", "//\t mcp:tool", "\"//\\t mcp:tool\" is no directive", "//mcp:tool"},
		{"a blank before the colon", "//mcp :tool", `"//mcp :tool" is no directive`, "//mcp:tool"},
		{"a blank behind the colon", "//mcp: tool", `"//mcp: tool" is no directive`, "//mcp:tool"},
		{"plus", "//+mcp:tool name=plus", `"//+mcp:tool" is no directive`, "//mcp:tool name=plus"},
		{"at", "// @mcp:hint readOnly", `"// @mcp:hint" is no directive`, "//mcp:hint readOnly"},
		{"a capital in the name", "//mcp:Tool name=upper", `"//mcp:Tool" is no directive`, "//mcp:tool name=upper"},
		{"capitals", "//MCP:TOOL", `"//MCP:TOOL" is no directive`, "//mcp:tool"},
		{"a misspelt name", "// mcp:tol name=x", `"// mcp:tol" is no directive`, "//mcp:tool name=x"},
		{"two slips in a long name", "// mcp:secton x", `"// mcp:secton" is no directive`, "//mcp:section x"},
		{"a longer name", "// mcp:parameter id min=1", `"// mcp:parameter" is no directive`, "//mcp:param id min=1"},
		{"arguments are tidied", "// mcp:tool  title=`a`  name=\"x\"", `"// mcp:tool" is no directive`, "//mcp:tool title=a name=x"},
		{"arguments that cannot be read stand as they are", `// mcp:tool title="a`, `"// mcp:tool" is no directive`, `//mcp:tool title="a`},
		{"a directive of a later version", "// mcp:cache ttl=60s", `"// mcp:cache" is no directive`, "//mcp:cache ttl=60s"},
		{"a sentence that begins with a name", "// MCP: tools are listed here", `"// MCP: tools" is no directive`, "//mcp:tool are listed here"},
		{
			"no name, no blank", "//mcp:", `"//mcp:" looks like a directive and is none`,
			"write a directive's name, or put a blank after // if it is prose",
		},
		{
			"prose without a blank", "//MCP: see the specification", `"//MCP: see" looks like a directive and is none`,
			"write a directive's name, or put a blank after // if it is prose",
		},
		{"block comment", "/*mcp:tool name=x*/", `"/*mcp:tool" is no directive`, "//mcp:tool name=x"},
		{"block comment with stars", "/**\n * @mcp:tool name=x\n */", `"* @mcp:tool" is no directive`, "//mcp:tool name=x"},
		{"prose", "// MCP: see the specification", "", ""},
		{"prose about the protocol", "// MCP: the client asks first.", "", ""},
		{"prose with the letters elsewhere", "// see mcp:tool", "", ""},
		{"commented out", "// //mcp:tool", "", ""},
		{"prose in a block comment", "/*\nmcp: see the specification\n*/", "", ""},
		{"another word", "//mcpx:tool", "", ""},
		{"another tool", "//mcpgen:tool", "", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := parse(t, onFunc("//mcp:tool", row.comment))
			s.collect()
			_, message, _ := strings.Cut(strings.Join(s.problems, "\n"), "near-miss: ")
			if diff := cmp.Diff(row.want, message); diff != "" {
				t.Errorf("message (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(row.fix, strings.Join(s.fixes, "\n")); diff != "" {
				t.Errorf("fix (-want +got)\n%s", diff)
			}
		})
	}
}
