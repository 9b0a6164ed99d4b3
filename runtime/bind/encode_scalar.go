package bind

import (
	"encoding/base64"
	"fmt"
	"math"
	"strconv"
)

// Bool writes true or false.
func (e *Encoder) Bool(v bool) { e.buf = strconv.AppendBool(e.buf, v) }

// Int writes an integer.
func (e *Encoder) Int(v int64) { e.buf = strconv.AppendInt(e.buf, v, 10) }

// Uint writes an unsigned integer.
func (e *Encoder) Uint(v uint64) { e.buf = strconv.AppendUint(e.buf, v, 10) }

// Float writes a number; NaN and the infinities are an error.
func (e *Encoder) Float(v float64) { e.float(v, 64) }

// Float32 is [Encoder.Float] with the shortest form of a float32.
func (e *Encoder) Float32(v float32) { e.float(float64(v), 32) }

// String writes a string. Invalid UTF-8 is replaced.
func (e *Encoder) String(s string) { e.buf = appendString(e.buf, s) }

// Base64 writes bytes as a string of standard base64; nil is the empty string.
func (e *Encoder) Base64(b []byte) {
	e.buf = append(e.buf, '"')
	e.buf = base64.StdEncoding.AppendEncode(e.buf, b)
	e.buf = append(e.buf, '"')
}

// BoolString writes true or false as a string, as the option ",string" says.
func (e *Encoder) BoolString(v bool) { e.quoted(func() { e.Bool(v) }) }

// IntString writes an integer as a string.
func (e *Encoder) IntString(v int64) { e.quoted(func() { e.Int(v) }) }

// UintString writes an unsigned integer as a string.
func (e *Encoder) UintString(v uint64) { e.quoted(func() { e.Uint(v) }) }

// FloatString writes a number as a string.
func (e *Encoder) FloatString(v float64) { e.quoted(func() { e.Float(v) }) }

// Float32String writes a number as a string, with the shortest form of a float32.
func (e *Encoder) Float32String(v float32) { e.quoted(func() { e.Float32(v) }) }

// quoted puts quotes around a value that needs no escape.
func (e *Encoder) quoted(value func()) {
	e.buf = append(e.buf, '"')
	value()
	e.buf = append(e.buf, '"')
}

func (e *Encoder) float(v float64, size int) {
	if math.IsNaN(v) || math.IsInf(v, 0) {
		e.fail(fmt.Errorf("number %v has no JSON form", v))
		return
	}
	e.buf = appendFloat(e.buf, v, size)
}

// appendFloat writes the shortest form that reads back as v, with an exponent
// where ECMAScript has one, and that exponent without a leading zero.
func appendFloat(b []byte, v float64, size int) []byte {
	if !hasExponent(math.Abs(v), size) {
		return strconv.AppendFloat(b, v, 'f', -1, size)
	}
	b = strconv.AppendFloat(b, v, 'e', -1, size)
	if n := len(b); n >= 4 && b[n-4] == 'e' && b[n-3] == '-' && b[n-2] == '0' {
		b[n-2] = b[n-1]
		b = b[:n-1]
	}
	return b
}

// hasExponent compares in the type's own precision, as encoding/json does.
func hasExponent(abs float64, size int) bool {
	if size == 32 {
		return abs != 0 && (float32(abs) < 1e-6 || float32(abs) >= 1e21)
	}
	return abs != 0 && (abs < 1e-6 || abs >= 1e21)
}
