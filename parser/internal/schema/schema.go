package schema

import (
	"encoding/json"
	"strconv"
	"strings"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// Builder makes JSON Schemas from wire types of one direction.
type Builder struct {
	Structs []ir.Struct
	Strict  bool // inputs: no further properties, at every depth
	Output  bool

	stack []int        // structs that are being written
	defs  map[int]bool // structs referred to from inside themselves
	done  map[int]*jsonschema.Schema
}

// Object is the schema of a struct at the root: its properties stand there, even
// if it is recursive.
func (b *Builder) Object(index int) *jsonschema.Schema {
	return b.withDefinitions(b.structure(index))
}

// Root is the schema of an object that is no struct: a map.
func (b *Builder) Root(t *ir.Type) *jsonschema.Schema { return b.withDefinitions(b.Type(t)) }

// Wrapped is the schema of {"result": …}; a result that may be nil is not
// required.
func (b *Builder) Wrapped(t *ir.Type) *jsonschema.Schema {
	s := object()
	s.Properties.Set("result", b.Type(t))
	if t.Kind != ir.KindPointer && t.Kind != ir.KindOptional {
		s.Required = []string{"result"}
	}
	return b.withDefinitions(s)
}

// Empty is the schema of a tool without parameters.
func (b *Builder) Empty() *jsonschema.Schema {
	s := object()
	b.close(s)
	return s
}

func object() *jsonschema.Schema {
	return &jsonschema.Schema{Type: "object", Properties: jsonschema.NewProperties()}
}

// close forbids further properties in the input of a strict tool.
func (b *Builder) close(s *jsonschema.Schema) {
	if b.Strict && !b.Output {
		s.AdditionalProperties = jsonschema.FalseSchema
	}
}

// withDefinitions adds the structs that were referred to, and those that they
// refer to in turn.
func (b *Builder) withDefinitions(root *jsonschema.Schema) *jsonschema.Schema {
	b.done = map[int]*jsonschema.Schema{}
	for pending := true; pending; {
		pending = false
		for index := range b.Structs {
			if b.defs[index] && b.done[index] == nil {
				b.done[index] = b.structure(index)
				pending = true
			}
		}
	}
	for index, s := range b.done {
		if root.Definitions == nil {
			root.Definitions = jsonschema.Definitions{}
		}
		root.Definitions[b.Structs[index].Name] = s
	}
	return root
}

// Type is the schema of one value.
func (b *Builder) Type(t *ir.Type) *jsonschema.Schema {
	switch t.Kind {
	case ir.KindPointer, ir.KindOptional:
		return b.Type(t.Elem)
	case ir.KindStruct:
		return b.reference(t.Struct)
	case ir.KindMap:
		return &jsonschema.Schema{Type: "object", AdditionalProperties: b.Type(t.Elem)}
	case ir.KindSlice, ir.KindArray:
		return b.list(t)
	case ir.KindAny, ir.KindRaw, ir.KindJSON:
		return anything()
	}
	return scalar(t)
}

// anything is {}: the model would write it as true, which not every client
// takes where a schema stands.
func anything() *jsonschema.Schema {
	return &jsonschema.Schema{Extras: map[string]any{}}
}

// reference inlines a struct, and refers to one that is being written already.
func (b *Builder) reference(index int) *jsonschema.Schema {
	for _, i := range b.stack {
		if i == index {
			if b.defs == nil {
				b.defs = map[int]bool{}
			}
			b.defs[index] = true
			return &jsonschema.Schema{Ref: "#/$defs/" + b.Structs[index].Name}
		}
	}
	return b.structure(index)
}

func (b *Builder) structure(index int) *jsonschema.Schema {
	b.stack = append(b.stack, index)
	defer func() { b.stack = b.stack[:len(b.stack)-1] }()
	s := object()
	for i := range b.Structs[index].Fields {
		f := &b.Structs[index].Fields[i]
		s.Properties.Set(f.Name, b.field(f))
		if f.Required {
			s.Required = append(s.Required, f.Name)
		}
	}
	b.close(s)
	return s
}

func (b *Builder) field(f *ir.Field) *jsonschema.Schema {
	s := b.Type(f.Type)
	if f.Quoted {
		s = &jsonschema.Schema{Type: "string"}
	}
	s.Description = f.Description
	if f.Default != nil {
		s.Default = f.Default
	}
	if f.Examples != nil {
		s.Examples = raws(f.Examples)
	}
	if f.Header != "" && !b.Output {
		s.Extras = map[string]any{"x-mcp-header": f.Header}
	}
	return s
}

func raws(list json.RawMessage) []any {
	var items []json.RawMessage
	_ = json.Unmarshal(list, &items) // written by this package
	out := make([]any, len(items))
	for i, v := range items {
		out[i] = v
	}
	return out
}

func (b *Builder) list(t *ir.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "array", Items: b.Type(t.Elem)}
	if t.Kind == ir.KindArray {
		n := uint64(t.Len)
		s.MinItems, s.MaxItems = &n, &n
	}
	if t.Rules != nil {
		s.MinItems, s.MaxItems = unsigned(t.Rules.MinItems, s.MinItems), unsigned(t.Rules.MaxItems, s.MaxItems)
	}
	return s
}

