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
		if seen[v] || r.dir != Input {
			continue
		}
		if src := r.syntax.Field(v); src.Param != nil {
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
