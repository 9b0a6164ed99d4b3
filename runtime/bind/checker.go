package bind

import (
	"bytes"
	"errors"
	"strconv"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// MaxDepth is how many containers arguments may nest, counted in the whole
// text: in values of any and raw fields and in unknown arguments too.
const MaxDepth = 64

// A checker decides whether a text is JSON as we take it: UTF-8, no name twice
// in an object, no deeper than MaxDepth. What it accepted is read by the cursor
// of [Decoder], which relies on that and has no errors of its own.
type checker struct {
	json *jsontext.Decoder
	buf  bytes.Buffer
}

func newChecker() *checker {
	c := &checker{}
	c.json = jsontext.NewDecoder(&c.buf)
	return c
}

// check returns the problem of the text as a whole, or nil. The depth is
// looked at first, so that jsontext never builds a deep stack.
func (c *checker) check(text []byte) *ArgumentError {
	if tooDeep(text) {
		return wholeError("nested deeper than " + strconv.Itoa(MaxDepth) + " levels.")
	}
	c.buf = *bytes.NewBuffer(text) // read in place, not copied
	c.json.Reset(&c.buf)
	_, err := c.json.ReadValue()
	rest := bytes.Trim(c.json.UnreadBuffer(), " \t\r\n")
	c.forget()
	if err != nil || len(rest) > 0 {
		return syntaxError(text, err)
	}
	return nil
}

// forget lets go of the text that was checked.
func (c *checker) forget() {
	c.buf = bytes.Buffer{}
	c.json.Reset(&c.buf)
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
			i = endOfString(text, i) - 1
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
