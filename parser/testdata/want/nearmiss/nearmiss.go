// Package nearmiss has comments that look like directives.
//
//mcp:section demo
//mcp:hint readOnly
package nearmiss

// MCP: see the specification.
// Mcp: the protocol.

// Do does.
//
//mcp:tool
func Do() {
	// mcp:tool  // want `^"// mcp:tool" is no directive \[near-miss\]$`
	//mcp :tool // want `^"//mcp :tool" is no directive \[near-miss\]$`
	//+mcp:tool // want `^"//\+mcp:tool" is no directive \[near-miss\]$`
	//@mcp:hint readOnly // want `^"//@mcp:hint" is no directive \[near-miss\]$`
	//MCP:tool // want `^"//MCP:tool" is no directive \[near-miss\]$`
	//mcp:Tool // want `^"//mcp:Tool" is no directive \[near-miss\]$`
	// mcp: sectoin demo // want `^"// mcp: sectoin" is no directive \[near-miss\]$`
	//mcp:!x // want `looks like a directive and is none \[near-miss\]$`
	/*
	   mcp:tool
	   plain words
	*/ // want-2 `^"mcp:tool" is no directive \[near-miss\]$`
}

// Prose stays prose.
//
// MCP: the protocol of this file.
//
//mcp:tool
func Prose() {}
