package parser

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/load"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
)

// syntax answers what declarations say in their source. Files of the host's
// package are at hand; those of other packages, known from export data, are
// parsed when they are first asked for.
type syntax struct {
	h           *host
	fields      map[token.Pos]fieldSyntax // host's package, by the position of the name
	files       map[string]*foreignFile   // other packages, by path
	constants   map[*types.TypeName][]schema.Constant
	constrained map[string]string // why some builds lack a host type
}

type fieldSyntax struct {
	field *ast.Field
	name  *ast.Ident
	set   *directive.Set
}

// foreignFile is a file of another package; its fields are found by line, since
// export data has no columns.
type foreignFile struct {
	syntax *ast.File
	fields map[int][]fieldSyntax
}

func newSyntax(h *host) *syntax {
	s := &syntax{h: h, files: map[string]*foreignFile{}, constants: map[*types.TypeName][]schema.Constant{}}
	return s
}

// Field implements [schema.Syntax].
func (s *syntax) Field(v *types.Var) schema.FieldSource {
	if s.fields == nil {
		s.indexHost()
	}
	if f, ok := s.fields[v.Pos()]; ok {
		return source(f)
	}
	pos := s.h.Fset.Position(v.Pos())
	file := s.foreign(pos.Filename, v.Pkg())
	if file == nil {
		return schema.FieldSource{}
	}
	for _, f := range file.fields[pos.Line] {
		if f.name.Name == v.Name() {
			return s.owned(source(f), v.Pkg())
		}
	}
	return schema.FieldSource{}
}

func source(f fieldSyntax) schema.FieldSource {
	out := schema.FieldSource{Description: fieldDoc(f.field), Pos: f.name.Pos(), End: f.name.End()}
	if f.set != nil && len(f.set.Params) > 0 {
		out.Param = f.set.Params[0]
	}
	return out
}

// owned keeps the position of a field only if the host could change the file: a
// problem with another module's type is shown where the host uses it.
func (s *syntax) owned(src schema.FieldSource, pkg *types.Package) schema.FieldSource {
	if !s.h.Main(pkg.Path()) {
		src.Pos, src.End = token.NoPos, token.NoPos
	}
	return src
}

// fieldDoc is the doc comment of a field, else its trailing comment.
func fieldDoc(f *ast.Field) string {
	if doc := directive.StripDoc(f.Doc); doc != "" {
		return doc
	}
	return directive.StripDoc(f.Comment)
}

func (s *syntax) indexHost() {
	s.fields = map[token.Pos]fieldSyntax{}
	for _, f := range s.h.files {
		eachField(f.Syntax, func(field *ast.Field, name *ast.Ident) {
			s.fields[name.Pos()] = fieldSyntax{field: field, name: name, set: f.found.Fields[field]}
		})
	}
}

// eachField visits the fields of all struct types, embedded ones under the name
// that the language gives them.
func eachField(f *ast.File, visit func(*ast.Field, *ast.Ident)) {
	for _, decl := range f.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if fn, isFunc := decl.(*ast.FuncDecl); isFunc {
			eachStruct(fn.Type, visit)
		}
		if ok && gen.Tok == token.TYPE {
			eachStruct(gen, visit)
		}
	}
}

func eachStruct(root ast.Node, visit func(*ast.Field, *ast.Ident)) {
	ast.Inspect(root, func(n ast.Node) bool {
		st, ok := n.(*ast.StructType)
		if !ok {
			return true
		}
		for _, field := range st.Fields.List {
			for _, name := range field.Names {
				visit(field, name)
			}
			if len(field.Names) == 0 {
				if name := embeddedName(field.Type); name != nil {
					visit(field, name)
				}
			}
		}
		return true
	})
}

func embeddedName(e ast.Expr) *ast.Ident {
	switch e := e.(type) {
	case *ast.Ident:
		return e
	case *ast.StarExpr:
		return embeddedName(e.X)
	case *ast.SelectorExpr:
		return e.Sel
	case *ast.IndexExpr:
		return embeddedName(e.X)
	case *ast.IndexListExpr:
		return embeddedName(e.X)
	}
	return nil
}

// foreign parses a file of another package. Directives count in the host's own
// modules only; their problems are reported when the package itself is read.
func (s *syntax) foreign(path string, pkg *types.Package) *foreignFile {
	if f, ok := s.files[path]; ok || path == "" {
		return f
	}
	s.files[path] = nil
	parsed, err := parser.ParseFile(s.h.Fset, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return nil
	}
	found := &directive.File{}
	if pkg != nil && s.h.Main(pkg.Path()) {
		found = directive.Collect(s.h.Fset, parsed, func(token.Pos, token.Pos, diag.Code, string, string) {})
	}
	f := &foreignFile{syntax: parsed, fields: map[int][]fieldSyntax{}}
	eachField(parsed, func(field *ast.Field, name *ast.Ident) {
		line := s.h.Fset.Position(name.Pos()).Line
		f.fields[line] = append(f.fields[line], fieldSyntax{field: field, name: name, set: found.Fields[field]})
	})
	s.files[path] = f
	return f
}

