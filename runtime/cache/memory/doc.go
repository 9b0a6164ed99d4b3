// Package memory keeps cached results in this process.
//
//	store, err := memory.New(64 << 20)
//	srv, err := mcprt.NewServer(reg, mcprt.WithSections(policy), mcprt.WithCache(store))
package memory
