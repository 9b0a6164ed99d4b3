package header

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

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
