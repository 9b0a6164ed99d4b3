// Package constructors has constructors that make no receiver.
//
//mcp:section demo
//mcp:hint readOnly
//mcp:server registry=New
package constructors

import "context"

// Service has a tool.
type Service struct{}

// Do does.
//
//mcp:tool
func (*Service) Do() {}

// Value has a tool.
type Value struct{}

// Get gets.
//
//mcp:tool
func (Value) Get() {}

// Other has none.
type Other struct{}

// Make makes one.
//
//mcp:new
func Make(ctx context.Context) (*Service, error) { return nil, nil }

// Again makes one, too.
//
//mcp:new
func Again() *Service { return nil } // want `^Again cannot make a receiver: Make makes that receiver already \[bad-new\]$`

// Params takes some.
//
//mcp:new
func Params(dsn string) *Service { return nil } // want `^Params cannot make a receiver: it takes parameters other than a context \[bad-new\]$`

// Two takes two.
//
//mcp:new
func Two(ctx context.Context, dsn string) *Service { return nil } // want `\[bad-new\]$`

// Nothing returns nothing.
//
//mcp:new
func Nothing() {} // want `^Nothing cannot make a receiver: it does not return T or \(T, error\) \[bad-new\]$`

// Pair returns two values.
//
//mcp:new
func Pair() (*Service, int) { return nil, 0 } // want `^Pair cannot make a receiver: it does not return T or \(T, error\) \[bad-new\]$`

// Stranger makes no receiver.
//
//mcp:new
func Stranger() Other { return Other{} } // want `^Stranger cannot make a receiver: no tool has the type that it returns as its receiver \[bad-new\]$`

// Text makes no receiver either.
//
//mcp:new
func Text() string { return "" } // want `^Text cannot make a receiver: no tool has the type that it returns as its receiver \[bad-new\]$`

// Method is no function.
//
//mcp:new
func (*Service) Method() *Service { return nil } // want `^Method cannot make a receiver: it is no plain function \[bad-new\]$`

// Generic has no fixed types.
//
//mcp:new
func Generic[T any]() T { panic("no") } // want `^Generic cannot make a receiver: it is no plain function \[bad-new\]$`

// Pointer makes a pointer where a value is needed.
//
//mcp:new
func Pointer() *Value { return nil } // want `^Pointer cannot make a receiver: the tools need Value \[bad-new\]$`

// Args has arguments.
//
//mcp:new fast // want `^unknown word "fast" in //mcp:new \[unknown-word\]$`
func Args() Value { return Value{} }

// New clashes with registry=.
func New() {} // want `^the generated constructor is called New too \[registry-clash\]$`
