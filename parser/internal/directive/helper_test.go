package directive

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// source is a parsed file with the problems found in it.
type source struct {
	text     string
	fset     *token.FileSet
	file     *ast.File
	problems []string
	fixes    []string
	codes    []diag.Code
}

func parse(t testing.TB, text string) *source {
	t.Helper()
	s := &source{text: text, fset: token.NewFileSet()}
	f, err := parser.ParseFile(s.fset, "svc.go", text, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatalf("the test's source is broken: %v\n%s", err, text)
	}
	s.file = f
	return s
}

// report writes a problem as `line:col "the text that it points at" code: message`.
func (s *source) report(pos, end token.Pos, code diag.Code, message, fix string) {
	p := s.fset.Position(pos)
	s.problems = append(s.problems, fmt.Sprintf("%d:%d %q %s: %s", p.Line, p.Column, s.slice(pos, end), code, message))
	s.fixes = append(s.fixes, fix)
	s.codes = append(s.codes, code)
}

func (s *source) slice(pos, end token.Pos) string {
	file := s.fset.File(pos)
	return s.text[file.Offset(pos):file.Offset(end)]
}

func (s *source) collect() *File { return Collect(s.fset, s.file, s.report) }

// sorted returns the problems in the order of the source.
func (s *source) sorted() []string {
	list := slices.Clone(s.problems)
	slices.SortFunc(list, func(a, b string) int {
		var al, ac, bl, bc int
		_, errA := fmt.Sscanf(a, "%d:%d", &al, &ac)
		_, errB := fmt.Sscanf(b, "%d:%d", &bl, &bc)
		if errA != nil || errB != nil {
			panic("a problem without a position: " + a + b)
		}
		if al != bl {
			return al - bl
		}
		return ac - bc
	})
	return list
}

// dump writes what a set holds, each value with the source text that it came from.
func (s *source) dump(set *Set) []string {
	if set == nil {
		return nil
	}
	var out []string
	if set.Server != nil {
		out = append(out, s.dumpSlots("server", set.Server.slots())...)
	}
	if set.Section != nil {
		out = append(out, "section "+s.dumpText(*set.Section))
	}
	if set.Tool != nil {
		out = append(out, "tool "+s.slice(set.Tool.Pos, set.Tool.End))
		out = append(out, s.dumpSlots("tool", set.Tool.slots())...)
	}
	if set.Hint != nil {
		out = append(out, s.dumpSlots("hint", set.Hint.slots())...)
	}
	for _, p := range set.Params {
		out = append(out, s.dumpSlots(strings.TrimSpace("param "+p.Go.Value), p.slots())...)
	}
	for _, scope := range set.Scopes {
		out = append(out, "scope "+s.dumpText(scope))
	}
	if set.New != nil {
		out = append(out, "new "+s.slice(set.New.Pos, set.New.End))
	}
	return out
}

func (s *source) dumpText(t Text) string {
	p := s.fset.Position(t.Pos)
	return fmt.Sprintf("%q at %d:%d %s", t.Value, p.Line, p.Column, s.slice(t.Pos, t.End))
}

func (s *source) dumpSlots(label string, sl slots) []string {
	spec, _ := find(Registry(), strings.Fields(label)[0])
	var out []string
	for _, k := range spec.Keys {
		if t := sl.texts[k.Name]; t != nil && t.Given() {
			out = append(out, label+" "+k.Name+"="+s.dumpText(*t))
		}
		if l := sl.lists[k.Name]; l != nil && l.Given() {
			out = append(out, fmt.Sprintf("%s %s=%q %s", label, k.Name, l.Values, s.slice(l.Pos, l.End)))
		}
	}
	for _, w := range spec.Words {
		if w.Available && sl.given(w) {
			f := sl.flag(w)
			out = append(out, label+" word "+s.slice(f.Pos, f.End))
		}
	}
	return out
}

// onFunc puts comment lines before a function of a file whose fourth line is the first of them.
func onFunc(lines ...string) string {
	return "package svc\n\n// Do does.\n" + strings.Join(lines, "\n") + "\nfunc Do(id int) {}\n"
}
