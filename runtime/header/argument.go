package header

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/internal/sound"
)

// shape is what an argument is to a header.
type shape byte

const (
	absent    shape = iota // not there, or null
	primitive              // a text, an integer or a boolean: it is mirrored
	other                  // anything else, of which no header speaks: a broken string too
)

// argument returns the value at path in the arguments of a call, and its shape.
// The bytes are a part of args.
//
// Where a name comes twice the last one is taken, as nearly every JSON parser
// does, so that a peer that puts up with it reads the same value. (Our server
// refuses such arguments once it binds them.) What is no object on the way has
// nothing at path (contract: S4-15).
func argument(args []byte, path []string) ([]byte, shape) {
	value := whole(args)
	for _, name := range path {
		if len(value) == 0 || value[0] != '{' {
			return nil, absent
		}
		value = member(value, name)
	}
	return value, shapeOf(value)
}

// whole returns src without blanks around it.
func whole(src []byte) []byte {
	return bytes.TrimRight(src[sound.SkipBlank(src, 0):], " \t\r\n")
}

// member returns the value of the last member of object that is called name, nil
// if there is none.
func member(object []byte, name string) []byte {
	var value []byte
	for i := sound.SkipBlank(object, 1); i < len(object) && object[i] == '"'; i = sound.SkipBlank(object, i+1) {
		start := i
		i = sound.EndOfString(object, i)
		found := isNamed(object[start:i], name)
		i = sound.SkipBlank(object, i)
		if i >= len(object) || object[i] != ':' {
			break
		}
		start = sound.SkipBlank(object, i+1)
		i = sound.EndOfValue(object, start)
		if found {
			value = object[start:i]
		}
		i = sound.SkipBlank(object, i)
		if i >= len(object) || object[i] != ',' {
			break
		}
	}
	return value
}

// isNamed compares names as they decode.
func isNamed(quoted []byte, name string) bool {
	text, ok := unquote(quoted)
	return ok && string(text) == name
}

func shapeOf(value []byte) shape {
	switch string(value) {
	case "", "null":
		return absent
	case "true", "false":
		return primitive
	}
	switch c := value[0]; {
	case c == '"':
		if _, ok := unquote(value); ok {
			return primitive
		}
	case c == '-' || '0' <= c && c <= '9':
		if n, ok := parse(value); ok && n.isInteger() {
			return primitive
		}
	}
	return other
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
