// Package params says wrong things about parameters.
//
//mcp:section demo
//mcp:hint readOnly
package params

import (
	"context"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Unknown has no such parameter.
//
//mcp:tool
//mcp:param amout min=1 // want `^tool "unknown" has no parameter "amout" \(did you mean "amount"\?\) \[unknown-param\]$`
//mcp:param ctx desc=x // want `^tool "unknown" has no parameter "ctx" \[unknown-param\]$`
//mcp:param call desc=x // want `^tool "unknown" has no parameter "call" \[unknown-param\]$`
//mcp:param amount min=1
func Unknown(ctx context.Context, call *mcprt.Call, amount int) {}

// In is the only parameter.
type In struct {
	A int `json:"a"`
}

// Flat takes a struct.
//
//mcp:tool
//mcp:param in desc=x // want `^tool "flat" takes one struct, whose fields are the arguments \[unknown-param\]$`
//mcp:param A desc=x // want `^tool "flat" takes one struct, whose fields are the arguments \[unknown-param\]$`
func Flat(in In) {}

// None takes nothing.
//
//mcp:tool
//mcp:param a desc=x // want `^tool "none" has no parameter "a" \[unknown-param\]$`
func None() {}

// Twice says things twice.
//
//mcp:tool name=twice name=again // want `^key "name" is given twice for //mcp:tool \[duplicate-key\]$`
//mcp:param a min=1
//mcp:param a min=2 // want `^key "min" is given twice for //mcp:param a \[duplicate-key\]$`
func Twice(a int) {}

// Words has misspelt keys and words.
//
//mcp:tool titel=x strct // want `^unknown key "titel" in //mcp:tool \(did you mean "title"\?\) \[unknown-key\]$` `^unknown word "strct" in //mcp:tool \(did you mean "strict"\?\) \[unknown-word\]$`
//mcp:tol // want `^unknown directive //mcp:tol \(did you mean "tool"\?\) \[unknown-directive\]$`
//mcp:param a min=one // want `^min= of //mcp:param a is no number: "one" \[bad-value\]$`
//mcp:param a desc="open // want `.* in //mcp:param \[syntax\]$`
func Words(a int) {}

// Same has two arguments of one name.
//
//mcp:tool
//mcp:param from name=account
//mcp:param to name=account
func Same(
	from string,
	to string, // want `^tool "same": two arguments are called "account" \[duplicate-param\]$`
) {
}

// Swapped takes each other's name, which is fine.
//
//mcp:tool
//mcp:param a name=b
//mcp:param b name=a
func Swapped(a, b int) {}

// Long has a name that no client takes.
//
//mcp:tool
//mcp:param a name="a\tb" // want `^tool "long": parameter "a": argument name "a\\tb" \[bad-name\]$`
//mcp:param b name=xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx // want `argument name "x{65}" \[bad-name\]$`
func Long(a, b int) {}
