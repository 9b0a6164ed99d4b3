// Package shadow declares every name that generated code would like to have.
//
//mcp:section demo
//mcp:hint readOnly
package shadow

import (
	gocontext "context"

	"github.com/mcpgen-go/mcpgen/generator/testdata/shadow/real"
)

// Names of locals and imports.
const (
	d, v, o, e, p, x, i, a, ctx, call = 1, 2, 3, 4, 5, 6, 7, 8, 9, 10
	o2, p2, i2, x2                    = 1, 2, 3, 4

	bind, mcp, mcprt, context, json, predeclared = 1, 2, 3, 4, 5, 6

	mcpBindDo, mcpArgsDo, mcpEncodeDo, mcpInputDo, mcpOutputDo, mcpFieldsDo, mcpWriteNested = 1, 2, 3, 4, 5, 6, 7
)

// Predeclared names with another meaning.
type (
	any     struct{}
	bool    struct{}
	error   struct{}
	int64   struct{}
	float64 struct{}
	uint64  struct{}
)

const (
	true  = "yes"
	false = "no"
	iota  = 1
)

func len()     {}
func new()     {}
func string()  {}
func float32() {}
func int()     {}

// Nested is written and read.
type Nested struct {
	N  real.Int                    `json:"n,omitempty"`
	F  real.Float64                `json:"f"`
	G  real.Float32                `json:"g"`
	S  []real.String               `json:"s,omitempty"`
	M  map[real.String]real.Uint64 `json:"m,omitempty"`
	A  real.Any                    `json:"a,omitempty"`
	B  real.Bool                   `json:"b"`
	In []struct {
		Q *real.Int64 `json:"q"`
	} `json:"in"`
}

// Service is the receiver.
type Service struct{}

// Do takes parameters that are called like everything else.
//
//mcp:tool
//mcp:param v default=5
func (s *Service) Do(_ gocontext.Context, d, v, o real.Int, nul, len real.String, any Nested, bind []Nested, mcprt map[real.Int]Nested, context ...real.Int) (Nested, real.Error) {
	any.N = d + v + o
	return any, nil
}

// Say returns text.
//
//mcp:tool strict coerce
func Say(string real.String, opt *real.Bool) real.String { return string }

// Fail returns an error only.
//
//mcp:tool
func Fail(a2 real.Any) real.Error { return nil }
