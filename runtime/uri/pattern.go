package uri

import (
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/yosida95/uritemplate/v3"
)

// The bounds, in bytes.
const (
	// MaxPattern bounds what a server declares.
	MaxPattern = 1024
	// MaxLength bounds the URI that a caller asks for.
	MaxLength = 2048
)

var (
	absolute = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9+.-]*:.`)
	modified = regexp.MustCompile(`\{[^}]*[*:][^}]*\}`)
	printed  = regexp.MustCompile(`^[!-~]+$`)
)

var (
	errRelative = errors.New("has no scheme: write SCHEME://PATH")
	errModified = errors.New("has a modifier (* or :) in a variable, which would not be one text")
	errNoText   = errors.New("has characters other than printable ASCII: encode them with %")
	errTooLong  = fmt.Errorf("is longer than %d characters", MaxPattern)
)

// Pattern is what a resource is published under. It never changes.
type Pattern struct {
	text      string
	template  *uritemplate.Template // nil for one URI
	variables []string
	simple    *regexp.Regexp // one group a variable; nil unless all of them stand alone
}

// Parse reads a URI, or a template if it has braces. The error completes a
// sentence about the text: "has no scheme".
func Parse(text string) (*Pattern, error) {
	switch {
	case len(text) > MaxPattern:
		return nil, errTooLong
	case !absolute.MatchString(text):
		return nil, errRelative
	case !printed.MatchString(text):
		return nil, errNoText
	case strings.ContainsAny(text, "{}"):
		return parseTemplate(text)
	}
	if _, err := url.Parse(text); err != nil {
		return nil, fmt.Errorf("is no URI: %w", errors.Unwrap(err))
	}
	return &Pattern{text: text}, nil
}

func parseTemplate(text string) (*Pattern, error) {
	if modified.MatchString(text) {
		return nil, errModified
	}
	template, err := uritemplate.New(text)
	if err != nil {
		return nil, fmt.Errorf("is no template: %w", err)
	}
	names := slices.Clone(template.Varnames())
	for _, name := range names {
		if occurrences(text, name) > 1 {
			return nil, fmt.Errorf("has the variable %q twice", name)
		}
	}
	return &Pattern{text: text, template: template, variables: names, simple: simple(text)}, nil
}

// occurrences counts a variable in the expressions of a template.
func occurrences(text, name string) int {
	n := 0
	for _, rest := range strings.Split(text, "{")[1:] {
		expression, _, _ := strings.Cut(rest, "}")
		for one := range strings.SplitSeq(strings.TrimLeft(expression, "+#./;?&"), ",") {
			if one == name {
				n++
			}
		}
	}
	return n
}

// String returns the text that was parsed.
func (p *Pattern) String() string { return p.text }

// IsTemplate reports whether the pattern is a template.
func (p *Pattern) IsTemplate() bool { return p.template != nil }

// Variables returns the names of a template's variables, in their order.
func (p *Pattern) Variables() []string { return slices.Clone(p.variables) }

// Match reports whether uri is one of the pattern's, and the values of the
// variables that are in it, decoded. What decodes to no valid UTF-8 is no text
// and does not match.
func (p *Pattern) Match(uri string) (map[string]string, bool) {
	if p.template == nil {
		return nil, uri == p.text
	}
	if len(uri) > MaxLength {
		return nil, false
	}
	if p.simple != nil {
		return p.groups(p.simple.FindStringSubmatch(uri))
	}
	if !p.template.Regexp().MatchString(uri) {
		return nil, false
	}
	return p.values(p.template.Match(uri))
}

// values takes the single texts; a list, as in "a,b", is none.
func (p *Pattern) values(found uritemplate.Values) (map[string]string, bool) {
	if found == nil {
		return nil, false
	}
	values := make(map[string]string, len(found))
	for name, value := range found {
		if value.T != uritemplate.ValueTypeString || len(value.V) != 1 || !utf8.ValidString(value.V[0]) {
			return nil, false
		}
		values[name] = value.V[0]
	}
	return values, true
}
