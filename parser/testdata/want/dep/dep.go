// Package dep has types that other packages cannot name.
package dep

import "fmt"

type hidden struct {
	A int `json:"a"`
}

// Holder holds a type without an exported name.
type Holder struct {
	H hidden `json:"h"`
	L []hidden
}

type node struct {
	Next *node `json:"next,omitempty"` // want `^tool "chain": parameter "c": field "first": field "next": recursive type dep.node cannot be named from this package \[unnameable-type\]$`
}

// Chain holds a type that contains itself.
type Chain struct {
	First node `json:"first"`
}

// Base is promoted through an unexported pointer.
type base struct {
	ID int `json:"id"` // want `^tool "promoted": parameter "p": field "id": generated code cannot reach the field through an unexported embedded type \[unnameable-type\]$`
}

// Promoted embeds an unexported pointer.
type Promoted struct {
	*base
	Name string `json:"name"`
}

// Writer has a field that JSON cannot carry.
type Writer struct {
	Out fmt.Stringer `json:"out"`
}

// Mode is an enum of another package; one constant is not exported.
type Mode string

// The modes.
const (
	Fast Mode = "fast" // as fast as possible
	Slow Mode = "slow"
	odd  Mode = "odd"
)

// Zone is mirrored wherever it is used.
type Zone struct {
	Name string `json:"name"` //mcp:param header=Zone minlen=1 // want `^tool "zones": header "Zone" on "zones\[\].name": clients look for it in nested objects only \[bad-header\]$`
}
