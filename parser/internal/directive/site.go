package directive

import (
	"go/ast"
	"go/token"
)

// site is what a comment belongs to.
type site struct {
	place Place
	// node is the declaration whose set the directives go to; nil at Nowhere.
	node ast.Node
	// names counts the fields that one declaration holds.
	names int
	// method tells that the comment is that of an interface's method.
	method bool
	// where says it in words; fix is a remedy better than the directive's own, or "".
	where, fix string
}

// sites returns the site of every comment group that the syntax tree attaches to a declaration.
func sites(f *ast.File) map[*ast.CommentGroup]site {
	m := siteMap{}
	m.add(f.Doc, site{place: PackageDoc, node: f, where: "on a package clause"})
	for _, d := range f.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			m.add(d.Doc, site{place: FuncDoc, node: d, where: "on a function"})
			m.fields(d.Type)
		case *ast.GenDecl:
			m.genDecl(d)
		}
	}
	return m
}

type siteMap map[*ast.CommentGroup]site

func (m siteMap) add(g *ast.CommentGroup, s site) {
	if g != nil {
		m[g] = s
	}
}

func (m siteMap) genDecl(d *ast.GenDecl) {
	if d.Tok != token.TYPE {
		m.add(d.Doc, site{where: "on " + declared(d.Tok)})
		return
	}
	m.add(d.Doc, site{where: "on a group of types", fix: "move it to one type of the group"})
	for _, s := range d.Specs {
		s := s.(*ast.TypeSpec)
		m.add(s.Doc, typeSite(s))
		if !d.Lparen.IsValid() {
			m.add(d.Doc, typeSite(s))
		}
		m.add(s.Comment, site{where: "behind type " + s.Name.Name, fix: aboveFix})
		m.fields(s.Type)
	}
}

func typeSite(s *ast.TypeSpec) site { return site{place: TypeDoc, node: s, where: "on a type"} }

// fields finds the struct fields and interface methods below a type, in types without a name, too.
func (m siteMap) fields(root ast.Node) {
	ast.Inspect(root, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.StructType:
			for _, f := range n.Fields.List {
				m.field(f, site{place: FieldDoc, node: f, names: len(f.Names), where: "on a struct field"})
			}
		case *ast.InterfaceType:
			for _, f := range n.Methods.List {
				m.field(f, site{method: true, where: "on a method of an interface", fix: "move it to the method of a concrete type"})
			}
		}
		return true
	})
}

func (m siteMap) field(f *ast.Field, s site) {
	m.add(f.Doc, s)
	m.add(f.Comment, s)
}

// declared names what a declaration other than of a type declares.
func declared(tok token.Token) string {
	switch tok {
	case token.IMPORT:
		return "an import"
	case token.CONST:
		return "a constant"
	}
	return "a variable"
}
