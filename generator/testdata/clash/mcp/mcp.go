// Package mcp is called like an import of generated code.
package mcp

// T is a type of it.
type T struct {
	N int `json:"n"`
}