// Constrained implements [schema.Syntax].
func (s *syntax) Constrained(t *types.TypeName) string {
	if s.constrained == nil {
		s.constrained = map[string]string{}
		for _, f := range s.h.files {
			if f.Constrained != "" {
				s.markConstrained(f)
			}
		}
	}
	return s.constrained[t.Name()]
}

func (s *syntax) markConstrained(f sourceFile) {
	for _, decl := range f.Syntax.Decls {
		if gen, ok := decl.(*ast.GenDecl); ok && gen.Tok == token.TYPE {
			for _, spec := range gen.Specs {
				s.constrained[spec.(*ast.TypeSpec).Name.Name] = f.Constrained
			}
		}
	}
}

// Constants implements [schema.Syntax].
func (s *syntax) Constants(t *types.TypeName) []schema.Constant {
	if !s.h.Main(t.Pkg().Path()) {
		return nil
	}
	if _, ok := s.constants[t]; !ok {
		s.constants[t] = s.findConstants(t)
	}
	return s.constants[t]
}

func (s *syntax) findConstants(t *types.TypeName) []schema.Constant {
	var out []schema.Constant
	scope := t.Pkg().Scope()
	for _, n := range scope.Names() {
		c, ok := scope.Lookup(n).(*types.Const)
		if !ok || !types.Identical(c.Type(), t.Type()) {
			continue
		}
		if decl, ok := s.constant(c); ok {
			out = append(out, decl)
		}
	}
	slices.SortStableFunc(out, s.byPosition)
	return out
}

func (s *syntax) byPosition(a, b schema.Constant) int {
	p, q := s.h.Fset.PositionFor(a.Const.Pos(), false), s.h.Fset.PositionFor(b.Const.Pos(), false)
	return cmp.Or(strings.Compare(p.Filename, q.Filename), p.Line-q.Line, p.Column-q.Column)
}

// constant finds the declaration of a constant; one that only some builds have
// does not count.
func (s *syntax) constant(c *types.Const) (schema.Constant, bool) {
	file, constrained := s.fileOf(c)
	if file == nil {
		return schema.Constant{Const: c}, true // its source is gone: trust the export data
	}
	if constrained {
		return schema.Constant{}, false
	}
	for _, decl := range file.Decls {
		gen, ok := decl.(*ast.GenDecl)
		if !ok || gen.Tok != token.CONST {
			continue
		}
		if spec, values := constantSpec(gen, c.Name()); spec != nil {
			return schema.Constant{Const: c, Comment: specDoc(gen, spec), Flag: slices.ContainsFunc(values, isFlag)}, true
		}
	}
	return schema.Constant{Const: c}, true
}

func (s *syntax) fileOf(obj types.Object) (file *ast.File, constrained bool) {
	pos := s.h.Fset.PositionFor(obj.Pos(), false) // the file that was read, whatever its //line comments say
	if obj.Pkg() == s.h.Types {
		for _, f := range s.h.files {
			if s.h.Fset.File(f.Syntax.FileStart).Name() == pos.Filename {
				return f.Syntax, f.Constrained != ""
			}
		}
		return nil, false
	}
	f := s.foreign(pos.Filename, obj.Pkg())
	if f == nil {
		return nil, false
	}
	return f.syntax, load.Constrained(pos.Filename, f.syntax) != ""
}

// constantSpec finds a constant in a const block, with the expressions that give
// its value: those of an earlier line if it has none of its own.
func constantSpec(gen *ast.GenDecl, name string) (*ast.ValueSpec, []ast.Expr) {
	var values []ast.Expr
	for _, spec := range gen.Specs {
		v := spec.(*ast.ValueSpec)
		if len(v.Values) > 0 {
			values = v.Values
		}
		if slices.ContainsFunc(v.Names, func(id *ast.Ident) bool { return id.Name == name }) {
			return v, values
		}
	}
	return nil, nil
}

// specDoc is the comment of one constant; the doc of a block is not repeated for
// each of its constants.
func specDoc(gen *ast.GenDecl, spec *ast.ValueSpec) string {
	if doc := directive.StripDoc(spec.Doc); doc != "" {
		return doc
	}
	if doc := directive.StripDoc(spec.Comment); doc != "" {
		return doc
	}
	if !gen.Lparen.IsValid() {
		return directive.StripDoc(gen.Doc)
	}
	return ""
}

// isFlag tells 1 << iota and the like.
func isFlag(e ast.Expr) bool {
	flag := false
	ast.Inspect(e, func(n ast.Node) bool {
		b, ok := n.(*ast.BinaryExpr)
		flag = flag || ok && b.Op == token.SHL && mentions(b.Y, "iota")
		return !flag
	})
	return flag
}

func mentions(e ast.Expr, name string) bool {
	found := false
	ast.Inspect(e, func(n ast.Node) bool {
		id, ok := n.(*ast.Ident)
		found = found || ok && id.Name == name
		return !found
	})
	return found
}
