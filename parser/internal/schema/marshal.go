package schema

import (
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// marshalsItself tells whether a type reads or writes itself in this direction:
// KindJSON, KindText or "". As in encoding/json the JSON method comes first. A
// method with a pointer receiver counts, since generated code always holds an
// address.
func (r *Resolver) marshalsItself(t types.Type) ir.Kind {
	if _, ok := t.(*types.Named); !ok {
		if _, ok := t.(*types.Struct); !ok { // an anonymous struct may embed methods
			return ""
		}
	}
	if types.IsInterface(t) || isPointer(t) {
		return ""
	}
	if r.dir == Input {
		return r.firstMethod(t, "UnmarshalJSON", "UnmarshalText", isUnmarshal)
	}
	return r.firstMethod(t, "MarshalJSON", "MarshalText", isMarshal)
}

func isPointer(t types.Type) bool {
	_, ok := t.Underlying().(*types.Pointer)
	return ok
}

func (r *Resolver) firstMethod(t types.Type, jsonName, textName string, fits func(*types.Signature) bool) ir.Kind {
	switch {
	case hasMethod(t, jsonName, fits):
		return ir.KindJSON
	case hasMethod(t, textName, fits):
		return ir.KindText
	}
	return ""
}

// hasMethod looks a method up in the method set of *T, promoted ones included.
func hasMethod(t types.Type, name string, fits func(*types.Signature) bool) bool {
	obj, _, _ := types.LookupFieldOrMethod(types.NewPointer(t), true, nil, name)
	fn, ok := obj.(*types.Func)
	return ok && fits(fn.Signature())
}

// ownMethod looks a method up in the method set of T.
func ownMethod(t types.Type, name string, fits func(*types.Signature) bool) bool {
	obj, _, indirect := types.LookupFieldOrMethod(t, false, nil, name)
	fn, ok := obj.(*types.Func)
	return ok && !indirect && fits(fn.Signature())
}

// isMarshal fits func() ([]byte, error).
func isMarshal(s *types.Signature) bool {
	return s.Params().Len() == 0 && s.Results().Len() == 2 && isBytes(s.Results().At(0).Type()) && IsError(s.Results().At(1).Type())
}

// isUnmarshal fits func([]byte) error.
func isUnmarshal(s *types.Signature) bool {
	return s.Params().Len() == 1 && isBytes(s.Params().At(0).Type()) && s.Results().Len() == 1 && IsError(s.Results().At(0).Type())
}

// isZeroMethod fits func() bool.
func isZeroMethod(s *types.Signature) bool {
	return s.Params().Len() == 0 && s.Results().Len() == 1 && types.Identical(s.Results().At(0).Type(), types.Typ[types.Bool])
}

func isBytes(t types.Type) bool {
	s, ok := types.Unalias(t).(*types.Slice)
	return ok && types.Identical(s.Elem(), types.Typ[types.Byte])
}

// IsError tells the predeclared type error.
func IsError(t types.Type) bool {
	return types.Identical(t, types.Universe.Lookup("error").Type())
}
