package generator

import (
	"slices"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// binder returns the name of the function that binds a struct, printing it on
// first use.
func (f *file) binder(index int) string {
	if id := f.binders[index]; id != "" {
		return id
	}
	s := &f.server.Inputs[index]
	id := f.fresh("mcpBind" + s.Name)
	f.binders[index] = id
	at := len(f.functions)
	f.functions = append(f.functions, nil) // its place is before those it needs
	b := &binding{file: f, owner: s.Name}
	body := b.object(s, pointed(jen.Id(f.local("v"))), 0)
	f.functions[at] = jen.Comment(id+" reads "+described(s)+".").Line().Func().Id(id).Params(
		jen.Id(f.local("d")).Op("*").Add(bd("Decoder")),
		jen.Id(f.local("v")).Op("*").Add(f.inputType(index)),
	).Block(body...)
	return id
}

// described says what a binder reads or an encoder writes.
func described(s *ir.Struct) string {
	if s.Params {
		return "the arguments of " + s.Name
	}
	return "one " + s.Name
}

// inputType spells an input struct.
func (f *file) inputType(index int) *jen.Statement {
	if id := f.arguments[index]; id != "" {
		return jen.Id(id)
	}
	return f.qualified(f.server.Inputs[index].Go)
}

// binding prints the body of one binder.
type binding struct {
	*file
	owner string // names of tables and rules begin with it
}

// object prints the loop over the members of a JSON object.
func (b *binding) object(s *ir.Struct, v place, depth int) []jen.Code {
	o := b.nested("o", depth)
	fields := b.fields(s)
	loop := jen.For(o.Clone().Op(":=").Id(b.local("d")).Dot("Object").Call(fields), o.Clone().Dot("Next").Call(), jen.Empty())
	cases := make([]jen.Code, len(s.Fields))
	for i := range s.Fields {
		cases[i] = jen.Case(jen.Lit(s.Fields[i].Name)).Block(b.field(&s.Fields[i], v, depth)...)
	}
	switch len(s.Fields) {
	case 0:
		return []jen.Code{loop.Block()}
	case 1:
		return []jen.Code{loop.Block(b.field(&s.Fields[0], v, depth)...)}
	}
	return []jen.Code{loop.Block(jen.Switch(o.Clone().Dot("Name")).Block(cases...))}
}

func (b *binding) field(f *ir.Field, v place, depth int) []jen.Code {
	target := b.reach(f, v)
	if f.Quoted {
		return b.quoted(f, target)
	}
	inner := &binding{file: b.file, owner: b.owner + goName(f)}
	return inner.value(f.Type, target, depth)
}

func goName(f *ir.Field) string { return exported(f.Path[len(f.Path)-1].Name) }

// reach selects a field, making embedded pointers on the way.
func (b *binding) reach(f *ir.Field, v place) place {
	for _, step := range f.Path {
		v = v.dot(step.Name)
		if step.Pointer {
			v = pointed(bd("Ensure").Call(v.addr()))
		}
	}
	return v
}

// quoted is a scalar with the option ,string.
func (b *binding) quoted(f *ir.Field, target place) []jen.Code {
	t := f.Type
	if t.Kind == ir.KindPointer {
		t, target = t.Elem, pointed(bd("New").Call(b.pointerTo(t, target)))
	}
	args := []jen.Code{jen.Id(b.local("d")), target.addr()}
	if t.Kind != ir.KindBool {
		args = append(args, b.rule(t))
	}
	name := map[ir.Kind]string{ir.KindBool: "BoolString", ir.KindInt: "IntString", ir.KindUint: "UintString", ir.KindFloat: "FloatString"}[t.Kind]
	return []jen.Code{bd(name).Call(args...)}
}

// leaves names the primitives of scalars; those that take a rule are marked.
var leaves = map[ir.Kind]struct {
	name string
	rule bool
}{
	ir.KindBool:     {"Bool", false},
	ir.KindInt:      {"Int", true},
	ir.KindUint:     {"Uint", true},
	ir.KindFloat:    {"Float", true},
	ir.KindString:   {"String", true},
	ir.KindBytes:    {"Bytes", false},
	ir.KindTime:     {"Time", false},
	ir.KindDuration: {"Duration", false},
	ir.KindURL:      {"URL", false},
	ir.KindBigInt:   {"BigInt", false},
	ir.KindRaw:      {"Raw", false},
	ir.KindJSON:     {"JSON", false},
}

// value prints how one JSON value is read into a variable.
func (b *binding) value(t *ir.Type, v place, depth int) []jen.Code {
	d := jen.Id(b.local("d"))
	switch t.Kind {
	case ir.KindPointer:
		return b.pointer(t.Elem, bd("New").Call(b.pointerTo(t, v)), depth)
	case ir.KindOptional:
		return append([]jen.Code{v.dot("Valid").load().Op("=").Add(b.builtin("true"))}, b.value(t.Elem, v.dot(t.Field), depth)...)
	case ir.KindStruct:
		return b.structure(t, v, depth)
	case ir.KindSlice:
		return b.each(t.Elem, depth, bd("Elements").Call(d, v.addr(), b.rule(t)))
	case ir.KindMap:
		return b.each(t.Elem, depth, bd(entries[t.Key.Kind]).Call(d, v.addr()))
	case ir.KindArray:
		i := b.nested("i", depth)
		loop := b.loop(t.Elem, i, bd("Tuple").Call(d, jen.Lit(t.Len)))
		return []jen.Code{loop.Block(b.value(t.Elem, v.at(i), depth+1)...)}
	case ir.KindText:
		return []jen.Code{b.text(t, v)}
	case ir.KindAny:
		return []jen.Code{bd("Any").Call(d, b.anyPointer(t, v))}
	}
	leaf := leaves[t.Kind]
	if leaf.rule {
		return []jen.Code{bd(leaf.name).Call(d, v.addr(), b.rule(t))}
	}
	return []jen.Code{bd(leaf.name).Call(d, v.addr())}
}

// entries names the iterators over maps by kind of key.
var entries = map[ir.Kind]string{ir.KindString: "Entries", ir.KindInt: "IntEntries", ir.KindText: "TextEntries"}

// each prints the loop over the elements of a list or the values of a map.
func (b *binding) each(elem *ir.Type, depth int, iterator *jen.Statement) []jen.Code {
	p := b.nested("p", depth)
	return []jen.Code{b.loop(elem, p, iterator).Block(b.value(elem, pointed(p), depth+1)...)}
}

// loop is the head of a loop; a variable that nobody reads would not compile.
func (b *binding) loop(elem *ir.Type, variable, over *jen.Statement) *jen.Statement {
	if b.hollow(elem) {
		return jen.For(jen.Range().Add(over))
	}
	return jen.For(variable.Clone().Op(":=").Range().Add(over))
}

// hollow tells values in place that have nothing to be filled: struct{}.
func (b *binding) hollow(t *ir.Type) bool {
	switch t.Kind {
	case ir.KindArray:
		return b.hollow(t.Elem)
	case ir.KindStruct:
		s := &b.server.Inputs[t.Struct]
		return s.Go == "" && !slices.ContainsFunc(s.Fields, func(f ir.Field) bool { return f.Quoted || !b.hollow(f.Type) })
	}
	return false
}

// pointerTo is the address of a pointer; one of a named type is converted, since
// New takes a **T.
func (b *binding) pointerTo(t *ir.Type, v place) *jen.Statement {
	if t.Go == "" || strings.HasPrefix(t.Go, "*") {
		return v.addr()
	}
	return jen.Parens(jen.Op("**").Add(b.qualified(t.Elem.Go))).Call(v.addr())
}

// pointer reads into a new value. Where the value is not read by one call it has
// a name, since a second New would make a second value.
func (b *binding) pointer(elem *ir.Type, made *jen.Statement, depth int) []jen.Code {
	inPlace := elem.Kind == ir.KindStruct && b.server.Inputs[elem.Struct].Go == ""
	if !inPlace && elem.Kind != ir.KindOptional && elem.Kind != ir.KindArray {
		return b.value(elem, pointed(made), depth)
	}
	if b.hollow(elem) {
		return append([]jen.Code{made}, b.value(elem, pointed(made), depth)...)
	}
	q := b.nested("q", depth)
	return append([]jen.Code{q.Clone().Op(":=").Add(made)}, b.value(elem, pointed(q), depth+1)...)
}

// structure calls the binder of a named struct and binds others in place.
func (b *binding) structure(t *ir.Type, v place, depth int) []jen.Code {
	s := &b.server.Inputs[t.Struct]
	if s.Go != "" {
		return []jen.Code{jen.Id(b.binder(t.Struct)).Call(jen.Id(b.local("d")), v.addr())}
	}
	return b.object(s, v, depth+1)
}

func (b *binding) text(t *ir.Type, v place) jen.Code {
	d := jen.Id(b.local("d"))
	if t.Rules != nil && t.Rules.Format != "" {
		return bd("TextFormat").Call(d, v.addr(), jen.Lit(t.Rules.Format))
	}
	return bd("Text").Call(d, v.addr())
}

// anyPointer converts a pointer to a named empty interface.
func (b *binding) anyPointer(t *ir.Type, v place) *jen.Statement {
	if t.Go == "any" {
		return v.addr()
	}
	return jen.Parens(jen.Op("*").Add(b.builtin("any"))).Call(v.addr())
}
