// Package signatures has functions that cannot be tools.
//
//mcp:section demo
//mcp:hint readOnly
package signatures

import "context"

// Three returns too much.
//
//mcp:tool
func Three() (int, string, error) { return 0, "", nil } // want `^tool "three": results \(int, string, error\) \[bad-signature\]$`

// First returns the error first.
//
//mcp:tool
func First() (error, int) { return nil, 0 } // want `^tool "first": results \(error, int\) \[bad-signature\]$`

// Errors returns two errors.
//
//mcp:tool
func Errors() (a, b error) { return nil, nil } // want `^tool "errors": results \(a error, b error\) \[bad-signature\]$`

// Pair returns two values.
//
//mcp:tool
func Pair() (int, int) { return 0, 0 } // want `^tool "pair": results \(int, int\) \[bad-signature\]$`

// Late has its context last.
//
//mcp:tool
func Late(a int, ctx context.Context) {} // want `^tool "late": a context that is not the first parameter \[bad-signature\]$`

// Second has two contexts.
//
//mcp:tool
func Second(ctx, other context.Context) {} // want `^tool "second": a context that is not the first parameter \[bad-signature\]$`

// Blank has a blank parameter.
//
//mcp:tool
func Blank(_ context.Context, _ int) {} // want `^tool "blank": a parameter without a name has no argument name \[bad-signature\]$`

// Unnamed has parameters without names.
//
//mcp:tool
func Unnamed(context.Context, int) {} // want `^tool "unnamed": a parameter without a name has no argument name \[bad-signature\]$`

// Generic has no fixed types.
//
//mcp:tool
func Generic[T any](v T) {} // want `^a generic function cannot be a tool \[bad-signature\]$`

// Box is generic.
type Box[T any] struct{ v T }

// Get is a method of a generic type.
//
//mcp:tool
func (b Box[T]) Get() T { return b.v } // want `^a method of a generic type cannot be a tool \[bad-signature\]$`

//mcp:tool
func init() {} // want `^a function called init cannot be called \[bad-signature\]$`

//mcp:tool
func _() {} // want `^a function called _ cannot be called \[bad-signature\]$`

// Service has a blank method.
type Service struct{}

//mcp:tool
func (s Service) _() {} // want `^a function called _ cannot be called \[bad-signature\]$`

// main is an ordinary function outside package main.
func main() {}
