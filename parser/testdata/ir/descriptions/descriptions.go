// Package descriptions has comments in every place where a description can stand.
//
//mcp:section demo
//mcp:hint readOnly
package descriptions

import "context"

// Trailing has comments behind its parameters.
//
//mcp:tool
func Trailing(
	ctx context.Context, // not an argument
	query string, // search expression
	limit int, /* how many */
	last bool, // before the closing parenthesis
) {
}

// Above has comments above its parameters.
//
//mcp:tool
func Above(
	ctx context.Context,
	// search expression
	// on two lines
	query string, // not this one
	// how many
	limit int,

	// detached by a blank line

	detached int,
	plain int,
) {
}

// OneLine has them all on one line.
//
//mcp:tool
func OneLine(a string, b int /* this is b */, c bool) {} // not a parameter's

// Shared has one comment for two.
//
//mcp:tool
func Shared(
	a, b int, // for both
	c string, d string, // for the last
	/* inline */ e int,
) {
}

// Wins has descriptions in directives.
//
//mcp:tool
//mcp:param a desc="from the directive"
//mcp:param b desc=
func Wins(
	a int, // from the comment
	b int, // switched off
) {
}

// Multiline has a type of several lines.
//
//mcp:tool
func Multiline(
	in struct {
		A int // the field's
		// above B
		B    int    // not this one
		C, D string // for both
	}, // the parameter's
	n int, // the number
) {
}

// Old style of a comment.

/*
Block is described in a block comment.

	indented

# Heading

[Link] and a list:
  - one
  - two
*/
//mcp:tool
func Block() {}

//mcp:tool
func Undocumented(a int) {}

// Other directives are no description.
//
//go:noinline
//mcp:tool
//nolint:unused
func Other() {}

// Deprecated is described.
//
// Deprecated: use Other.
//
//mcp:tool
func Deprecated() {}

// State is an enum.
type State string

// The states.
const (
	// Open is above.
	Open   State = "open"
	Closed State = "closed" // is behind
	Gone   State = "gone"
)

// Lonely is declared alone.
const Lonely State = "lonely"

// Enum has the constants' comments, and its own.
//
//mcp:tool
func Enum(
	s State, // the state
	l []State,
	p *State,
) {
}

// Grade is an enum that the zero value belongs to.
type Grade int

// The grades.
const (
	None Grade = iota // not graded
	Good              // well done
)

// Report has enums as a result has them: those that the zero value belongs to,
// and those that a directive asks for. The constants' comments are there anyway.
type Report struct {
	State  State   `json:"state"` // how it is
	States []State `json:"states"`
	Grade  Grade   `json:"grade"`
	Final  State   `json:"final"` //mcp:param enum=closed,gone
	Quiet  State   `json:"quiet"` //mcp:param enum=-
}

// Enums gives back what it takes.
//
//mcp:tool
func Enums(r Report) Report { return r }

// Wrapped is an enum alone.
//
//mcp:tool
func Wrapped() State { return Open }
