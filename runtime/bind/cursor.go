package bind

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/internal/sound"
)

// The methods of this file move over JSON that was accepted. They
// have no errors; on anything else (a broken default) they stop at its end.

// peek moves to the next character that is not a blank and returns it, 0 at
// the end of the text.
func (d *Decoder) peek() byte {
	d.pos = sound.SkipBlank(d.src, d.pos)
	if d.pos == len(d.src) {
		return 0
	}
	return d.src[d.pos]
}

// skip moves behind the next value.
func (d *Decoder) skip() {
	d.peek()
	d.pos = sound.EndOfValue(d.src, d.pos)
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
