package header

import (
	"net/http"
	"strings"
)

// MismatchError says that a request's header and its body disagree, which is
// answered with HTTP 400 and the JSON-RPC error -32020. It holds nothing that was
// sent.
type MismatchError struct {
	// Header is the name of the header.
	Header string
	// Problem is what is wrong with it, one of a few fixed texts.
	Problem string
}

// Error names the header and the problem.
func (e *MismatchError) Error() string {
	return "header mismatch: " + e.Header + " " + e.Problem
}

// Check reports whether the headers h of a call agree with its arguments; the
// error is a [*MismatchError] for the first of params that does not.
//
// Where an argument is a text, an integer or a boolean its header must be there,
// exactly once, and say the same: numbers by value and exactly (42, 42.0 and 4.2e1
// are one), all else by character. Where it is absent or null the header must not
// be there. Of other arguments no header speaks, nor of args that are no object:
// they are refused when they are bound, in better words, and a header sent for
// them must only be well-formed. Headers of no param are nobody's.
//
// Headers and arguments of plain text cost no allocation.
func Check(params []Param, h http.Header, args []byte) error {
	args = whole(args)
	isObject := len(args) > 0 && args[0] == '{'
	isNothing := shapeOf(args) == absent
	for i := range params {
		sent, isSent, problem := params[i].sent(h)
		if problem == "" && (isObject || isNothing) {
			problem = compare(args, params[i].Path, sent, isSent)
		}
		if problem != "" {
			return &MismatchError{Header: Prefix + params[i].Name, Problem: problem}
		}
	}
	return nil
}

// sent returns what the header of p says, whether it was sent at all, and what is
// wrong with it.
func (p *Param) sent(h http.Header) (text string, isSent bool, problem string) {
	values := p.values(h)
	if len(values) == 0 {
		return "", false, ""
	}
	if len(values) > 1 {
		return "", true, "comes more than once"
	}
	value := strings.Trim(values[0], " \t")
	if !isPrintable(value) {
		return "", true, "has characters that a header must not have"
	}
	text, err := Decode(value)
	if err != nil {
		return "", true, "is not well encoded"
	}
	return text, true, ""
}

// compare returns what is wrong with a header that says sent.
func compare(args []byte, path []string, sent string, isSent bool) (problem string) {
	value, shape := argument(args, path)
	switch {
	case shape == other:
		return ""
	case shape == absent && isSent:
		return "is sent for an argument that is absent"
	case shape == absent:
		return ""
	case !isSent:
		return "is missing"
	case !agrees(value, sent):
		return "differs from the argument"
	}
	return ""
}

// agrees reports whether a header that says sent is right about value, a
// primitive.
func agrees(value []byte, sent string) bool {
	switch value[0] {
	case '"':
		text, _ := unquote(value)
		return string(text) == sent
	case 't', 'f':
		return string(value) == sent
	}
	mine, _ := parse(value)
	theirs, ok := parse(sent)
	return ok && isEqual(mine, theirs)
}

// values returns what was sent in the header of p. The canonical name is made
// here, as net/textproto would, because that one allocates.
func (p *Param) values(h http.Header) []string {
	var buffer [64]byte
	key := append(buffer[:0], Prefix...)
	upper := true
	for i := range len(p.Name) {
		c := p.Name[i]
		switch {
		case upper && 'a' <= c && c <= 'z':
			c -= 'a' - 'A'
		case !upper && 'A' <= c && c <= 'Z':
			c += 'a' - 'A'
		}
		upper = c == '-'
		key = append(key, c)
	}
	return h[string(key)]
}
