package schema

import (
	"fmt"
	"go/types"
	"strings"
	"unicode"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// structure resolves a struct once; later uses share it, recursive ones too.
func (r *Resolver) structure(t types.Type, s *types.Struct, at Site) *ir.Type {
	spelled := r.spell(t)
	id := spelled
	if id == "" {
		id = types.TypeString(t, nil)
	}
	out := &ir.Type{Kind: ir.KindStruct, Go: spelled}
	if i, ok := r.index[id]; ok {
		if spelled == "" && r.busy[id] {
			r.report(at.Pos, at.End, diag.CodeUnnameableType,
				fmt.Sprintf("%s: recursive type %s cannot be named from this package", at.Words, r.display(t)), "export the type")
			return nil
		}
		if r.busy[id] {
			r.structs[i].Go = spelled // in place it would have no end
		}
		out.Struct = i
		return out
	}
	out.Struct = len(r.structs)
	r.index[id] = out.Struct
	r.structs = append(r.structs, ir.Struct{Name: r.uniqueName(structName(t)), Go: namedOnly(t, spelled)})
	r.busy[id] = true
	fields := r.inside(func() []ir.Field { return r.fields(t, s, at) })
	delete(r.busy, id)
	r.structs[out.Struct].Fields = fields
	return out
}

// inside resolves the fields of a struct, where types that are being resolved
// outside of it may come again.
func (r *Resolver) inside(fields func() []ir.Field) []ir.Field {
	outside := r.open
	r.open = map[types.Type]bool{}
	defer func() { r.open = outside }()
	return fields()
}

// namedOnly keeps the spelling of named types: anonymous structs are bound in
// place.
func namedOnly(t types.Type, spelled string) string {
	if _, ok := t.(*types.Named); ok {
		return spelled
	}
	return ""
}

// structName derives a Go-like name: Page[User] becomes PageUser.
func structName(t types.Type) string {
	n, ok := t.(*types.Named)
	if !ok {
		return "Anonymous"
	}
	name := upperFirst(n.Obj().Name())
	for arg := range n.TypeArgs().Types() {
		name += identifier(types.TypeString(arg, func(*types.Package) string { return "" }))
	}
	return name
}

// identifier keeps letters and digits, each run with a capital.
func identifier(s string) string {
	var b strings.Builder
	for _, part := range strings.FieldsFunc(s, func(c rune) bool { return !unicode.IsLetter(c) && !unicode.IsDigit(c) }) {
		b.WriteString(upperFirst(part))
	}
	return b.String()
}

func upperFirst(s string) string {
	c := []rune(s)
	c[0] = unicode.ToUpper(c[0])
	return string(c)
}

func (r *Resolver) uniqueName(base string) string {
	name := base
	for i := 2; r.names[name]; i++ {
		name = fmt.Sprintf("%s%d", base, i)
	}
	r.names[name] = true
	return name
}

func (r *Resolver) fields(t types.Type, s *types.Struct, at Site) []ir.Field {
	out := []ir.Field{}
	seen := map[*types.Var]bool{}
	for _, m := range members(s) {
		seen[m.v] = true
		if f := r.field(t, m, at); f != nil {
			out = append(out, *f)
		}
	}
	r.withoutEffect(s, seen)
	return r.distinct(out, t, at)
}

// withoutEffect reports //mcp:param on fields that JSON does not see: embedded
// structs, whose own fields are the arguments, and fields left out.
func (r *Resolver) withoutEffect(s *types.Struct, seen map[*types.Var]bool) {
	for v := range s.Fields() {
		src := r.syntax.Field(v)
		if src.Param != nil && !seen[v] && r.dir == Input {
			r.report(src.Param.Pos, src.Param.End, diag.CodeMisplaced,
				fmt.Sprintf("//mcp:param is misplaced: field %s is no argument", v.Name()), "move it to the field that is, or remove it")
		}
	}
}

// distinct reports names that //mcp:param name= made equal.
func (r *Resolver) distinct(fields []ir.Field, t types.Type, at Site) []ir.Field {
	seen := map[string]bool{}
	for _, f := range fields {
		if seen[f.Name] {
			r.report(at.Pos, at.End, diag.CodeDuplicateParam,
				fmt.Sprintf("%s: two fields of %s are called %q", at.Words, r.display(t), f.Name), "give one of them another name")
		}
		seen[f.Name] = true
	}
	return fields
}

func (r *Resolver) field(owner types.Type, m member, at Site) *ir.Field {
	src := r.syntax.Field(m.v)
	site := fieldSite(m, src, at)
	path := r.path(owner, m)
	if path == nil {
		r.report(site.Pos, site.End, diag.CodeUnnameableType,
			fmt.Sprintf("%s: generated code cannot reach the field through an unexported embedded type", site.Words), "export the embedded type or embed it by value")
		return nil
	}
	typ := r.Type(m.v.Type(), site)
	if typ == nil {
		return nil
	}
	f := &ir.Field{Name: m.name, Path: path, Type: typ, Description: src.Description, Quoted: m.opts.quoted && isQuotable(typ)}
	if m.opts.omitEmpty && r.dir == Output {
		f.OmitEmpty = emptiness(m.v.Type())
	}
	if m.opts.omitZero && r.dir == Output {
		f.OmitZero = r.zero(m.v.Type(), site)
	}
	f.Required = !optional(m, typ)
	r.applyField(f, src.Param, site)
	f.Description = r.withEnum(f.Description, m.v.Type(), f.Type)
	return f
}

// isQuotable looks at the wire type: a type that marshals itself ignores the
// option.
func isQuotable(t *ir.Type) bool {
	switch leaf(t).Kind {
	case ir.KindBool, ir.KindInt, ir.KindUint, ir.KindFloat:
		return true
	}
	return false
}

// fieldSite is the field, or the place that led to it where its author cannot be
// asked to change it.
func fieldSite(m member, src FieldSource, at Site) Site {
	site := Site{Pos: src.Pos, End: src.End, Words: fmt.Sprintf("%s: field %q", at.Words, m.name)}
	if !site.Pos.IsValid() {
		site.Pos, site.End = at.Pos, at.End
	}
	return site
}

// optional tells fields that need not be sent, and in a result may be left out.
func optional(m member, t *ir.Type) bool {
	if m.opts.omitEmpty || m.opts.omitZero || t.Kind == ir.KindPointer || t.Kind == ir.KindOptional {
		return true
	}
	for _, v := range m.path[:len(m.path)-1] {
		if isPointer(types.Unalias(v.Type())) {
			return true
		}
	}
	return false
}

// path spells the selectors to a field: as short as Go's promotion allows, and
// in full where the rules of Go and of encoding/json disagree. Embedded pointers
// are always spelled, since they may be nil. It is nil if the way leads through
// an unexported embedded type of another package that Go does not promote
// through.
func (r *Resolver) path(owner types.Type, m member) []ir.Step {
	var short, full []ir.Step
	hidden := false
	for i, v := range m.path {
		last := i == len(m.path)-1
		step := ir.Step{Name: v.Name(), Pointer: !last && isPointer(types.Unalias(v.Type()))}
		if last || step.Pointer {
			short = append(short, step)
		}
		full = append(full, step)
		foreign := !v.Exported() && v.Pkg() != r.pkg
		if foreign && step.Pointer {
			return nil
		}
		hidden = hidden || foreign
	}
	switch {
	case r.reaches(owner, short, m.v):
		return short
	case hidden:
		return nil
	}
	return full
}

// reaches follows selectors as the Go compiler would.
func (r *Resolver) reaches(owner types.Type, steps []ir.Step, want *types.Var) bool {
	t := owner
	var got types.Object
	for _, s := range steps {
		got, _, _ = types.LookupFieldOrMethod(t, true, r.pkg, s.Name)
		v, ok := got.(*types.Var)
		if !ok {
			return false
		}
		t = v.Type()
	}
	return got == want
}

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

// applyField lays the field's own //mcp:param over what its type says.
func (r *Resolver) applyField(f *ir.Field, p *directive.Param, at Site) {
	if p != nil {
		r.Apply(f, p, at)
	}
}

// Whole makes the struct of a function's only parameter nameable in place: an
// anonymous one is written out in the generated signatures.
func (r *Resolver) Whole(t *ir.Type) {
	if s := &r.structs[t.Struct]; s.Go == "" {
		s.Go = t.Go
	}
}

// Params adds the parameters of a function as a struct of its own.
func (r *Resolver) Params(name string, fields []ir.Field) int {
	r.structs = append(r.structs, ir.Struct{Name: r.uniqueName(upperFirst(name)), Params: true, Fields: fields})
	return len(r.structs) - 1
}
