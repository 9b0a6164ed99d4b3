package parser

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
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
