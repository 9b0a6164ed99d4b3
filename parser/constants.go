package parser

import (
	"cmp"
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/load"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
)

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
