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

// Both is two things.
//
//mcp:tool
//mcp:prompt // want `^//mcp:prompt is misplaced: on a function that has //mcp:tool \[misplaced\]$`
func Both() string { return "" }

// Guided says what it does to the world.
//
//mcp:prompt
//mcp:hint destructive // want `^//mcp:hint is misplaced: on a prompt, which only reads \[misplaced\]$`
//mcp:limit timeout=1s // want `^//mcp:limit is misplaced: on a prompt, which only reads \[misplaced\]$`
//mcp:scope a b // want `^//mcp:scope is misplaced: on a prompt: only tools need scopes \[misplaced\]$`
func Guided() string { return "" }

// Cached is kept.
//
//mcp:resource uri=demo://cached
//mcp:cache ttl=1s // want `^//mcp:cache is misplaced: on a resource, which only reads \[misplaced\]$`
//mcp:meta a=b // want `^//mcp:meta is misplaced: on a resource, which only reads \[misplaced\]$`
//mcp:scope a // want `^//mcp:scope is misplaced: on a resource: only tools need scopes \[misplaced\]$`
func Cached() string { return "" }

// Complete has a section of its own.
//
//mcp:complete prompt=guided arg=a
//mcp:section other // want `^//mcp:section is misplaced: on a completion, which belongs to what it completes \[misplaced\]$`
//mcp:param value min=1 // want `^//mcp:param is misplaced: on a completion, .* \[misplaced\]$`
func Complete(value string) []string { return nil }

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
