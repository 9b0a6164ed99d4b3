package directive

import (
	"go/ast"
	"go/token"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// Report receives the problems one by one. pos and end enclose the smallest text that is wrong; fix is "" when the
// message says it already.
type Report = func(pos, end token.Pos, code diag.Code, message, fix string)

// File holds the directives of one file by declaration. Only non-empty sets are kept.
type File struct {
	Package *Set // nil when the package doc has none
	Funcs   map[*ast.FuncDecl]*Set
	Types   map[*ast.TypeSpec]*Set
	Fields  map[*ast.Field]*Set
}

// Collect reads every comment of a file, which must have been parsed with comments: each line is prose, becomes
// part of the result, or is reported.
func Collect(fset *token.FileSet, f *ast.File, report Report) *File {
	c := collector{reader: newReader(fset, report), sets: map[ast.Node]*Set{}, broken: map[ast.Node]bool{}}
	known := sites(f)
	for _, g := range f.Comments {
		if !concerns(g) {
			continue
		}
		at, ok := known[g]
		if !ok {
			at = nowhere(fset, f, g)
		}
		c.group(g, at)
	}
	return c.file(f)
}

// concerns tells whether a comment can hold a directive or a near-miss at all: most cannot, and looking closer is
// what costs time.
func concerns(g *ast.CommentGroup) bool {
	return slices.ContainsFunc(g.List, func(c *ast.Comment) bool { return mentions(c.Text) })
}

// mentions reports whether "mcp" occurs in a text, in any case.
func mentions(text string) bool {
	for i := 0; i+2 < len(text); i++ {
		if text[i]|0x20 == 'm' && text[i+1]|0x20 == 'c' && text[i+2]|0x20 == 'p' {
			return true
		}
	}
	return false
}

type collector struct {
	*reader
	sets map[ast.Node]*Set
	// broken marks the declarations that have a problem already.
	broken map[ast.Node]bool
}

func (c collector) group(g *ast.CommentGroup, at site) {
	set := c.sets[at.node]
	if set == nil {
		set = &Set{}
		c.sets[at.node] = set
	}
	c.refused = 0
	for _, comment := range g.List {
		for l := range lines(c.fset, comment) {
			c.read(l, at, set)
		}
	}
	if c.refused > 0 {
		c.broken[at.node] = true
	}
}

// file sorts the sets by the kind of their declaration.
func (c collector) file(f *ast.File) *File {
	file := &File{Funcs: map[*ast.FuncDecl]*Set{}, Types: map[*ast.TypeSpec]*Set{}, Fields: map[*ast.Field]*Set{}}
	for node, set := range c.sets {
		if set.Empty() {
			continue
		}
		switch node := node.(type) {
		case *ast.File:
			file.Package = set
		case *ast.FuncDecl:
			file.Funcs[node] = set
		case *ast.TypeSpec:
			file.Types[node] = set
		case *ast.Field:
			file.Fields[node] = set
		}
	}
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && !c.broken[fn] {
			c.fits(file.Funcs[fn])
		}
	}
	return file
}

// Misplaced reports every directive and near-miss of a file in which directives have no effect. where completes the
// message and says why: "in a test file".
func Misplaced(fset *token.FileSet, f *ast.File, where string, report Report) {
	r := newReader(fset, report)
	at := site{where: where, fix: "move it to a file that is part of the package"}
	for _, g := range f.Comments {
		for _, comment := range g.List {
			for l := range lines(fset, comment) {
				r.read(l, at, &Set{})
			}
		}
	}
}

// StripDoc returns the text of a comment without directives and near-misses, trimmed. Like
// [ast.CommentGroup.Text] it leaves out the directives of other tools, too. The group may be nil.
func StripDoc(g *ast.CommentGroup) string {
	switch {
	case g == nil:
		return ""
	case !concerns(g):
		return strings.TrimSpace(g.Text())
	}
	specs, prose := Registry(), &ast.CommentGroup{}
	for _, c := range g.List {
		if text, ok := stripNear(c.Text, specs); ok {
			prose.List = append(prose.List, &ast.Comment{Text: text})
		}
	}
	return strings.TrimSpace(prose.Text())
}

// stripNear removes the near-misses of one comment, and reports false when nothing is left of it.
func stripNear(text string, specs []Spec) (string, bool) {
	if strings.HasPrefix(text, "//") {
		_, miss := line{text: text}.nearMiss(specs)
		return text, !miss
	}
	var kept []string
	for _, l := range strings.Split(strings.TrimSuffix(strings.TrimPrefix(text, "/*"), "*/"), "\n") {
		if _, miss := (line{text: l, block: true}).nearMiss(specs); !miss {
			kept = append(kept, l)
		}
	}
	return "/*" + strings.Join(kept, "\n") + "*/", true
}
