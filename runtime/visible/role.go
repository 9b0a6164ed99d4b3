package visible

import (
	"context"
	"maps"
	"slices"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// ByRole returns a policy that grants each caller what its roles are granted
// together. A role that the map does not have grants nothing. The map is copied.
func ByRole(grants map[string]mcprt.Grant) mcprt.Policy {
	grants = maps.Clone(grants)
	for role, g := range grants {
		g.Sections, g.ReadOnly = slices.Clone(g.Sections), slices.Clone(g.ReadOnly)
		grants[role] = g
	}
	return func(_ context.Context, caller mcprt.Caller) (mcprt.Grant, error) {
		var all mcprt.Grant
		for _, role := range caller.Roles {
			g := grants[role]
			all.All = all.All || g.All
			all.AllReadOnly = all.AllReadOnly || g.AllReadOnly
			all.Sections = append(all.Sections, g.Sections...)
			all.ReadOnly = append(all.ReadOnly, g.ReadOnly...)
		}
		return all, nil
	}
}
