package directive

import (
	"go/ast"
	"go/token"
	"iter"
	"regexp"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

const prefix = "//mcp:"

// line is one line of a comment.
type line struct {
	text string
	pos  token.Pos
	// block tells that the line is part of a /* */ comment, where no directive can stand.
	block bool
}

func (l line) end() token.Pos          { return l.at(len(l.text)) }
func (l line) at(offset int) token.Pos { return l.pos + token.Pos(offset) }
func (l line) name() (string, bool)    { d, ok := l.parse(); return d.Name, ok }
func (l line) parse() (ast.Directive, bool) {
	if l.block {
		return ast.Directive{}, false
	}
	d, ok := ast.ParseDirective(l.pos, l.text)
	return d, ok && d.Tool == "mcp"
}

// lines yields the lines of a comment. A block comment's lines are found through the file's line table, because
// the Go scanner drops carriage returns from its text and offsets would be too small.
func lines(fset *token.FileSet, c *ast.Comment) iter.Seq[line] {
	return func(yield func(line) bool) {
		if strings.HasPrefix(c.Text, "//") {
			yield(line{text: strings.TrimRight(c.Text, "\r"), pos: c.Slash})
			return
		}
		file, first := fset.File(c.Slash), fset.PositionFor(c.Slash, false).Line
		for i, text := range strings.Split(strings.TrimSuffix(c.Text, "*/"), "\n") {
			if first+i > file.LineCount() {
				return // the scanner gave up here: the comment is not closed, which is reported as a syntax error of Go
			}
			pos := c.Slash
			if i > 0 {
				pos = file.LineStart(first + i)
			}
			if !yield(line{text: strings.TrimRight(text, "\r"), pos: pos, block: true}) {
				return
			}
		}
	}
}

// nearMissOpening recognises a comment that was probably meant to be a directive: after the opener, or the stars that
// decorate a block comment, the letters mcp and a colon.
var nearMissOpening = regexp.MustCompile(`^(?i:(//|/\*+|[ \t]*\*+|)([ \t]*)[+@]?mcp[ \t]*:)`)

// near describes a near-miss: what was written up to the name, and the line as it should be. fixed is empty when no
// directive is like it.
type near struct{ written, fixed string }

// nearMiss returns false for prose. Prose may talk about MCP ("// MCP: see the specification"): it is a near-miss
// only if a directive's name follows, or if no blank follows //, which is how directives and no sentences begin.
func (l line) nearMiss(specs []Spec) (near, bool) {
	m := nearMissOpening.FindStringSubmatch(l.text)
	if m == nil {
		return near{}, false
	}
	after := strings.TrimLeft(l.text[len(m[0]):], " \t")
	word := leadingLetters(after)
	written := strings.TrimSpace(l.text[:len(l.text)-len(after)+len(word)])
	spec, ok := meant(specs, word)
	if ok {
		return near{written, fixedLine(spec, after[len(word):])}, true
	}
	return near{written: written}, m[1] == "//" && m[2] == ""
}

func leadingLetters(text string) string {
	rest := strings.TrimLeftFunc(text, func(r rune) bool { return 'a' <= r|0x20 && r|0x20 <= 'z' })
	return text[:len(text)-len(rest)]
}

// meant returns the directive that a word begins with or is a misspelling of, the nearest first. A name of up to
// four letters allows one edit only: with two, "see" would be "new" and "the" would be "type".
func meant(specs []Spec, word string) (Spec, bool) {
	var best Spec
	least := 3
	for _, s := range specs {
		d := diag.Distance(word, s.Name)
		if d <= allowedEdits(s.Name) && d < least {
			best, least = s, d
		}
	}
	for _, s := range specs {
		if least == 3 && strings.HasPrefix(strings.ToLower(word), s.Name) {
			return s, true
		}
	}
	return best, least < 3
}

func allowedEdits(name string) int {
	if len(name) <= 4 {
		return 1
	}
	return 2
}

// fixedLine is the directive that the near-miss should have been, tidied if its arguments can be read.
func fixedLine(spec Spec, rest string) string {
	args, _, err := scan(rest, 0, spec.isList)
	if err != nil {
		return strings.TrimSpace(prefix + spec.Name + rest)
	}
	return format(spec.Name, args, spec.isList)
}
