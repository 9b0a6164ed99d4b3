// Package inner cannot be imported by wild.
package inner

// T is a type that wild cannot name.
type T struct {
	Kind  Kind           `json:"kind"`
	Kinds []Kind         `json:"kinds"`
	By    map[Kind]Count `json:"by"`
	Next  *Leaf          `json:"next,omitempty"`
}

// Leaf is another one.
type Leaf struct {
	N Count `json:"n,omitempty"`
}

// Kind is an enum.
type Kind string

// The kinds.
const (
	A Kind = "a"
	B Kind = "b"
)

// Count is a number.
type Count uint16
