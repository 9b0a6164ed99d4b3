// Package model is one of two.
package model

// T is a type of it.
type T struct {
	A int `json:"a"`
}
