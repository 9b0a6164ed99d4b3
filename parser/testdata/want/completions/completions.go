// Package completions completes what is not there.
//
//mcp:section demo
package completions

// Greet greets.
//
//mcp:prompt
func Greet(name string) string { return "hello " + name }

// Thing reads.
//
//mcp:resource uri=demo://{id}
func Thing(id string) string { return id }

// Names is right.
//
//mcp:complete prompt=greet arg=name
func Names(value string) []string { return nil }

// More is one too many.
//
//mcp:complete prompt=greet arg=name // want `^completion "More": argument "name" is completed already \[bad-completion\]$`
func More(value string) ([]string, error) { return nil, nil }

// Misspelt names no argument.
//
//mcp:complete prompt=greet arg=nmae // want `^completion "Misspelt": there is no argument "nmae" \(did you mean "name"\?\) \[bad-completion\]$`
func Misspelt(value string) []string { return nil }

// Lost names no prompt.
//
//mcp:complete prompt=gret arg=name // want `^completion "Lost": the package has no prompt "gret" \[bad-completion\]$`
func Lost(value string) []string { return nil }

// Strange names no template.
//
//mcp:complete uri=demo://{key} arg=key // want `^completion "Strange": the package has no resource "demo://{key}" \[bad-completion\]$`
func Strange(value string) []string { return nil }

// Unset names no variable.
//
//mcp:complete uri=demo://{id} arg=key // want `^completion "Unset": there is no argument "key" \[bad-completion\]$`
func Unset(value string) []string { return nil }
