// Package model is the other of two.
package model

// T is a type of it.
type T struct {
	B int `json:"b"`
}
