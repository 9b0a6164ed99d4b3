package header

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Keyword marks a property of a schema that is mirrored.
const Keyword = "x-mcp-header"

// AnnotationError says why a tool must not be offered: the annotations of its
// input schema are invalid, so that no client knows which headers to send.
type AnnotationError struct {
	// Reason quotes names of the schema, cut and with control characters escaped
	// (contract: S4-19).
	Reason string
}

// Error returns the reason.
func (e *AnnotationError) Error() string { return e.Reason }

func invalid(format string, args ...any) *AnnotationError {
	return &AnnotationError{Reason: fmt.Sprintf(format, args...)}
}

// annotation is one that was found, not judged yet.
type annotation struct {
	name    string // empty: the value is no text, or an empty one
	path    []string
	kind    string // the property's type, empty without exactly one
	pointer string // where it stands, if properties alone do not lead there
}

// where is the path as reasons have it.
func (a *annotation) where() string { return strings.Join(a.path, ".") }

// judge returns what the annotations mirror, or the reason of the first that is
// invalid.
func judge(all []annotation) ([]Param, error) {
	if len(all) == 0 {
		return nil, nil
	}
	places := map[string]string{} // by name in lower case
	params := make([]Param, 0, len(all))
	for i := range all {
		a := &all[i]
		if err := a.problem(places); err != nil {
			return nil, err
		}
		places[strings.ToLower(a.name)] = a.where()
		params = append(params, Param{Name: a.name, Path: a.path, Kind: Kind(a.kind)})
	}
	return params, nil
}

// problem returns an untyped nil if there is none. The order of the rules is
// part of the texts: the first that is broken names the reason.
func (a *annotation) problem(places map[string]string) error {
	const remedy = "only string, integer and boolean can be mirrored"
	name, where := quote(a.name), quote(a.where())
	first, twice := places[strings.ToLower(a.name)]
	switch {
	case a.pointer != "":
		return invalid("%s is at %s, where properties alone do not lead", name, quote(a.pointer))
	case a.name == "":
		return invalid("the annotation at %s is empty", where)
	case !isToken(a.name):
		return invalid("%s is not a valid HTTP field name", name)
	case twice:
		return invalid("%s is declared twice, at %s and %s", name, quote(first), where)
	case a.kind == "number":
		return invalid(`%s is on a "number" property (%s), which cannot be mirrored`, name, where)
	case a.kind == "":
		return invalid("%s is on a property without one type (%s); "+remedy, name, where)
	case !slices.Contains([]Kind{String, Integer, Boolean}, Kind(a.kind)):
		return invalid("%s is on a %s property (%s); "+remedy, name, quote(a.kind), where)
	}
	return nil
}

// isToken reports whether name is a field name of RFC 9110: 1*tchar.
func isToken(name string) bool {
	for i := range len(name) {
		c := name[i]
		isAlnum := '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z'
		if !isAlnum && strings.IndexByte("!#$%&'*+-.^_`|~", c) < 0 {
			return false
		}
	}
	return name != ""
}

// quote quotes what a schema says, of bounded length and on one line.
func quote(text string) string {
	const longest = 128
	if len(text) > longest {
		text = strings.ToValidUTF8(text[:longest], "") + "…"
	}
	return strconv.Quote(text)
}
