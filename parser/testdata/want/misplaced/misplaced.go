// Package misplaced has directives where they have no effect.
//
//mcp:tool // want `^//mcp:tool is misplaced: on a package clause \[misplaced\]$`
//mcp:section demo
//mcp:hint readOnly
package misplaced

import "context"

// Do is far from its directive.
//
//mcp:tool // want `^//mcp:tool is misplaced: detached from func Do by a blank line \[misplaced\]$`

func Do() {}

//mcp:tool // want `^//mcp:tool is misplaced: on a variable \[misplaced\]$`
var value = 1

//mcp:tool // want `^//mcp:tool is misplaced: on a constant \[misplaced\]$`
const constant = 1

// Group is a type in a group.
//
//mcp:section other // want `^//mcp:section is misplaced: on a group of types \[misplaced\]$`
type (
	// Member is a member.
	//
	//mcp:tool // want `^//mcp:tool is misplaced: on a type \[misplaced\]$`
	Member struct {
		//mcp:tool // want `^//mcp:tool is misplaced: on a struct field \[misplaced\]$`
		A int
	}
)

// Iface is an interface.
type Iface interface {
	//mcp:tool // want `^//mcp:tool is misplaced: on a method of an interface \[bad-signature\]$`
	Method()
}

// Body has a directive in its body.
func Body() {
	//mcp:tool // want `^//mcp:tool is misplaced: inside the body of func Body \[misplaced\]$`
}

// List has a directive in its parameter list.
//
//mcp:tool
func List(
	ctx context.Context,
	//mcp:param n min=1 // want `^//mcp:param is misplaced: in the parameter list of func List \[misplaced\]$`
	n int,
) {
}

// NoTool is no tool.
//
//mcp:section demo // want `^//mcp:section is misplaced: on a function that is no tool \[misplaced\]$`
//mcp:hint readOnly // want `^//mcp:hint is misplaced: on a function that is no tool \[misplaced\]$`
func NoTool() {}

// Two says two things on one line.
//
//mcp:tool //mcp:hint destructive // want `^//mcp:hint is misplaced: behind //mcp:tool \[misplaced\]$`
func Two() {}

// Alias has no methods.
//
//mcp:section other
type Alias = Aliased // want `^directives are misplaced on the alias Alias: .* \[misplaced\]$`

// Aliased could have some.
type Aliased struct{}

//mcp:server name=x // want `^//mcp:server is misplaced: at the end of the file \[misplaced\]$`
