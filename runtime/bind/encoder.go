package bind

import (
	"errors"
	"fmt"
)

// An Encoder appends JSON to a buffer, as encoding/json writes it without HTML
// escapes. The zero value writes to a buffer of its own. Generated code calls
// its methods in the order of the text:
//
//	e.Object()
//	e.Name("id")
//	e.Int(v.ID)
//	e.EndObject()
//
// The first error is kept, and what is written after it does not count.
type Encoder struct {
	buf   []byte
	err   error
	depth int // of the object being written
	bound int // bytes that are kept; 0 keeps all
	lost  int // bytes that were written beyond the bound and let go
}

// NewEncoder returns an encoder that appends to buf, whose memory it uses.
func NewEncoder(buf []byte) *Encoder { return &Encoder{buf: buf} }

// Bound makes the encoder keep no more than about n bytes: what is written beyond
// is counted and let go, and Bytes returns a [*SizeError]. 0 is no bound.
func (e *Encoder) Bound(n int) { e.bound = n }

// SizeError is a text that is larger than the encoder's bound.
type SizeError struct {
	Size int // bytes of the whole text
}

// Error says how large the text is.
func (e *SizeError) Error() string { return fmt.Sprintf("text of %d bytes is over the bound", e.Size) }

// spill lets go of what is over the bound, but for the last byte, which tells
// whether a comma is due.
func (e *Encoder) spill() {
	last := len(e.buf) - 1
	e.lost += last
	e.buf = append(e.buf[:0], e.buf[last])
}

// Bytes returns what was written, or the first error: a number that JSON does
// not have, a year beyond 9999, a nil element, a failing method of a value.
func (e *Encoder) Bytes() ([]byte, error) {
	switch size := e.lost + len(e.buf); {
	case e.err != nil:
		return nil, e.err
	case e.bound > 0 && size > e.bound:
		return nil, &SizeError{Size: size}
	}
	return e.buf, nil
}

// Object begins an object.
func (e *Encoder) Object() {
	e.buf = append(e.buf, '{')
	e.depth++
}

// EndObject ends an object.
func (e *Encoder) EndObject() {
	e.buf = append(e.buf, '}')
	e.depth--
}

// TooDeep reports, and records as the error, that objects are nested deeper than
// any tree is: the value refers to itself. Encoders of types that contain
// themselves ask it first and write nothing then.
func (e *Encoder) TooDeep() bool {
	if e.depth < maxObjects {
		return false
	}
	e.fail(errTooDeep)
	return true
}

// maxObjects is where encoding/json begins to look for cycles.
const maxObjects = 1000

var errTooDeep = fmt.Errorf("objects nested deeper than %d levels", maxObjects)

// Array begins an array.
func (e *Encoder) Array() { e.buf = append(e.buf, '[') }

// EndArray ends an array.
func (e *Encoder) EndArray() { e.buf = append(e.buf, ']') }

// Name begins a member of an object. The name is already escaped, as generated
// code knows it.
func (e *Encoder) Name(name string) {
	e.Element()
	e.buf = append(e.buf, '"')
	e.buf = append(e.buf, name...)
	e.buf = append(e.buf, '"', ':')
}

// key begins a member whose name is known at run time.
func (e *Encoder) key(name string) {
	e.Element()
	e.buf = append(appendString(e.buf, name), ':')
}

// Element begins an element of an array. No value ends with an opening
// bracket, so the last byte tells whether this is the first.
func (e *Encoder) Element() {
	if e.bound > 0 && len(e.buf) > e.bound {
		e.spill()
	}
	if n := len(e.buf); n > 0 && e.buf[n-1] != '{' && e.buf[n-1] != '[' {
		e.buf = append(e.buf, ',')
	}
}

// Nil is called for a pointer that is nil where a value must stand; it is an error.
func (e *Encoder) Nil() { e.fail(errNil) }

var errNil = errors.New("nil element")

func (e *Encoder) fail(err error) {
	if e.err == nil {
		e.err = fmt.Errorf("encode result: %w", err)
	}
}