func unsigned(n *int, otherwise *uint64) *uint64 {
	if n == nil {
		return otherwise
	}
	return new(uint64(*n))
}

// scalar is the schema of strings, numbers and booleans.
func scalar(t *ir.Type) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "string"}
	switch t.Kind {
	case ir.KindBool:
		s.Type = "boolean"
	case ir.KindInt, ir.KindUint:
		s.Type = "integer"
		s.Minimum, s.Maximum = implicitBounds(t)
	case ir.KindFloat:
		s.Type = "number"
	case ir.KindTime:
		s.Format = "date-time"
	case ir.KindURL:
		s.Format = "uri"
	case ir.KindBytes:
		s.ContentEncoding = "base64"
	case ir.KindDuration:
		s.Examples = []any{"1h30m"}
	}
	constrain(s, t.Rules)
	return s
}

// implicitBounds are those of the Go type: both for up to 32 bits, zero for wider
// unsigned types, none else, since clients cannot write 64-bit bounds exactly.
func implicitBounds(t *ir.Type) (low, high json.Number) {
	if t.Kind == ir.KindUint {
		low = "0"
	}
	if t.Bits == 0 || t.Bits == 64 {
		return low, ""
	}
	if t.Kind == ir.KindUint {
		return low, json.Number(strconv.FormatUint(1<<t.Bits-1, 10))
	}
	limit := int64(1) << (t.Bits - 1)
	return json.Number(strconv.FormatInt(-limit, 10)), json.Number(strconv.FormatInt(limit-1, 10))
}

func constrain(s *jsonschema.Schema, r *ir.Rules) {
	if r == nil {
		return
	}
	if r.Enum != nil {
		s.Minimum, s.Maximum = "", ""
		for _, v := range r.Enum {
			s.Enum = append(s.Enum, v)
		}
	}
	if r.Min != "" {
		s.Minimum = json.Number(r.Min)
	}
	if r.Max != "" {
		s.Maximum = json.Number(r.Max)
	}
	s.MinLength, s.MaxLength = unsigned(r.MinLen, nil), unsigned(r.MaxLen, nil)
	s.Pattern = r.Pattern
	if r.Format != "" {
		s.Format = r.Format
	}
}

// Encode writes a schema without HTML escapes, keys in the model's order.
func Encode(s *jsonschema.Schema) (json.RawMessage, error) {
	raw, err := json.Marshal(s)
	if err != nil {
		return nil, err
	}
	return json.RawMessage(unescapeHTML.Replace(string(raw))), nil
}

// unescapeHTML undoes what encoding/json does for browsers. An escaped backslash
// comes first, so that what follows it is left alone.
var unescapeHTML = strings.NewReplacer(`\\`, `\\`, `\u003c`, `<`, `\u003e`, `>`, `\u0026`, `&`)
