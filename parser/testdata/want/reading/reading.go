// Package reading has prompts and resources that cannot be.
package reading

import (
	"context"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Homeless has no section.
//
//mcp:prompt // want `^prompt "homeless" belongs to no section, so nobody could be granted it \[missing-section\]$`
func Homeless() string { return "" }

// Adrift has none either.
//
//mcp:resource uri=demo://adrift // want `^resource "adrift" belongs to no section, .* \[missing-section\]$`
func Adrift() string { return "" }

// Page holds what is asked for.
//
//mcp:section demo
type Page struct{}

// Named has no good name.
//
//mcp:prompt name="a b" // want `^prompt name "a b" \[bad-name\]$`
func (Page) Named() string { return "" }

// Twice is declared twice.
//
//mcp:prompt name=twice
func (Page) Twice() string { return "" }

// Again is it again.
//
//mcp:prompt name=twice // want `^prompt "twice" is declared twice \[duplicate-prompt\]$`
func (Page) Again() string { return "" }

// Nothing says nothing.
//
//mcp:prompt
func (Page) Nothing() {} // want `^prompt "nothing": results \(\) \[bad-signature\]$`

// Number counts.
//
//mcp:prompt
func (Page) Number() (int, error) { return 0, nil } // want `^prompt "number": results \(int, error\) \[bad-signature\]$`

// Lists takes what is no text.
//
//mcp:prompt
func (Page) Lists(
	ctx context.Context,
	tags []string, // want `^prompt "lists": argument "tags" is no single text \[unsupported-type\]$`
	more ...int, // want `^prompt "lists": argument "more" is no single text \[unsupported-type\]$`
) string {
	return ""
}

// Calls wants the call of a tool.
//
//mcp:prompt
func (Page) Calls(call *mcprt.Call) string { return "" } // want `^prompt "calls": a \*Call is that of a tool \[bad-signature\]$`

// Hidden has a secret.
//
//mcp:prompt
//mcp:param token secret
//mcp:param titel min=1 // want `^prompt "hidden" has no parameter "titel" \(did you mean "title"\?\) \[unknown-param\]$`
func (Page) Hidden(
	token string, // want `^prompt "hidden": argument "token" is secret, .* \[misplaced\]$`
	title string,
) string {
	return ""
}

// Generic has no fixed types.
//
//mcp:prompt
func Generic[T any](a T) string { return "" } // want `^a generic function cannot be a prompt \[bad-signature\]$`

// Nowhere is nowhere.
//
//mcp:resource // want `^resource "nowhere" has no uri= \[bad-uri\]$`
func (Page) Nowhere() string { return "" }

// Relative is somewhere.
//
//mcp:resource uri=/tasks // want `^resource "relative": uri=/tasks has no scheme.* \[bad-uri\]$`
func (Page) Relative() string { return "" }

// Exploded is a list.
//
//mcp:resource uri="demo://{ids*}" // want `^resource "exploded": uri=demo://{ids\*} has a modifier .* \[bad-uri\]$`
func (Page) Exploded(ids string) string { return "" }

// Open is not closed.
//
//mcp:resource uri=demo://{id // want `is no template: .* \[bad-uri\]$`
func (Page) Open(id string) string { return "" }

// Unmatched knows another name.
//
//mcp:resource uri=demo://things/{id} // want `^resource "unmatched": variable "id" has no parameter \[unmatched-variable\]$`
func (Page) Unmatched(number int) string { return "" } // want `^resource "unmatched": argument "number" is no variable of the uri \[unmatched-variable\]$`

// First is there.
//
//mcp:resource uri=demo://one
func (Page) First() string { return "" }

// Second is there, too.
//
//mcp:resource uri=demo://one // want `^resource "second" is declared twice \[duplicate-resource\]$`
func (Page) Second() string { return "" }

// Silent returns nothing.
//
//mcp:resource uri=demo://silent
func (Page) Silent() error { return nil } // want `^resource "silent": results \(error\) \[bad-signature\]$`

// Piped returns what JSON has not.
//
//mcp:resource uri=demo://piped
func (Page) Piped() chan int { return nil } // want `^resource "piped": result: unsupported type chan int \[unsupported-type\]$`

// Typed is of no type.
//
//mcp:resource uri=demo://typed mime=markdown // want `^resource "typed": mime=markdown is no MIME type \[bad-value\]$`
func (Page) Typed() string { return "" }

// Vague does not say what it completes.
//
//mcp:complete prompt=twice // want `^completion "Vague" does not say what it completes \[bad-completion\]$`
func Vague(value string) []string { return nil }

// Double says two things.
//
//mcp:complete prompt=twice uri=demo://one arg=a // want `^completion "Double" does not say what it completes \[bad-completion\]$`
func Double(value string) []string { return nil }

// Wrong takes a number.
//
//mcp:complete prompt=twice arg=a
func Wrong(value int) []string { return nil } // want `^completion "Wrong" does not take the text typed so far, one string \[bad-signature\]$`

// Short returns one.
//
//mcp:complete prompt=twice arg=a
func Short(value string) string { return "" } // want `^completion "Short": results \(string\) \[bad-signature\]$`

// Mute returns none.
//
//mcp:complete prompt=twice arg=a
func Mute(value string) {} // want `^completion "Mute": results \(\) \[bad-signature\]$`
