package directive

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// scope takes words only. Lines add up, and a scope that is said again changes
// nothing. broken tells that the line has a syntax error, which then is the reason
// why there is none.
func (a arguments) scope(set *Set, args []arg, broken bool) {
	if len(args) == 0 && !broken {
		a.report(a.line.pos, a.line.at(len(prefix+"scope")), diag.CodeBadValue, "//mcp:scope names no scope", "//mcp:scope SCOPE")
	}
	for _, one := range args {
		switch {
		case strings.ContainsFunc(one.word, noScopeRune):
			a.report(a.line.at(one.pos), a.line.at(one.end), diag.CodeBadValue, fmt.Sprintf("%q is no scope", one.word),
				`use printable ASCII without blanks, " and \, such as files:read`)
		case !slices.ContainsFunc(set.Scopes, func(t Text) bool { return t.Value == one.word }):
			set.Scopes = append(set.Scopes, a.operand(one))
		}
	}
}

// noScopeRune tells what a scope-token does not have (RFC 6749, section 3.3).
func noScopeRune(r rune) bool { return r <= ' ' || r == '"' || r == '\\' || r > '~' }
