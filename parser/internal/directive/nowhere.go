package directive

import (
	"go/ast"
	"go/token"
)

const (
	aboveFix = "move it into the doc comment above"
	blankFix = "remove the blank line"
)

// nowhere describes a comment group that the syntax tree attaches to nothing.
func nowhere(fset *token.FileSet, f *ast.File, g *ast.CommentGroup) site {
	n := neighbours{fset: fset, group: g}
	switch {
	case g.Pos() < f.Package:
		return detached("the package clause")
	case n.behind(f.Name):
		return site{where: "behind the package clause", fix: "move it above the package clause"}
	}
	for _, d := range f.Decls {
		switch {
		case d.Pos() <= g.Pos() && g.Pos() < d.End():
			return n.inside(d)
		case n.behind(d):
			return site{where: "behind " + title(d)}
		case g.End() <= d.Pos():
			return detached(title(d))
		}
	}
	return site{where: "at the end of the file", fix: "move it to the declaration that it is meant for"}
}

func detached(from string) site {
	return site{where: "detached from " + from + " by a blank line", fix: blankFix}
}

// neighbours compares a comment group with the nodes around it.
type neighbours struct {
	fset  *token.FileSet
	group *ast.CommentGroup
}

// behind reports whether the group begins on the line on which a node before it ends.
func (n neighbours) behind(node ast.Node) bool {
	return node.End() <= n.group.Pos() && n.line(node.End()) == n.line(n.group.Pos())
}

func (n neighbours) line(p token.Pos) int { return n.fset.PositionFor(p, false).Line }

// above reports whether a node begins more than a line below the group.
func (n neighbours) above(node ast.Node) bool {
	return n.group.End() <= node.Pos() && n.line(node.Pos()) > n.line(n.group.End())+1
}

func (n neighbours) inside(d ast.Decl) site {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return n.insideFunc(d)
	case *ast.GenDecl:
		if d.Tok == token.TYPE {
			return n.insideType(d)
		}
		return site{where: "on " + declared(d.Tok)}
	}
	return site{where: "inside a declaration"}
}

func (n neighbours) insideFunc(d *ast.FuncDecl) site {
	switch {
	case d.Body != nil && n.group.Pos() > d.Body.Lbrace:
		return site{where: "inside the body of " + title(d), fix: aboveFix + " the function"}
	case n.group.Pos() < d.Type.Params.End():
		return site{where: "in the parameter list of " + title(d), fix: "move it into the function's doc comment, with the parameter's name first"}
	}
	return site{where: "inside the declaration of " + title(d), fix: aboveFix + " the function"}
}

// insideType looks for the type or field that the comment was probably written for: the next one.
func (n neighbours) insideType(d *ast.GenDecl) site {
	found := site{where: "inside a type declaration"}
	ast.Inspect(d, func(node ast.Node) bool {
		if node == nil || node.End() <= n.group.Pos() || found.fix != "" {
			return false
		}
		switch node := node.(type) {
		case *ast.TypeSpec:
			if n.above(node) {
				found = detached("type " + node.Name.Name)
			}
		case *ast.Field:
			if n.above(node) {
				found = detached("the field below it")
			}
		}
		return found.fix == ""
	})
	return found
}

// title names a declaration in a message.
func title(d ast.Decl) string {
	switch d := d.(type) {
	case *ast.FuncDecl:
		return "func " + d.Name.Name
	case *ast.GenDecl:
		switch {
		case d.Tok != token.TYPE:
			return declared(d.Tok)
		case d.Lparen.IsValid():
			return "a group of types"
		}
		return "type " + d.Specs[0].(*ast.TypeSpec).Name.Name // only a group can be without
	}
	return "a declaration"
}
