// Package context is called like an import of generated code.
package context

// T is a type of it.
type T struct {
	N int `json:"n"`
}
