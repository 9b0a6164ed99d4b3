package schema

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// Direction says whether values are read or written.
type Direction int

// The directions.
const (
	Input  Direction = iota // arguments
	Output                  // results
)

// Syntax finds what declarations say in their source, in other packages too.
type Syntax interface {
	// Field returns the description and, in the host's own modules, the
	// //mcp:param directive of a struct field.
	Field(v *types.Var) FieldSource

	// Constants returns the constants of exactly this type in order of
	// declaration, those of tests and constrained files excepted, or nil for a
	// type outside the host's own modules.
	Constants(t *types.TypeName) []Constant

	// Constrained says why some builds lack a type of the host's package, or "".
	Constrained(t *types.TypeName) string
}

// FieldSource is what the source says of one field.
type FieldSource struct {
	Description string
	Param       *directive.Param // nil: none
	Pos, End    token.Pos        // the field's name; NoPos: outside the host's own modules
}

// Constant is one constant of an enum candidate.
type Constant struct {
	Const   *types.Const
	Comment string
	Flag    bool // declared as 1 << iota
}

// Site is where a type is used: the position to report and the words that lead
// there.
type Site struct {
	Pos, End token.Pos
	Words    string // tool "refund": parameter "amount"
}

// Resolver turns Go types into wire types for one package and direction.
type Resolver struct {
	pkg     *types.Package
	dir     Direction
	syntax  Syntax
	report  directive.Report
	structs []ir.Struct
	index   map[string]int // struct by identity: spelled type, so that identical instances meet
	names   map[string]bool
	imports map[string]string           // names of packages in spelled types, by path
	busy    map[string]bool             // structs that cannot be named and are being resolved
	headers map[*ir.Type]directive.Text // headers of fields, by their types: each has its own

	// unlisted are the enums of results that are not in their schema.
	unlisted map[*ir.Type]bool

	open  map[types.Type]bool // types being resolved since the last struct
	depth int                 // types being resolved
}

// maxDepth is how deep types may nest: further than any that a caller could
// fill, and an end for generic types that grow with every step.
const maxDepth = 100

// NewResolver makes a resolver for code generated into pkg.
func NewResolver(pkg *types.Package, dir Direction, syntax Syntax, report directive.Report) *Resolver {
	return &Resolver{
		pkg: pkg, dir: dir, syntax: syntax, report: report,
		index: map[string]int{}, names: map[string]bool{}, imports: map[string]string{}, busy: map[string]bool{},
		headers: map[*ir.Type]directive.Text{}, unlisted: map[*ir.Type]bool{},
		open: map[types.Type]bool{},
	}
}

// Structs returns the structs met so far; ir.Type.Struct is an index into them.
func (r *Resolver) Structs() []ir.Struct { return r.structs }

// Imports names the packages that spelled types refer to, by import path.
func (r *Resolver) Imports() map[string]string { return r.imports }

// Type resolves t. A type that JSON cannot carry is reported at the site and
// gives nil.
func (r *Resolver) Type(t types.Type, at Site) *ir.Type {
	out := r.bounded(t, at)
	if out != nil && out.Go == "" {
		out.Go = r.spell(t)
	}
	return out
}

// bounded resolves a type unless it has no end. A type may contain itself
// through a struct, which is resolved once; without one there is nothing that
// a schema could refer to.
func (r *Resolver) bounded(t types.Type, at Site) *ir.Type {
	t = types.Unalias(t)
	switch {
	case r.open[t]:
		return r.refuse(t, at, ", which contains itself without a struct in between")
	case r.depth == maxDepth:
		return r.tooDeep(at)
	}
	r.open[t] = true
	r.depth++
	defer func() {
		delete(r.open, t)
		r.depth--
	}()
	return r.resolve(t, at)
}

func (r *Resolver) resolve(t types.Type, at Site) *ir.Type {
	r.Everywhere(t, at)
	if known := r.known(t, at); known != nil {
		return known
	}
	if qualifiedName(t) == "encoding/json.Number" {
		return r.unsupported(t, at) // a string that encoding/json writes as a number
	}
	if kind := r.marshalsItself(t); kind != "" {
		return &ir.Type{Kind: kind, Rules: textRules(t)}
	}
	switch u := t.Underlying().(type) {
	case *types.Basic:
		return r.basic(t, u, at)
	case *types.Pointer:
		return r.wrap(ir.KindPointer, u.Elem(), at)
	case *types.Slice:
		return r.slice(u, at)
	case *types.Array:
		out := r.wrap(ir.KindArray, u.Elem(), at)
		if out != nil {
			out.Len = int(u.Len())
		}
		return out
	case *types.Map:
		return r.mapping(u, at)
	case *types.Struct:
		return r.structure(t, u, at)
	case *types.Interface:
		if u.Empty() {
			return &ir.Type{Kind: ir.KindAny}
		}
	}
	return r.unsupported(t, at)
}

// Everywhere reports a host type that some builds do not have.
func (r *Resolver) Everywhere(t types.Type, at Site) {
	n, ok := t.(*types.Named)
	if !ok || n.Obj().Pkg() != r.pkg {
		return
	}
	if why := r.syntax.Constrained(n.Obj()); why != "" {
		r.report(at.Pos, at.End, diag.CodeConstrainedFile,
			fmt.Sprintf("%s: type %s is declared in a file that some builds leave out: %s", at.Words, n.Obj().Name(), why),
			"declare the type in a file without build constraints")
	}
}

