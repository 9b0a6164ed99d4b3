// Package json is called like an import of generated code.
package json

// T is a type of it.
type T struct {
	N int `json:"n"`
}
