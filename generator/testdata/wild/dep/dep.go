// Package dep has types that wild uses from outside.
package dep

import (
	"time"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep/internal/inner"
)

// Mode is an enum of another package.
type Mode string

// The modes; one of them is nobody's business.
const (
	Fast Mode = "fast" // as fast as possible
	Slow Mode = "slow"
	odd  Mode = "odd"
)

// Weight is an integer enum of another package.
type Weight uint8

// The weights.
const (
	Light Weight = 10
	Heavy Weight = 20
)

// User is somebody.
type User struct {
	// Name is how they are called.
	Name string `json:"name"`
	Age  int8   `json:"age,omitempty"` // in years
	//mcp:param min=1 max=5 desc="from one to five"
	Stars int `json:"stars"`
}

type hidden struct {
	Secret string `json:"secret"`
}

// Holder holds what others cannot name.
type Holder struct {
	One  hidden            `json:"one"`
	More []hidden          `json:"more"`
	By   map[string]hidden `json:"by"`
	Opt  *hidden           `json:"opt,omitempty"`
	At   [2]hidden         `json:"at"`
	In   inner.T           `json:"in"`
}

// Promoted promotes the fields of a type without an exported name.
type Promoted struct {
	hidden
	When time.Time `json:"when"`
}

// Inner is the exported name of a type of a package that others cannot import.
type Inner = inner.T

// Hidden is the exported name of a type that has none itself.
type Hidden = hidden
