// Package constrained has tools that some builds do not have.
//
//mcp:section demo
//mcp:hint readOnly
package constrained

// Take takes a type that other systems lack.
//
//mcp:tool
func Take(
	s Stat, // want `^tool "take": parameter "s": type Stat is declared in a file that some builds leave out: its name ends in _linux \[constrained-file\]$`
	n int,
) {
}

// Run runs on a receiver that some builds lack.
//
//mcp:tool
func (t *Tagged) Run() {} // want `^tool "run": receiver: type Tagged is declared in a file that some builds leave out: it has the constraint //go:build !nothing \[constrained-file\]$`
