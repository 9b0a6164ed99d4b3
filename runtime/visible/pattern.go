package visible

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

const tagPrefix = "tag:"

var (
	errEmpty    = errors.New("pattern is empty")
	errNewline  = errors.New("pattern holds a control character")
	errNotMatch = errors.New("pattern matches no tool")
)

// pattern chooses rows by name, or by tag.
type pattern struct {
	text  string // as given
	glob  string
	isTag bool
}

func parse(text string) (pattern, error) {
	p := pattern{text: text, glob: text}
	p.glob, p.isTag = strings.CutPrefix(text, tagPrefix)
	switch {
	case p.glob == "":
		return pattern{}, fmt.Errorf("visible: %q: %w", text, errEmpty)
	case strings.ContainsFunc(p.glob, isControl):
		return pattern{}, fmt.Errorf("visible: %q: %w", text, errNewline)
	}
	return p, nil
}

func parseAll(texts []string) ([]pattern, error) {
	var patterns []pattern
	var problems []error
	for _, text := range texts {
		p, err := parse(text)
		patterns, problems = append(patterns, p), append(problems, err)
	}
	return patterns, errors.Join(problems...)
}

// matches reports whether p chooses the row. Its section is one of its tags.
func (p pattern) matches(row mcprt.Row) bool {
	if !p.isTag {
		return match(p.glob, row.Name)
	}
	return match(p.glob, row.Section) || slices.ContainsFunc(row.Tags, func(tag string) bool { return match(p.glob, tag) })
}

// literal reports whether p can mean one word only.
func (p pattern) literal() bool { return !strings.ContainsAny(p.glob, "*?") }

func matchesAny(patterns []pattern, row mcprt.Row) bool {
	return slices.ContainsFunc(patterns, func(p pattern) bool { return p.matches(row) })
}

// match reports whether glob describes the whole of text: * stands for any
// characters, ? for one, everything else for itself. Neither stands for a control
// character, so that nothing hides behind the end of a line.
func match(glob, text string) bool {
	if strings.ContainsFunc(text, isControl) {
		return false
	}
	g, t := []rune(glob), []rune(text)
	star, mark := -1, 0 // the last *, and where what it stands for ends
	i, j := 0, 0
	for j < len(t) {
		switch {
		case i < len(g) && g[i] == '*':
			star, mark = i, j
			i++
		case i < len(g) && (g[i] == '?' || g[i] == t[j]):
			i, j = i+1, j+1
		case star >= 0:
			mark++
			i, j = star+1, mark
		default:
			return false
		}
	}
	for i < len(g) && g[i] == '*' {
		i++
	}
	return i == len(g)
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