func (r *Resolver) wrap(kind ir.Kind, elem types.Type, at Site) *ir.Type {
	e := r.Type(elem, at)
	if e == nil {
		return nil
	}
	return &ir.Type{Kind: kind, Elem: e}
}

// slice is an array, or base64 text for exactly []byte.
func (r *Resolver) slice(s *types.Slice, at Site) *ir.Type {
	if types.Identical(s.Elem(), types.Typ[types.Byte]) {
		return &ir.Type{Kind: ir.KindBytes}
	}
	if b, ok := s.Elem().Underlying().(*types.Basic); ok && b.Kind() == types.Uint8 && r.marshalsItself(s.Elem()) == "" {
		return r.unsupported(s, at)
	}
	return r.wrap(ir.KindSlice, s.Elem(), at)
}

// mapping is an object with any names. Keys are strings, integers or text types,
// in the order of precedence of encoding/json.
func (r *Resolver) mapping(m *types.Map, at Site) *ir.Type {
	if isInvalid(m.Key()) {
		return r.invalid(at)
	}
	key := r.key(m.Key())
	if key == nil {
		r.report(at.Pos, at.End, diag.CodeUnsupportedType,
			fmt.Sprintf("%s: unsupported map key type %s", at.Words, r.display(m.Key())),
			"use a string, an integer or a type with MarshalText and UnmarshalText as the key")
		return nil
	}
	out := r.wrap(ir.KindMap, m.Elem(), at)
	if out != nil {
		out.Key = key
	}
	return out
}

func (r *Resolver) key(t types.Type) *ir.Type {
	text := r.textKey(types.Unalias(t))
	b, basic := t.Underlying().(*types.Basic)
	switch {
	case text && (r.dir == Input || !basic || b.Info()&types.IsString == 0):
		return &ir.Type{Kind: ir.KindText, Go: r.spell(t)}
	case basic && b.Info()&types.IsString != 0:
		return &ir.Type{Kind: ir.KindString, Go: r.spell(t)}
	case basic && b.Info()&types.IsInteger != 0:
		return &ir.Type{Kind: ir.KindInt, Go: r.spell(t)}
	}
	return nil
}

// textKey tells keys that have a text form, whether or not they have a JSON form
// too. In a result the method has to be the key's own, since the keys of a map
// have no address.
func (r *Resolver) textKey(t types.Type) bool {
	if types.IsInterface(t) || isPointer(t) {
		return false
	}
	if r.dir == Input {
		return hasMethod(t, "UnmarshalText", isUnmarshal)
	}
	return ownMethod(t, "MarshalText", isMarshal)
}

// basic is a scalar, with the enum of its named type.
func (r *Resolver) basic(t types.Type, b *types.Basic, at Site) *ir.Type {
	out := &ir.Type{Bits: bits[b.Kind()]}
	switch info := b.Info(); {
	case b.Kind() == types.Invalid:
		return r.invalid(at)
	case info&types.IsBoolean != 0:
		out.Kind = ir.KindBool
	case info&types.IsString != 0:
		out.Kind = ir.KindString
	case info&types.IsUnsigned != 0:
		out.Kind = ir.KindUint
	case info&types.IsInteger != 0:
		out.Kind = ir.KindInt
	case info&types.IsFloat != 0:
		out.Kind = ir.KindFloat
	default:
		return r.unsupported(t, at)
	}
	if out.Rules = r.enumOf(t, out.Kind); r.dir == Output && !holdsZero(out.Rules) {
		out.Rules, r.unlisted[out] = nil, true
	}
	return out
}

// bits gives the width of a basic type; 0 = 64 or the platform's, which is not
// told apart so that output does not depend on GOARCH.
var bits = map[types.BasicKind]int{
	types.Int8: 8, types.Int16: 16, types.Int32: 32, types.Int64: 64,
	types.Uint8: 8, types.Uint16: 16, types.Uint32: 32, types.Uint64: 64,
	types.Float32: 32, types.Float64: 64,
}

func (r *Resolver) unsupported(t types.Type, at Site) *ir.Type {
	if isInvalid(t) {
		return r.invalid(at)
	}
	return r.refuse(t, at, "")
}

func (r *Resolver) refuse(t types.Type, at Site, why string) *ir.Type {
	r.report(at.Pos, at.End, diag.CodeUnsupportedType,
		fmt.Sprintf("%s: unsupported type %s%s", at.Words, r.display(t), why),
		`use a type that JSON can carry, or leave the field out with json:"-"`)
	return nil
}

// tooDeep names neither the type nor the way to it in full: both are as long as
// the nesting is deep.
func (r *Resolver) tooDeep(at Site) *ir.Type {
	words := at.Words[:min(len(at.Words), 10*maxDepth/8)]
	r.report(at.Pos, at.End, diag.CodeUnsupportedType, words+"…: types nested too deeply", "use a type with an end")
	return nil
}

func isInvalid(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Kind() == types.Invalid
}

// invalid reports a type that the type checker could not make sense of.
func (r *Resolver) invalid(at Site) *ir.Type {
	r.report(at.Pos, at.End, diag.CodeTypeError, at.Words+": its type does not type-check", "make `go vet` pass for this declaration")
	return nil
}

// display writes a type as its host's source would.
func (r *Resolver) display(t types.Type) string {
	return types.TypeString(t, func(p *types.Package) string {
		if p == r.pkg {
			return ""
		}
		return p.Name()
	})
}
