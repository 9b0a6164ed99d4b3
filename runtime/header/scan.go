package header

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// The functions of this file move over JSON whose form somebody else checks,
// before or after: they take anything, always advance and never leave it.

// skipBlank returns the index of the next character that is not a blank, from i.
func skipBlank(src []byte, i int) int {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\r' || src[i] == '\n') {
		i++
	}
	return i
}

// endOfValue returns the index behind the value that begins at i.
func endOfValue(src []byte, i int) int {
	if i >= len(src) {
		return len(src)
	}
	switch src[i] {
	case '"':
		return endOfString(src, i)
	case '{', '[':
		return endOfContainer(src, i)
	}
	return endOfLiteral(src, i)
}

// endOfString returns the index behind the string that begins at i.
func endOfString(src []byte, i int) int {
	for i++; i < len(src); i++ {
		n := bytes.IndexByte(src[i:], '"')
		if n < 0 {
			return len(src)
		}
		escape := bytes.IndexByte(src[i:i+n], '\\')
		if escape < 0 {
			return i + n + 1
		}
		i += escape + 1 // on what is escaped
	}
	return len(src)
}

// endOfContainer returns the index behind the object or array that begins at i.
func endOfContainer(src []byte, i int) int {
	for depth := 0; i < len(src); i++ {
		switch src[i] {
		case '"':
			i = endOfString(src, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(src)
}

// endOfLiteral returns the index behind the number or word that begins at i.
func endOfLiteral(src []byte, i int) int {
	for ; i < len(src); i++ {
		switch src[i] {
		case ',', ':', ']', '}', ' ', '\t', '\r', '\n':
			return i
		}
	}
	return i
}

// unquote returns the text of a string: a part of it, unless it has escapes. It
// reports false for what is no string.
func unquote(quoted []byte) ([]byte, bool) {
	if len(quoted) < 2 || quoted[0] != '"' || quoted[len(quoted)-1] != '"' {
		return nil, false
	}
	if bytes.IndexByte(quoted, '\\') < 0 {
		return quoted[1 : len(quoted)-1], true
	}
	text, err := jsontext.AppendUnquote(nil, quoted)
	return text, err == nil
}
