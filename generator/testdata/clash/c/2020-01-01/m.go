// Package clash is called like its host and lies in a folder called like nothing.
package clash

// T is a type of it.
type T struct {
	C int `json:"c"`
}
