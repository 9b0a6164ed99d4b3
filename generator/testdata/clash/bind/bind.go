// Package bind is called like an import of generated code.
package bind

// T is a type of it.
type T struct {
	N int `json:"n"`
}
