package parser

import (
	"go/ast"
	"go/token"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
)

// paramDoc is the description of the i-th entry of a parameter list: the comment
// that ends on the line above it, else the one on its last line before the next
// entry begins or the list closes.
func (t *target) paramDoc(list *ast.FieldList, i int) string {
	field := list.List[i]
	from, to := list.Opening, list.Closing
	if i > 0 {
		from = list.List[i-1].End()
	}
	if above := t.commentBefore(from, field.Pos(), i > 0); above != nil {
		return directive.StripDoc(above)
	}
	if i+1 < len(list.List) {
		to = list.List[i+1].Pos()
	}
	return directive.StripDoc(t.commentAfter(field.End(), to))
}

// commentBefore finds the comment group between two entries that ends on the
// line above the second. One that begins on the first entry's line is that
// entry's own.
func (t *target) commentBefore(from, entry token.Pos, afterEntry bool) *ast.CommentGroup {
	for _, g := range t.comments(from, entry) {
		own := afterEntry && t.line(g.Pos()) == t.line(from)
		if !own && t.line(g.End()) == t.line(entry)-1 {
			return g
		}
	}
	return nil
}

func (t *target) commentAfter(entry, to token.Pos) *ast.CommentGroup {
	for _, g := range t.comments(entry, to) {
		if t.line(g.Pos()) == t.line(entry) {
			return g
		}
	}
	return nil
}

// comments lists the comment groups of the file between two positions.
func (t *target) comments(from, to token.Pos) []*ast.CommentGroup {
	all := t.file.Syntax.Comments
	start, _ := slices.BinarySearchFunc(all, from, func(g *ast.CommentGroup, p token.Pos) int { return int(g.Pos() - p) })
	end := start
	for end < len(all) && all[end].Pos() < to {
		end++
	}
	return all[start:end]
}

func (t *target) line(pos token.Pos) int { return t.Fset.Position(pos).Line }
