// Package mcprt is called like an import of generated code.
package mcprt

// T is a type of it.
type T struct {
	N int `json:"n"`
}
