package bind

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// The methods of this file move over JSON that the checker accepted. They
// have no errors; on anything else (a broken default) they stop at its end.

// peek moves to the next character that is not a blank and returns it, 0 at
// the end of the text.
func (d *Decoder) peek() byte {
	for d.pos < len(d.src) {
		switch c := d.src[d.pos]; c {
		case ' ', '\t', '\r', '\n':
			d.pos++
		default:
			return c
		}
	}
	return 0
}

// skip moves behind the next value.
func (d *Decoder) skip() {
	switch d.peek() {
	case '"':
		d.pos = endOfString(d.src, d.pos)
	case '{', '[':
		d.pos = endOfContainer(d.src, d.pos)
	default:
		d.pos = endOfLiteral(d.src, d.pos)
	}
}

// value returns the next value as it was sent and moves behind it. The bytes
// belong to the input.
func (d *Decoder) value() []byte {
	d.peek()
	start := d.pos
	d.skip()
	return d.src[start:d.pos]
}

// text returns the next value, a string, without quotes and escapes. The
// bytes are valid until the next string is read.
func (d *Decoder) text() []byte { return d.unquote(d.value()) }

// unquote is text for a string that was read as a value.
func (d *Decoder) unquote(quoted []byte) []byte {
	switch {
	case len(quoted) < 2:
		return nil
	case bytes.IndexByte(quoted, '\\') < 0:
		return quoted[1 : len(quoted)-1]
	}
	d.scratch, _ = jsontext.AppendUnquote(d.scratch[:0], quoted)
	return d.scratch
}

// quotedName returns the next member name as it was sent and moves to its value.
func (d *Decoder) quotedName() []byte {
	quoted := d.value()
	if d.peek() == ':' {
		d.pos++
	}
	d.peek()
	return quoted
}

// next moves to the next element or member name of the innermost container;
// it reports false at the closing bracket end.
func (d *Decoder) next(end byte) bool {
	c := d.peek()
	if c == ',' {
		d.pos++
		c = d.peek()
	}
	return c != end && c != 0
}

// endOfString returns the index behind the string that begins at i.
func endOfString(src []byte, i int) int {
	i++
	n := bytes.IndexByte(src[i:], '"')
	if n < 0 {
		return len(src)
	}
	escape := bytes.IndexByte(src[i:i+n], '\\')
	if escape < 0 {
		return i + n + 1
	}
	for i += escape; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case '"':
			return i + 1
		}
	}
	return len(src)
}

// endOfContainer returns the index behind the array or object that begins at i.
func endOfContainer(src []byte, i int) int {
	depth := 0
	for ; i < len(src); i++ {
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

// endOfLiteral returns the index behind the number, true, false or null at i,
// and behind anything else (in a broken default), so that every loop ends.
func endOfLiteral(src []byte, i int) int {
	for i++; i < len(src); i++ {
		switch src[i] {
		case ',', ']', '}', ':', ' ', '\t', '\r', '\n':
			return i
		}
	}
	return len(src)
}
