package directive

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// metaKey is a key of _meta: an optional prefix of dot-separated labels and a slash, then a name that begins and
// ends with a letter or digit (specification 2026-07-28, basic, "_meta").
var metaKey = regexp.MustCompile(`^([A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?(\.[A-Za-z]([A-Za-z0-9-]*[A-Za-z0-9])?)*/)?[A-Za-z0-9]([A-Za-z0-9._-]*[A-Za-z0-9])?$`)

// meta takes entries only. broken tells that the line has a syntax error, which then is the reason why there is none.
func (a arguments) meta(set *Set, args []arg, broken bool) {
	if len(args) == 0 && !broken {
		a.report(a.line.pos, a.line.at(len(prefix+"meta")), diag.CodeBadValue, "//mcp:meta names no entry", "//mcp:meta KEY=VALUE")
	}
	for _, one := range args {
		if a.metaEntry(one) {
			a.addMeta(set, one)
		}
	}
}

// metaEntry reports whether an argument is an entry that a definition may have.
func (a arguments) metaEntry(one arg) bool {
	pos, end := a.line.at(one.pos), a.line.at(one.end)
	switch {
	case one.key == "" && one.word != "":
		a.report(pos, end, diag.CodeUnknownWord, fmt.Sprintf("%q in //mcp:meta is no KEY=VALUE", one.word), "//mcp:meta KEY=VALUE")
	case !metaKey.MatchString(one.key):
		a.report(pos, a.line.at(one.pos+len(one.key)), diag.CodeBadValue, fmt.Sprintf("%q is no key of _meta", one.key), "use a name such as example.com/team")
	case reserved(one.key):
		a.report(pos, a.line.at(one.pos+len(one.key)), diag.CodeBadValue, fmt.Sprintf("%q is reserved for the protocol", one.key), "use a prefix of your own, such as example.com/")
	case one.items[0].value == "" && one.items[0].pos == one.items[0].end:
		a.report(pos, end, diag.CodeBadValue, fmt.Sprintf("%s= of //mcp:meta is empty", one.key), `write "" for an empty text`)
	default:
		return true
	}
	return false
}

// reserved tells keys whose prefix has modelcontextprotocol or mcp as its second label.
func reserved(key string) bool {
	labels, _, found := strings.Cut(key, "/")
	if !found {
		return false
	}
	parts := strings.Split(labels, ".")
	return len(parts) > 1 && (parts[1] == "modelcontextprotocol" || parts[1] == "mcp")
}

// addMeta keeps the first of two entries of one key.
func (a arguments) addMeta(set *Set, one arg) {
	it := one.items[0]
	if slices.ContainsFunc(set.Meta, func(m *Meta) bool { return m.Key.Value == one.key }) {
		a.report(a.line.at(one.pos), a.line.at(one.end), diag.CodeDuplicateKey, fmt.Sprintf("key %q is given twice for //mcp:meta", one.key), "keep one of them")
		return
	}
	set.Meta = append(set.Meta, &Meta{
		Key:    Text{Value: one.key, Pos: a.line.at(one.pos), End: a.line.at(one.pos + len(one.key))},
		Value:  Text{Value: it.value, Pos: a.line.at(it.pos), End: a.line.at(it.end)},
		Quoted: isQuote(a.line.text[it.pos]),
	})
}
