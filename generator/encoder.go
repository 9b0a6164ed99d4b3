package generator

import (
	"fmt"
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// resultEncoder prints the encoder of one tool's result and returns its name.
func (f *file) resultEncoder(t *ir.Tool, id string) string {
	return f.valueEncoder(id, "the structured content of tool "+t.Name, t.Result.Type, func(w *writing, v place) []jen.Code {
		return w.result(t, v)
	})
}

// valueEncoder prints the encoder of one result, before those that it needs.
func (f *file) valueEncoder(id, what string, t *ir.Type, body func(*writing, place) []jen.Code) string {
	name := f.fresh("mcpEncode" + id)
	at := len(f.functions)
	f.functions = append(f.functions, nil)
	w := &writing{file: f}
	e, v := jen.Id(f.local("e")), jen.Id(f.local("v"))
	f.functions[at] = jen.Comment(fmt.Sprintf("%s writes %s.", name, what)).Line().Func().Id(name).Params(
		e.Clone().Op("*").Add(bd("Encoder")),
		v.Clone().Add(f.qualified(t.Go)),
	).Block(body(w, value(v))...)
	return name
}

// encoder returns the name of the function that writes a struct, printing it on
// first use.
func (f *file) encoder(index int) string {
	if id := f.encoders[index]; id != "" {
		return id
	}
	s := &f.server.Outputs[index]
	id := f.fresh("mcpWrite" + s.Name)
	f.encoders[index] = id
	at := len(f.functions)
	f.functions = append(f.functions, nil)
	w := &writing{file: f}
	body := w.object(s, pointed(jen.Id(f.local("v"))), 0)
	if f.recursive[index] {
		body = append([]jen.Code{jen.If(w.e("TooDeep").Call()).Block(jen.Return())}, body...)
	}
	f.functions[at] = jen.Comment(id+" writes "+described(s)+".").Line().Func().Id(id).Params(
		jen.Id(f.local("e")).Op("*").Add(bd("Encoder")),
		jen.Id(f.local("v")).Op("*").Add(f.qualified(s.Go)),
	).Block(body...)
	return id
}

// writing prints the body of one encoder.
type writing struct{ *file }

func (w *writing) e(method string) *jen.Statement { return jen.Id(w.local("e")).Dot(method) }

// result writes the whole structured content.
func (w *writing) result(t *ir.Tool, v place) []jen.Code {
	if t.Result.Shape == ir.ShapeObject {
		return w.element(t.Result.Type, v, 0)
	}
	f := &ir.Field{Name: "result", Type: t.Result.Type}
	return w.enclosed("Object", "EndObject", w.member(f, v, 0))
}

func (w *writing) enclosed(open, end string, body []jen.Code) []jen.Code {
	out := append([]jen.Code{w.e(open).Call()}, body...)
	return append(out, w.e(end).Call())
}

func (w *writing) object(s *ir.Struct, v place, depth int) []jen.Code {
	var body []jen.Code
	for i := range s.Fields {
		f := &s.Fields[i]
		target := v
		for _, step := range f.Path {
			target = target.dot(step.Name)
		}
		body = append(body, guarded(parents(f, v), w.member(f, target, depth))...)
	}
	return w.enclosed("Object", "EndObject", body)
}

// member writes one field, or leaves it out.
func (w *writing) member(f *ir.Field, v place, depth int) []jen.Code {
	body := []jen.Code{w.e("Name").Call(jen.Lit(escaped(f.Name)))}
	t, inner, conditions := optional(f.Type, v)
	if f.Quoted {
		body = append(body, w.quoted(t, inner))
	} else {
		body = append(body, w.element(t, inner, depth)...)
	}
	return guarded(append(conditions, w.options(f, v)...), body)
}

// optional looks through pointers and nullable values, all of which have to be
// there.
func optional(t *ir.Type, v place) (*ir.Type, place, []jen.Code) {
	var conditions []jen.Code
	for {
		switch t.Kind {
		case ir.KindPointer:
			conditions = append(conditions, v.load().Op("!=").Nil())
			t, v = t.Elem, v.follow()
		case ir.KindOptional:
			conditions = append(conditions, v.dot("Valid").load())
			t, v = t.Elem, v.dot(t.Field)
		default:
			return t, v, conditions
		}
	}
}

// escaped is a member's name as it stands in JSON.
func escaped(name string) string {
	q := string(quoteJSON(name))
	return strings.TrimSuffix(strings.TrimPrefix(q, `"`), `"`)
}

// quoted writes a scalar with the option ,string.
func (w *writing) quoted(t *ir.Type, v place) jen.Code {
	method, basic := scalarMethod(t)
	return w.e(method + "String").Call(w.conversion(t, basic, v.load()))
}

// scalarMethod names the encoder's method for a scalar and the type it takes.
func scalarMethod(t *ir.Type) (method, basic string) {
	switch t.Kind {
	case ir.KindBool:
		return "Bool", "bool"
	case ir.KindInt:
		return "Int", "int64"
	case ir.KindUint:
		return "Uint", "uint64"
	case ir.KindFloat:
		if t.Bits == 32 {
			return "Float32", "float32"
		}
		return "Float", "float64"
	}
	return "String", "string"
}

// element writes one value that has to be there.
func (w *writing) element(t *ir.Type, v place, depth int) []jen.Code {
	switch t.Kind {
	case ir.KindPointer:
		return w.orNil(v.load().Op("==").Nil(), w.element(t.Elem, v.follow(), depth))
	case ir.KindOptional:
		return w.orNil(jen.Op("!").Add(v.dot("Valid").load()), w.element(t.Elem, v.dot(t.Field), depth))
	case ir.KindStruct:
		return w.structure(t, v, depth)
	case ir.KindSlice, ir.KindArray:
		return w.list(t, v, depth)
	case ir.KindMap:
		return w.mapping(t, v, depth)
	}
	return []jen.Code{w.scalar(t, v)}
}

// orNil records a nil where the schema promises a value.
func (w *writing) orNil(isNil *jen.Statement, body []jen.Code) []jen.Code {
	return []jen.Code{jen.If(isNil).Block(w.e("Nil").Call()).Else().Block(body...)}
}

func (w *writing) structure(t *ir.Type, v place, depth int) []jen.Code {
	s := &w.server.Outputs[t.Struct]
	if s.Go != "" {
		return []jen.Code{jen.Id(w.encoder(t.Struct)).Call(jen.Id(w.local("e")), v.addr())}
	}
	return w.object(s, v, depth+1)
}

func (w *writing) list(t *ir.Type, v place, depth int) []jen.Code {
	i := w.nested("i", depth)
	body := append([]jen.Code{w.e("Element").Call()}, w.element(t.Elem, v.at(i), depth+1)...)
	loop := w.loop(t.Elem, i, v.load()).Block(body...)
	return w.enclosed("Array", "EndArray", []jen.Code{loop})
}

// sorted names the iterators over maps by kind of key.
var sorted = map[ir.Kind]string{ir.KindString: "Sorted", ir.KindInt: "SortedInts", ir.KindText: "SortedTexts"}

func (w *writing) mapping(t *ir.Type, v place, depth int) []jen.Code {
	x := w.nested("x", depth)
	iterator := bd(sorted[t.Key.Kind]).Call(jen.Id(w.local("e")), v.load())
	loop := w.loop(t.Elem, x, iterator).Block(w.element(t.Elem, value(x), depth+1)...)
	return w.enclosed("Object", "EndObject", []jen.Code{loop})
}

// loop is the head of a loop; a variable that nobody reads would not compile.
func (w *writing) loop(elem *ir.Type, variable, over *jen.Statement) *jen.Statement {
	if w.hollow(elem) {
		return jen.For(jen.Range().Add(over))
	}
	return jen.For(variable.Clone().Op(":=").Range().Add(over))
}

// hollow tells values in place that have nothing to be written: struct{}.
func (w *writing) hollow(t *ir.Type) bool {
	if t.Kind != ir.KindStruct || w.server.Outputs[t.Struct].Go != "" {
		return false
	}
	return !slices.ContainsFunc(w.server.Outputs[t.Struct].Fields, func(f ir.Field) bool {
		return !w.hollow(f.Type) || f.OmitZero != nil || slices.ContainsFunc(f.Path, func(s ir.Step) bool { return s.Pointer })
	})
}

func (w *writing) scalar(t *ir.Type, v place) jen.Code {
	switch t.Kind {
	case ir.KindBytes:
		return w.e("Base64").Call(v.load())
	case ir.KindTime:
		return w.e("Time").Call(v.load())
	case ir.KindDuration:
		return w.e("Duration").Call(v.load())
	case ir.KindURL:
		return w.e("URL").Call(v.addr())
	case ir.KindBigInt:
		return w.e("BigInt").Call(v.addr())
	case ir.KindRaw:
		return w.e("Raw").Call(v.load())
	case ir.KindAny:
		return w.e("Any").Call(v.load())
	case ir.KindText:
		return w.e("Text").Call(v.addr())
	case ir.KindJSON:
		return w.e("JSON").Call(v.addr())
	}
	method, basic := scalarMethod(t)
	return w.e(method).Call(w.conversion(t, basic, v.load()))
}
