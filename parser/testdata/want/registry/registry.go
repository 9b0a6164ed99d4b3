// Package registry declares the name of the constructor, in a test only.
//
//mcp:section demo
//mcp:hint readOnly
package registry

// Do does.
//
//mcp:tool
func Do() {}
