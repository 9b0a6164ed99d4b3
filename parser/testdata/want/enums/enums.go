// Package enums has enums that do not fit.
//
//mcp:section demo
//mcp:hint readOnly
package enums

// Status is an enum.
type Status string

// The states.
const (
	Open Status = "open"
	Done Status = "done"
)

// Flags are a set.
type Flags int

// The flags.
const (
	Read Flags = 1 << iota
	Write
)

// Do does.
//
//mcp:tool
//mcp:param s default=opne // want `parameter "s": default: expected one of 'open', 'done' \[bad-default\]$`
//mcp:param t minlen=1 // want `parameter "t": an enum with further constraints \[bad-constraint\]$`
//mcp:param u enum=- // want `parameter "u": enum=- on a type that is no enum \[bad-constraint\]$`
//mcp:param v enum=1,x // want `parameter "v": enum value "x": "x" is no int \[bad-constraint\]$`
//mcp:param w enum=a // want `parameter "w": enum does not fit type bool \[bad-constraint\]$`
//mcp:param x enum=- minlen=2 default=x // want `parameter "x": default: expected string of at least 2 characters \[bad-default\]$`
//mcp:param flags enum=- // want `parameter "flags": enum=- on a type that is no enum \[bad-constraint\]$`
//mcp:param small enum=1,300 // want `parameter "small": enum value "300": 300 does not fit int8 \[bad-constraint\]$`
//mcp:param wide enum=1,18446744073709551615 // want `parameter "wide": enum value "18446744073709551615": .* \[bad-constraint\]$`
//mcp:param f enum=1.5 // want `parameter "f": enum does not fit type float \[bad-constraint\]$`
func Do(s, t Status, u string, v int, w bool, x Status, flags Flags, small int8, wide uint64, f float64) {
}
