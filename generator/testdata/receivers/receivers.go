// Package receivers has tools on several types.
//
//mcp:server registry=Tools
//mcp:section demo
//mcp:hint readOnly
package receivers

import "context"

type (
	// Service has pointer receivers.
	Service struct{ Name string }

	// Value has value receivers.
	//
	//mcp:section values
	//mcp:hint additive
	Value struct{ Name string }

	// Mixed has both.
	Mixed struct{ Name string }

	// Map is called like a keyword and may be nil.
	Map map[string]string

	// Func may be nil, too.
	Func func() string

	// Context is called like an import.
	Context int

	lower string

	// Alias is another name of Service.
	Alias = Service
)

// List is one of two tools of this name.
//
//mcp:tool
func (s *Service) List(ctx context.Context) (string, error) { return "service " + s.Name, nil }

// List is the other.
//
//mcp:tool name=list_values
func (v Value) List() string { return "value " + v.Name }

// ByValue has a value receiver.
//
//mcp:tool
func (m Mixed) ByValue() string { return "by value " + m.Name }

// ByPointer has a pointer receiver.
//
//mcp:tool
func (m *Mixed) ByPointer(list string) string { return "by pointer " + m.Name + list }

// Get gets.
//
//mcp:tool
func (m Map) Get(key string) string { return m[key] }

// Call calls.
//
//mcp:tool
func (f Func) Call() string { return f() }

// Count counts.
//
//mcp:tool
func (Context) Count(ctx context.Context, n int) int { return n + 1 }

// Lower has an unexported type.
//
//mcp:tool
func (l *lower) Lower(a int) string { return string(*l) }

// Aliased has a receiver by its other name.
//
//mcp:tool
//mcp:hint destructive
func (s *Alias) Aliased() string { return "aliased " + s.Name }

// Plain has no receiver.
//
//mcp:tool
func Plain(service, value, list string) string { return service + value + list }

// NewService makes one.
//
//mcp:new
func NewService(ctx context.Context) (*Service, error) { return &Service{"new"}, nil }

// NewValue makes one.
//
//mcp:new
func NewValue() Value { return Value{"new"} }

// NewLower makes one, since others cannot.
func NewLower(s string) *lower { return (*lower)(&s) }
