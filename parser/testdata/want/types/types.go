// Package types has types that cannot be carried or named.
//
//mcp:section demo
//mcp:hint readOnly
package types

import (
	"context"
	"encoding/json"
	"fmt"
	"net/rpc"

	"github.com/mcpgen-go/mcpgen/parser/testdata/want/dep"
)

// MyByte makes slices that are neither text nor numbers.
type MyByte byte

// Kinds JSON cannot carry.
//
//mcp:tool
func Kinds(
	a chan int, // want `^tool "kinds": parameter "a": unsupported type chan int \[unsupported-type\]$`
	b func(), // want `^tool "kinds": parameter "b": unsupported type func\(\) \[unsupported-type\]$`
	c complex128, // want `^tool "kinds": parameter "c": unsupported type complex128 \[unsupported-type\]$`
	d fmt.Stringer, // want `^tool "kinds": parameter "d": unsupported type fmt.Stringer \[unsupported-type\]$`
	e []MyByte, // want `^tool "kinds": parameter "e": unsupported type \[\]MyByte \[unsupported-type\]$`
	f map[float64]int, // want `^tool "kinds": parameter "f": unsupported map key type float64 \[unsupported-type\]$`
	g map[bool]int, // want `^tool "kinds": parameter "g": unsupported map key type bool \[unsupported-type\]$`
	h map[struct{ A int }]int, // want `^tool "kinds": parameter "h": unsupported map key type struct\{A int\} \[unsupported-type\]$`
	i error, // want `^tool "kinds": parameter "i": unsupported type error \[unsupported-type\]$`
	j *context.Context, // want `^tool "kinds": parameter "j": unsupported type context.Context \[unsupported-type\]$`
	k []map[string]*chan int, // want `^tool "kinds": parameter "k": unsupported type chan int \[unsupported-type\]$`
) {
}

// Opts hides a bad field.
type Opts struct {
	In struct {
		List []map[string]fmt.Stringer `json:"list"` // want `^tool "deep": parameter "o": field "in": field "list": unsupported type fmt.Stringer \[unsupported-type\]$`
	} `json:"in"`
	Hook func() `json:"-"`
	hook func()
}

// Deep has a bad type three levels down.
//
//mcp:tool
func Deep(o Opts, n int) {}

// Out cannot be written.
type Out struct {
	C chan int // want `^tool "result": result: field "C": unsupported type chan int \[unsupported-type\]$`
}

// Result returns it.
//
//mcp:tool
func Result() (*Out, error) { return nil, nil }

// Chain contains a type that refers to itself and has no name here.
//
//mcp:tool
func Chain(c dep.Chain, n int) {} // the field is reported where it stands

// Promoted reaches a field through a pointer that has no name here.
//
//mcp:tool
func Promoted(p dep.Promoted, n int) {}

// Foreign is reported where the host can do something about it.
//
//mcp:tool
func Foreign(
	r struct{ In *rpc.Call }, // want `^tool "foreign": parameter "r": field "In": field "Error": unsupported type error \[unsupported-type\]$` `^tool "foreign": parameter "r": field "In": field "Done": unsupported type chan \*rpc.Call \[unsupported-type\]$`
	n int,
) {
}

// List refers to itself without a struct in between.
type List []List

// Map refers to itself, too.
type Map map[string]Map

// Ptr is silly.
type Ptr *Ptr

// Endless has no schema of finite size.
//
//mcp:tool
func Endless(
	l List, // want `^tool "endless": parameter "l": unsupported type List, which contains itself without a struct in between \[unsupported-type\]$`
	m Map, // want `^tool "endless": parameter "m": unsupported type Map, which contains itself without a struct in between \[unsupported-type\]$`
	p Ptr, // want `^tool "endless": parameter "p": unsupported type Ptr, which contains itself without a struct in between \[unsupported-type\]$`
) {
}

// Stamp cannot be told zero from not zero.
type Stamp struct {
	L []int `json:"l"`
}

// Zero has omitzero where it cannot be decided.
type Zero struct {
	S Stamp `json:"s,omitzero"` // want `^tool "zero": result: field "s": omitzero on Stamp, which cannot be compared \[unsupported-type\]$`
}

// ZeroOf returns one.
//
//mcp:tool name=zero
func ZeroOf() Zero { return Zero{} }

// Number is written as a number and declared as a string.
//
//mcp:tool
func Number(n json.Number) {} // want `^tool "number": parameter "n": unsupported type json.Number \[unsupported-type\]$`
