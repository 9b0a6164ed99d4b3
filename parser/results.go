package parser

import (
	"fmt"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// value returns the one result beside an error, nil if there is none. It accepts
// nothing, error, T and (T, error), and reports other lists with a remedy.
func (t *target) value(fix string) (typ types.Type, ok bool) {
	res := t.fn.Signature().Results()
	n := res.Len()
	t.call.Error = n > 0 && schema.IsError(res.At(n-1).Type())
	values := n
	if t.call.Error {
		values--
	}
	switch {
	case values == 0:
		return nil, true
	case values > 1 || n == 2 && !t.call.Error || values == 1 && schema.IsError(res.At(0).Type()):
		t.badResults(fix)
		return nil, false
	}
	return res.At(0).Type(), true
}

// badResults reports the whole list.
func (t *target) badResults(fix string) {
	pos, end := name(t.decl.Name)
	if list := t.decl.Type.Results; list != nil {
		pos, end = list.Pos(), list.End()
	}
	t.report(pos, end, diag.CodeBadSignature, fmt.Sprintf("%s: results %s", t.what(), t.fn.Signature().Results()), fix)
}

// encodable resolves a result that is written as JSON; what is not is reported
// and gives nil.
func (t *target) encodable(typ types.Type) *ir.Type {
	node := t.decl.Type.Results.List[0]
	resolved := t.outputs.Type(typ, schema.Site{Pos: node.Pos(), End: node.End(), Words: t.what() + ": result"})
	if resolved != nil && resolved.Go == "" {
		t.unnameable(node.Pos(), node.End(), "the result", typ)
		return nil
	}
	return resolved
}

// results decides how the function's value is put into an answer.
func (t *tool) results() {
	typ, ok := t.value("return (T, error), T, error or nothing")
	switch {
	case !ok:
	case typ == nil:
		t.out.Result.Shape = ir.ShapeNothing
	case passShape(typ) != "":
		t.out.Result.Shape = passShape(typ)
	default:
		if resolved := t.encodable(typ); resolved != nil {
			t.out.Result = ir.Result{Shape: shapeOf(resolved), Type: resolved}
		}
	}
}

// passShape is the shape of results that need no encoder.
func passShape(typ types.Type) ir.ResultShape {
	if types.Identical(typ, types.Typ[types.String]) {
		return ir.ShapeText
	}
	if isPointerTo(typ, sdkPath, "CallToolResult") {
		return ir.ShapeRaw
	}
	if s, ok := types.Unalias(typ).(*types.Slice); ok && isNamed(s.Elem(), sdkPath, "Content") {
		return ir.ShapeContent
	}
	return ""
}

// shapeOf: objects stand for themselves, everything else is wrapped, since not
// every protocol revision accepts another value.
func shapeOf(t *ir.Type) ir.ResultShape {
	if t.Kind == ir.KindPointer {
		t = t.Elem
	}
	if t.Kind == ir.KindStruct || t.Kind == ir.KindMap {
		return ir.ShapeObject
	}
	return ir.ShapeWrapped
}
