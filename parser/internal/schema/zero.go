package schema

import (
	"fmt"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// emptiness is encoding/json's test for omitempty, by the kind of the Go type.
func emptiness(t types.Type) ir.Empty {
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return scalarEmptiness(u)
	case *types.Slice:
		return ir.EmptyLen
	case *types.Map:
		return ir.EmptyMap
	case *types.Array:
		if u.Len() == 0 {
			return ir.EmptyLen
		}
	case *types.Pointer, *types.Interface:
		return ir.EmptyNil
	}
	return ""
}

func scalarEmptiness(b *types.Basic) ir.Empty {
	switch info := b.Info(); {
	case info&types.IsBoolean != 0:
		return ir.EmptyFalse
	case info&types.IsString != 0:
		return ir.EmptyText
	}
	return ir.EmptyNumber
}

// zero says how omitzero is decided; a type that cannot be compared and has no
// IsZero method is refused.
func (r *Resolver) zero(t types.Type, at Site) *ir.Zero {
	out := &ir.Zero{Method: !types.IsInterface(t) && hasZeroMethod(t)}
	switch u := t.Underlying().(type) {
	case *types.Slice, *types.Map, *types.Pointer, *types.Interface:
		out.Test = ir.EmptyNil
	case *types.Basic:
		out.Test = scalarEmptiness(u)
	default:
		out.Compare = !out.Method && types.Comparable(t)
	}
	if !out.Method && !out.Compare && out.Test == "" {
		r.report(at.Pos, at.End, diag.CodeUnsupportedType,
			fmt.Sprintf("%s: omitzero on %s, which cannot be compared", at.Words, r.display(t)), "give the type a method IsZero() bool, or drop omitzero")
	}
	return out
}

// hasZeroMethod looks through one pointer: a nil pointer is left out before the
// method is asked.
func hasZeroMethod(t types.Type) bool { return hasMethod(deref(t), "IsZero", isZeroMethod) }
