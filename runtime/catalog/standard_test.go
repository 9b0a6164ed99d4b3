package catalog_test

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/catalog"
)

// contract: S4-20
func TestSetStandard(t *testing.T) {
	for _, test := range []struct {
		name, method, params string
		want                 []string // method, name
	}{
		{"a tool", "tools/call", `{"name":"send","uri":"x"}`, []string{"tools/call", "send"}},
		{"a prompt", "prompts/get", `{"name":"greet"}`, []string{"prompts/get", "greet"}},
		{"a resource", "resources/read", `{"uri":"file:///a b","name":"x"}`, []string{"resources/read", "file:///a b"}},
		{"a task", "tasks/get", `{"taskId":"7"}`, []string{"tasks/get", "7"}},
		{"a task that changes", "tasks/update", `{"taskId":"7"}`, []string{"tasks/update", "7"}},
		{"a task that ends", "tasks/cancel", `{"taskId":"7"}`, []string{"tasks/cancel", "7"}},
		{"an encoded name", "tools/call", `{"name":"\u4e16界 "}`, []string{"tools/call", "=?base64?5LiW55WMIA==?="}},
		{"an empty name", "tools/call", `{"name":""}`, []string{"tools/call", ""}},
		{"a name that is no text", "tools/call", `{"name":5}`, []string{"tools/call"}},
		{"no name", "tools/call", `{}`, []string{"tools/call"}},
		{"no params", "prompts/get", ``, []string{"prompts/get"}},
		{"params that are no object", "prompts/get", `["name"]`, []string{"prompts/get"}},
		{"about nothing", "tools/list", `{"name":"send"}`, []string{"tools/list"}},
		{"a task of no kind", "tasks/list", `{"taskId":"7"}`, []string{"tasks/list"}},
		{"a notification", "notifications/cancelled", `{"name":"x"}`, []string{"notifications/cancelled"}},
		{"a response", "", ``, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := http.Header{}
			got.Set("Mcp-Method", "old")
			got.Set("Mcp-Name", "old")
			catalog.SetStandard(got, "2026-07-28", test.method, []byte(test.params))
			want := http.Header{"Mcp-Protocol-Version": {"2026-07-28"}}
			for i, value := range test.want {
				want[[]string{"Mcp-Method", "Mcp-Name"}[i]] = []string{value}
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			name, ok := catalog.Subject(test.method, []byte(test.params))
			if _, has := want["Mcp-Name"]; has != ok || ok && name == "" && test.name != "an empty name" {
				t.Errorf("subject %q, %t", name, ok)
			}
		})
	}
}
