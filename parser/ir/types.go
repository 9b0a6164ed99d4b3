package ir

import "encoding/json"

// Type is a Go type as the wire knows it.
type Type struct {
	Kind Kind `json:"kind"`

	// Go spells the type in generated code. Packages other than the host's own
	// are written as «import/path».Name. It is empty for a type that generated
	// code cannot name.
	Go string `json:"go,omitempty"`

	Bits   int    `json:"bits,omitempty"`   // int, uint, float: 8, 16, 32, 64; 0 = the platform's int
	Elem   *Type  `json:"elem,omitempty"`   // pointer, slice, array, map, optional
	Key    *Type  `json:"key,omitempty"`    // map
	Len    int    `json:"len,omitempty"`    // array
	Struct int    `json:"struct,omitempty"` // struct: index in Server.Inputs or Server.Outputs
	Field  string `json:"field,omitempty"`  // optional: name of the value's field (V, String, …)
	Rules  *Rules `json:"rules,omitempty"`  // constraints that the binder enforces
}

// Kind is how a type looks on the wire and which primitive reads and writes it.
type Kind string

// The kinds of types.
const (
	KindBool     Kind = "bool"
	KindInt      Kind = "int"
	KindUint     Kind = "uint"
	KindFloat    Kind = "float"
	KindString   Kind = "string"
	KindBytes    Kind = "bytes"    // []byte: base64
	KindTime     Kind = "time"     // time.Time: RFC 3339
	KindDuration Kind = "duration" // time.Duration: Go syntax
	KindURL      Kind = "url"      // url.URL
	KindBigInt   Kind = "bigint"   // big.Int: string of digits
	KindAny      Kind = "any"      // any JSON value
	KindRaw      Kind = "raw"      // json.RawMessage
	KindText     Kind = "text"     // MarshalText, UnmarshalText
	KindJSON     Kind = "json"     // MarshalJSON, UnmarshalJSON
	KindPointer  Kind = "pointer"
	KindOptional Kind = "optional" // sql.Null[T] and friends
	KindSlice    Kind = "slice"
	KindArray    Kind = "array"
	KindMap      Kind = "map"
	KindStruct   Kind = "struct"
)

// Struct is a Go struct, or the parameters of a function, as a JSON object.
type Struct struct {
	// Name is what generated names are derived from; it is unique within its
	// table.
	Name string `json:"name"`

	// Go spells the type as Type.Go does. Empty: it has no name that generated
	// code could use and is bound in place, or Params is set.
	Go string `json:"go,omitempty"`

	// Params marks the parameters of a function, for which a struct type is
	// generated.
	Params bool `json:"params,omitempty"`

	Fields []Field `json:"fields,omitempty"`
}

// Field is one member of a [Struct].
type Field struct {
	Name        string          `json:"name"` // on the wire
	Path        []Step          `json:"path"` // from the struct to the Go field
	Type        *Type           `json:"type"`
	Description string          `json:"description,omitempty"`
	Required    bool            `json:"required,omitempty"`  // inputs: must be sent; outputs: always written
	OmitEmpty   Empty           `json:"omitEmpty,omitempty"` // outputs: how emptiness is found out
	OmitZero    *Zero           `json:"omitZero,omitempty"`  // outputs
	Quoted      bool            `json:"quoted,omitempty"`    // the option ,string
	Default     json.RawMessage `json:"default,omitempty"`   // inputs
	Header      string          `json:"header,omitempty"`    // inputs: mirrored into the HTTP header Mcp-Param-…
	Secret      bool            `json:"secret,omitempty"`    // inputs: masked wherever the call is recorded
	Examples    json.RawMessage `json:"examples,omitempty"`  // an array
}

// Step is one selector on the way to a field; all but the last are embedded.
type Step struct {
	Name string `json:"name"`

	// Pointer marks an embedded pointer, which may be nil.
	Pointer bool `json:"pointer,omitempty"`
}

// Empty says how generated code finds out that a field is left out by the option
// omitempty; "" = it never is.
type Empty string

// The tests for emptiness, by the kind of the Go type.
const (
	EmptyFalse  Empty = "false"
	EmptyNumber Empty = "number" // 0
	EmptyText   Empty = "text"   // ""
	EmptyLen    Empty = "len"    // a slice or array without elements
	EmptyMap    Empty = "map"    // no entries
	EmptyNil    Empty = "nil"
)

// Zero says how generated code finds out that a field is left out by the
// option omitzero.
type Zero struct {
	Method  bool  `json:"method,omitempty"`  // the type has an IsZero method
	Test    Empty `json:"test,omitempty"`    // scalars and nilable types: compared as for omitempty, but with nil
	Compare bool  `json:"compare,omitempty"` // the value is compared with its zero value
}

// Rules are the constraints of one value. Bounds are decimal texts, so that no
// digit is lost.
type Rules struct {
	Enum     []json.RawMessage `json:"enum,omitempty"`
	Min      string            `json:"min,omitempty"`
	Max      string            `json:"max,omitempty"`
	MinLen   *int              `json:"minLen,omitempty"` // runes
	MaxLen   *int              `json:"maxLen,omitempty"`
	MinItems *int              `json:"minItems,omitempty"`
	MaxItems *int              `json:"maxItems,omitempty"`
	Pattern  string            `json:"pattern,omitempty"`
	Format   string            `json:"format,omitempty"`
}
