// Package string is called like a predeclared type.
package string

// T is a type of it.
type T struct {
	N int `json:"n"`
}
