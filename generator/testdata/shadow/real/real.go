// Package real has second names of the types that shadow hides.
package real

// The types as they are.
type (
	Any     = any
	Bool    = bool
	Error   = error
	Float32 = float32
	Float64 = float64
	Int     = int
	Int64   = int64
	String  = string
	Uint64  = uint64
)
