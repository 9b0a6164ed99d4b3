package bind

import (
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/internal/sound"
)

// MaxDepth is how many containers arguments may nest, counted in the whole
// text: in values of any and raw fields and in unknown arguments too.
const MaxDepth = 64

// check returns the problem of the text as a whole, or nil: it is JSON as we take
// it, sound and no deeper than MaxDepth. What is accepted is read by a cursor that
// relies on that and has no errors of its own. The depth is looked at first, so that
// jsontext never builds a deep stack.
func (d *Decoder) check(text []byte, isSound bool) *ArgumentError {
	if tooDeep(text) {
		return wholeError("nested deeper than " + strconv.Itoa(MaxDepth) + " levels.")
	}
	if isSound {
		return nil
	}
	if err := d.checker.Check(text); err != nil {
		return syntaxError(text, err)
	}
	return nil
}

// syntaxError words what jsontext found. Its own text is never shown: it
// quotes the input.
func syntaxError(text []byte, err error) *ArgumentError {
	at, ok := errors.AsType[*jsontext.SyntacticError](err)
	switch {
	case ok && errors.Is(err, jsontext.ErrDuplicateName):
		return wholeError("duplicate name '" + shorten(at.JSONPointer.LastToken(), maxName) + "'.")
	case !utf8.Valid(text):
		return wholeError("invalid UTF-8.")
	default:
		return wholeError("invalid JSON.")
	}
}

// tooDeep counts brackets outside strings; it needs no valid JSON.
func tooDeep(text []byte) bool {
	depth := 0
	for i := 0; i < len(text); i++ {
		switch text[i] {
		case '"':
			i = sound.EndOfString(text, i) - 1
		case '{', '[':
			if depth++; depth > MaxDepth {
				return true
			}
		case '}', ']':
			depth--
		}
	}
	return false
}
