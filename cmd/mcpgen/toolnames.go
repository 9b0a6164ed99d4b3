package main

import (
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// toolNames lists the tools of servers by name.
func toolNames(servers []*ir.Server) []string {
	var names []string
	for _, t := range placed(servers) {
		names = append(names, t.Name)
	}
	return slices.Compact(names)
}
