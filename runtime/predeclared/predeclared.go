// Package predeclared gives Go's predeclared identifiers a second name.
//
// A host package may declare a function len or a type string of its own; in its
// scope the real ones have no name then. Generated code in such a package says
// predeclared.Len and predeclared.String, and everywhere else it uses the plain
// names.
package predeclared

// Any and its like are the predeclared types that generated code writes down.
type (
	Any     = any
	Bool    = bool
	Byte    = byte
	Error   = error
	Float32 = float32
	Float64 = float64
	Int     = int
	Int8    = int8
	Int16   = int16
	Int32   = int32
	Int64   = int64
	Rune    = rune
	String  = string
	Uint    = uint
	Uint8   = uint8
	Uint16  = uint16
	Uint32  = uint32
	Uint64  = uint64
	Uintptr = uintptr
)

// The predeclared constants.
const (
	True  = true
	False = false
)

// Len is len of a slice.
func Len[S ~[]E, E any](s S) int { return len(s) }

// MapLen is len of a map.
func MapLen[M ~map[K]V, K comparable, V any](m M) int { return len(m) }
