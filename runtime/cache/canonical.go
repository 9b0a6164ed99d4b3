package cache

import (
	"bytes"
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

var errNoObject = errors.New("arguments are no JSON object")

// Canonical returns arguments in the one spelling that a key holds: without
// blanks, members in order, texts escaped alike, and without the members that
// declared reports false for; nil keeps all. Numbers stay as they were written,
// since 1 and 1.0 may share a result but two large integers that one float stands
// for must not. Absent arguments, and null, are {}.
//
// What is no object, or has a duplicate name or invalid UTF-8, is an error.
func Canonical(raw []byte, declared func(name string) bool) ([]byte, error) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 || string(raw) == "null" {
		return []byte("{}"), nil
	}
	kept, err := without(raw, declared)
	if err != nil {
		return nil, err
	}
	value := jsontext.Value(kept)
	err = value.Canonicalize(jsontext.CanonicalizeRawInts(false), jsontext.CanonicalizeRawFloats(false))
	return value, err
}

// without copies an object, but for the members that are not declared.
func without(raw []byte, declared func(string) bool) ([]byte, error) {
	var out bytes.Buffer
	enc := jsontext.NewEncoder(&out)
	dec := jsontext.NewDecoder(bytes.NewReader(raw))
	if dec.PeekKind() != '{' {
		return nil, errNoObject
	}
	depth := 0
	for {
		token, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return out.Bytes(), nil
		}
		if err != nil {
			return nil, err
		}
		if depth == 1 && token.Kind() == '"' && isName(dec) && declared != nil && !declared(token.String()) {
			if err := dec.SkipValue(); err != nil {
				return nil, err
			}
			continue
		}
		switch token.Kind() {
		case '{', '[':
			depth++
		case '}', ']':
			depth--
		}
		if err := enc.WriteToken(token); err != nil {
			return nil, err
		}
	}
}

// isName reports whether the token that was just read names a member.
func isName(dec *jsontext.Decoder) bool {
	kind, length := dec.StackIndex(dec.StackDepth())
	return kind == '{' && length%2 == 1
}
