package runtime_test

import (
	"context"
	"fmt"
	"sync"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// A host whose policy reads tables says whom it gave something, or took it from;
// the clients of exactly these callers then list again.
func ExampleServer_GrantsChanged() {
	var sections sync.Map // by caller id
	srv, err := mcprt.NewServer(MCPRegistry(),
		mcprt.WithSections(func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
			granted, _ := sections.Load(c.ID)
			names, _ := granted.([]string)
			return mcprt.Grant{Sections: names}, nil
		}),
		mcprt.WithListChanged())
	if err != nil {
		fmt.Println(err)
		return
	}
	sections.Store("ada", []string{"orders"})
	srv.GrantsChanged("ada")
	// Output:
}
