package parser

import (
	"encoding/json"
	"fmt"

	"github.com/invopop/jsonschema"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// schemas adds the JSON Schemas; by now every type is known.
func (h *host) schemas(s *ir.Server) {
	for i := range s.Tools {
		t := &s.Tools[i]
		t.Input = h.encode(t, inputSchema(s, t))
		if out := outputSchema(s, t); out != nil {
			t.Output = h.encode(t, out)
		}
	}
}

func inputSchema(s *ir.Server, t *ir.Tool) *jsonschema.Schema {
	b := &schema.Builder{Structs: s.Inputs, Strict: t.Strict}
	if t.Args < 0 {
		return b.Empty()
	}
	return b.Object(t.Args)
}

// outputSchema is nil for results without structured content.
func outputSchema(s *ir.Server, t *ir.Tool) *jsonschema.Schema {
	b := &schema.Builder{Structs: s.Outputs, Output: true}
	typ := t.Result.Type
	switch t.Result.Shape {
	case ir.ShapeWrapped:
		return b.Wrapped(typ)
	case ir.ShapeObject:
		if typ.Kind == ir.KindPointer {
			typ = typ.Elem
		}
		if typ.Kind == ir.KindStruct {
			return b.Object(typ.Struct)
		}
		return b.Root(typ)
	}
	return nil
}

func (h *host) encode(t *ir.Tool, s *jsonschema.Schema) json.RawMessage {
	raw, err := schema.Encode(s)
	if err != nil {
		h.problems = append(h.problems, diag.Diagnostic{Code: diag.CodeUnsupportedType, Message: fmt.Sprintf("tool %q: %v", t.Name, err)})
	}
	return raw
}
