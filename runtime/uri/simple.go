package uri

import (
	"net/url"
	"regexp"
	"strings"
	"unicode/utf8"
)

// What a variable may expand to, by the operator of its expression.
const (
	unreserved = `((?:[A-Za-z0-9\-._~]|%[[:xdigit:]]{2})*)`
	reserved   = `((?:[A-Za-z0-9\-._~:/?#\[\]@!$&'()*+,;=]|%[[:xdigit:]]{2})*)`
)

// simple compiles a template of nothing but {name} and {+name}, as nearly all
// are; it returns nil for others. The library that knows all of RFC 6570 takes far
// longer: it copies what it has found at every step.
func simple(text string) *regexp.Regexp {
	var b strings.Builder
	b.WriteString(`\A`)
	for {
		literal, rest, found := strings.Cut(text, "{")
		b.WriteString(regexp.QuoteMeta(literal))
		if !found {
			break
		}
		expression, behind, _ := strings.Cut(rest, "}")
		text = behind
		switch {
		case strings.ContainsAny(expression, "#./;?&,"):
			return nil
		case expression[0] == '+':
			b.WriteString(reserved)
		default:
			b.WriteString(unreserved)
		}
	}
	b.WriteString(`\z`)
	return regexp.MustCompile(b.String())
}

// groups decodes the values that simple found.
func (p *Pattern) groups(found []string) (map[string]string, bool) {
	if found == nil {
		return nil, false
	}
	values := make(map[string]string, len(p.variables))
	for i, name := range p.variables {
		value, err := url.PathUnescape(found[i+1])
		if err != nil || !utf8.ValidString(value) {
			return nil, false
		}
		values[name] = value
	}
	return values, true
}
