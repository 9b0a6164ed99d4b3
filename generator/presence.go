package generator

import (
	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// parents lists the embedded pointers on the way to a field that have to be
// there.
func parents(f *ir.Field, v place) []jen.Code {
	var out []jen.Code
	for _, step := range f.Path {
		v = v.dot(step.Name)
		if step.Pointer {
			out = append(out, v.load().Op("!=").Nil())
		}
	}
	return out
}

// guarded runs statements only if all conditions hold.
func guarded(conditions, body []jen.Code) []jen.Code {
	if len(conditions) == 0 {
		return body
	}
	all := jen.Add(conditions[0])
	for _, c := range conditions[1:] {
		all.Op("&&").Add(c)
	}
	return []jen.Code{jen.If(all).Block(body...)}
}

// options lists the conditions of omitempty and omitzero. A pointer that is
// there is not empty.
func (w *writing) options(f *ir.Field, v place) []jen.Code {
	var out []jen.Code
	if c := w.present(f.OmitEmpty, v); c != nil && f.Type.Kind != ir.KindPointer {
		out = append(out, c)
	}
	if z := f.OmitZero; z != nil {
		out = append(out, w.nonZero(z, f, v)...)
	}
	return out
}

// present is the opposite of an emptiness test.
func (w *writing) present(test ir.Empty, v place) jen.Code {
	switch test {
	case ir.EmptyFalse:
		return v.load()
	case ir.EmptyNumber:
		return v.load().Op("!=").Lit(0)
	case ir.EmptyText:
		return v.load().Op("!=").Lit("")
	case ir.EmptyLen:
		return w.builtin("len").Call(v.load()).Op(">").Lit(0)
	case ir.EmptyMap:
		return w.mapLen().Call(v.load()).Op(">").Lit(0)
	case ir.EmptyNil:
		return v.load().Op("!=").Nil()
	}
	return nil
}

// mapLen is len; its second name serves slices only.
func (w *writing) mapLen() *jen.Statement {
	if w.taken["len"] {
		return jen.Qual(predeclaredPath, "MapLen")
	}
	return jen.Id("len")
}

func (w *writing) nonZero(z *ir.Zero, f *ir.Field, v place) []jen.Code {
	var out []jen.Code
	if z.Test != "" && z.Test != f.OmitEmpty && f.Type.Kind != ir.KindPointer { // else it is asked already
		out = append(out, w.present(z.Test, v))
	}
	if z.Method {
		out = append(out, jen.Op("!").Add(v.dot("IsZero").load()).Call())
	}
	if z.Compare {
		out = append(out, jen.Op("!").Add(bd("Zero").Call(v.load())))
	}
	return out
}
