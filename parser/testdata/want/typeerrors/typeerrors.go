// Package typeerrors does not compile; only what touches a tool is reported.
//
//mcp:section demo
//mcp:hint readOnly
package typeerrors

import "example.com/nowhere"

// Elsewhere touches no tool.
var Elsewhere undefinedElsewhere = missing()

// Body has errors in its body.
//
//mcp:tool
func Body(n int) int {
	return undefinedCall(n) + "x"
}

// Param has a type that does not exist.
//
//mcp:tool
func Param(
	a Missing, // want `^tool "param": parameter "a": its type does not type-check: undefined: Missing \[type-error\]$`
	b []Absent, // want `^tool "param": parameter "b": its type does not type-check: undefined: Absent \[type-error\]$`
	c map[Gone]int, // want `^tool "param": parameter "c": its type does not type-check: undefined: Gone \[type-error\]$`
	d nowhere.Type, // want `^tool "param": parameter "d": its type does not type-check.* \[type-error\]$`
) {
}

// Broken has a field that does not exist.
type Broken struct {
	A NoSuch // want `^tool "field": parameter "b": field "A": its type does not type-check: undefined: NoSuch \[type-error\]$`
}

// Field takes it.
//
//mcp:tool
func Field(b *Broken, n int) {}

// Result returns what does not exist.
//
//mcp:tool
func Result() (Unknown, error) { panic("no") } // want `^tool "result": result: its type does not type-check: undefined: Unknown \[type-error\]$`

// Twice is declared twice.
//
//mcp:tool
func Twice() {}

//mcp:tool
func Twice(a int) {} // want `^Twice does not type-check: .*Twice redeclared.* \[type-error\]$`

// Lost is a method of nothing.
//
//mcp:tool
func (m *Nothing) Lost() {} // want `^Lost does not type-check.* \[type-error\]$`

// Grow gets larger with every step, which the compiler refuses.
type Grow[T any] struct {
	Next *Grow[[]T] `json:"next"` // want `^tool "growing": parameter "g": field "next": .*…: types nested too deeply \[unsupported-type\]$`
}

// Growing takes one.
//
//mcp:tool
func Growing(g Grow[int], n int) {}
