package visible_test

import (
	"context"
	"fmt"
	"strings"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/visible"
)

func ExampleTools() {
	policy := visible.ByRole(map[string]mcprt.Grant{
		"viewer": {AllReadOnly: true},
		"editor": {Sections: []string{"tasks"}},
	})
	_, err := mcprt.NewServer(rows(),
		mcprt.WithSections(policy),
		visible.Tools(visible.Rules{Deny: []string{"tag:internal", "task_delte"}}))
	fmt.Println(err)
	// Output: visible: "task_delte": pattern matches no tool
}

func ExampleByPermission() {
	holds := func(_ context.Context, caller mcprt.Caller) (map[string]bool, error) {
		return map[string]bool{"tasks.write": strings.HasPrefix(caller.ID, "editor-")}, nil
	}
	_, err := mcprt.NewServer(rows(),
		mcprt.WithSections(mcprt.AllSections),
		visible.ByPermission(holds, map[string]string{"task_delete": "tasks.write"}))
	fmt.Println(err)
	// Output: <nil>
}
