package wild

import "github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"

// Base is embedded.
type Base struct {
	ID int64 `json:"id"` // the id
}

// Audit is embedded by pointer.
type Audit struct {
	By string `json:"by"`
	*Deeper
}

// Deeper is two pointers away.
type Deeper struct {
	Depth int `json:"depth"`
}

type meta struct {
	Rev int `json:"rev"`
}

type left struct {
	X, Y int
	Both string `json:"both"`
}

type right struct {
	X    int
	Y    int `json:"Y"`
	Both string
}

// Tag is embedded although it is no struct.
type Tag string

type lower string

// Embedder embeds everything.
type Embedder struct {
	Base
	*Audit
	meta
	left
	right
	Tag
	lower
	dep.User
	Renamed `json:"renamed"`
	*Named  `json:",omitempty"`
	Rev     string `json:"rev"` // hides the embedded one
}

// Renamed is embedded under a name.
type Renamed struct {
	N int `json:"n"`
}

// Named is embedded by pointer with an option and no name.
type Named struct {
	Extra bool `json:"extra,omitempty"`
}
