package catalog

import (
	"fmt"
	"strings"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// tool is what is known about one tool: params or the reason of its rejection.
type tool struct {
	params []header.Param
	reason string
}

// isOrdinary reports whether there is nothing to remember.
func (t tool) isOrdinary() bool { return len(t.params) == 0 && t.reason == "" }

// cost is about how many bytes it takes to remember t under name.
func (t tool) cost(name string) int {
	const overhead = 128 // of an entry, of a param, of a path's element
	cost := overhead + len(name) + len(t.reason)
	for _, p := range t.params {
		cost += overhead + len(p.Name)
		for _, step := range p.Path {
			cost += overhead + len(step)
		}
	}
	return cost
}

// RejectedError is the error of a call that was not sent, since no client could
// compute the headers that the tool's annotations ask for.
type RejectedError struct {
	// Tool is the name the caller gave.
	Tool string
	// Reason quotes the tool's schema, see [header.AnnotationError].
	Reason string
}

// Error names the tool and the reason (contract: S4-13).
func (e *RejectedError) Error() string {
	return fmt.Sprintf(`Refusing to call tool %q: its "x-mcp-header" annotations are invalid (%s).`, cut(e.Tool), e.Reason)
}

// cut bounds a name that comes from a server.
func cut(name string) string {
	const longest = 128
	if len(name) <= longest {
		return name
	}
	return strings.ToValidUTF8(name[:longest], "") + "…"
}
