package directive

import (
	"fmt"
	"go/parser"
	"go/token"
	"strings"
	"testing"
)

// FuzzCollect: whatever the file, no panic, positions inside it, and no //mcp: line without a word about it.
func FuzzCollect(f *testing.F) {
	for _, seed := range []string{
		"", "//mcp:tool", "func F() {}\n//mcp:tool", "type (\n//mcp:section a\n)", "var ()\n//mcp:x\n", "type T struct {\n\tX int //mcp:param min=1\n}",
		"/* mcp:tool\r\n * mcp:hint */\r\nfunc (", "func F(a int, //mcp:param b\n) (//mcp:tool\n)", "//line x.go:100:1\n/*\nmcp:tool*/", "import //mcp:tool\n",
		"type I interface {\n//mcp:tool\nM() }", "func F() { /*", "00/*\n", "type T[P any, //mcp:tool\n] int", "//mcp:tool //mcp:tool // mcp:tool", "//mcp:scope a=\"b c' //x\nfunc F() {}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		s := &source{text: "package svc\n" + text, fset: token.NewFileSet()}
		// A file with syntax errors has a tree, too.
		s.file, _ = parser.ParseFile(s.fset, "svc.go", s.text, parser.ParseComments|parser.SkipObjectResolution)
		if s.file == nil {
			return
		}
		s.collect()
		s.problems = nil
		Misplaced(s.fset, s.file, "in a test file", s.report)
		reported := strings.Join(s.problems, "\n")
		for _, g := range s.file.Comments {
			for _, c := range g.List {
				line := s.fset.PositionFor(c.Slash, true).Line
				if strings.HasPrefix(c.Text, "//mcp:") && !strings.Contains("\n"+reported, fmt.Sprintf("\n%d:", line)) {
					t.Errorf("no problem on line %d of %q:\n%s", line, s.text, reported)
				}
			}
		}
	})
}
