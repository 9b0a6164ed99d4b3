package bind

import (
	"encoding"
	"iter"
)

// Entries reads an object into a map, one value per iteration: the body reads
// the value into the pointer it is given, and it is stored under its key after
// that. An empty object gives an empty map that is not nil.
func Entries[M ~map[K]V, K ~string, V any](d *Decoder, m *M) iter.Seq[*V] {
	key := func(_ *Decoder, text []byte) (K, bool) { return K(text), true }
	return func(yield func(*V) bool) { entries(d, m, key, yield) }
}

// IntEntries is [Entries] for maps with integer keys. A key is written in
// decimal, without a plus sign or leading zeros.
func IntEntries[M ~map[K]V, K Integer, V any](d *Decoder, m *M) iter.Seq[*V] {
	return func(yield func(*V) bool) { entries(d, m, intKey[K], yield) }
}

// TextEntries is [Entries] for maps whose keys unmarshal themselves.
func TextEntries[M ~map[K]V, K comparable, V any, P interface {
	*K
	encoding.TextUnmarshaler
}](d *Decoder, m *M) iter.Seq[*V] {
	return func(yield func(*V) bool) { entries(d, m, textKey[K, P], yield) }
}

func entries[M ~map[K]V, K comparable, V any](d *Decoder, m *M, key func(*Decoder, []byte) (K, bool), yield func(*V) bool) {
	var e members
	if !e.begin(d) {
		return
	}
	*m = M{}
	value := new(V) // stored by value, so one place serves all entries
	for e.next() {
		k, ok := key(d, e.key())
		if !ok {
			continue
		}
		var zero V
		*value = zero
		more := yield(value)
		(*m)[k] = *value
		if !more {
			break
		}
	}
	e.end()
}

// intKey reads a key of an integer type, and notes what is none.
func intKey[K Integer](d *Decoder, text []byte) (K, bool) {
	var zero K
	if !isInteger(text) {
		d.invalid("int")
		return zero, false
	}
	if zero-1 < zero { // a signed type
		v, ok := d.checkSigned(parseInteger(text), most[K](), nil)
		return K(v), ok
	}
	v, ok := d.checkUnsigned(parseInteger(text), mostUnsigned[K](), nil)
	return K(v), ok
}

func textKey[K comparable, P interface {
	*K
	encoding.TextUnmarshaler
}](d *Decoder, text []byte) (K, bool) {
	var k K
	if err := P(&k).UnmarshalText(text); err != nil {
		d.invalid("")
		return k, false
	}
	return k, true
}

// members walks over the members of one JSON object whose names are keys.
type members struct {
	d       *Decoder
	quoted  []byte // name of the current member, as sent
	n       int
	reading bool // the body is reading the value of the current member
	start   int  // of the notes of this object
	from    int  // of the notes of the current member
	at      mark
}

func (e *members) begin(d *Decoder) bool {
	e.d, e.start = d, len(d.notes)
	if !d.open('{') {
		d.refuse("object")
		return false
	}
	e.at.level, e.at.depth = len(d.outer), d.depth
	return true
}

// next ends the current member and moves to the value of the next one.
func (e *members) next() bool {
	e.settle()
	if !e.d.next('}') {
		return false
	}
	e.quoted = e.d.quotedName()
	e.n++
	e.reading = true
	e.at.pos, e.from = e.d.pos, len(e.d.notes)
	return true
}

// key returns the name of the current member, valid until the next string is read.
func (e *members) key() []byte { return e.d.unquote(e.quoted) }

// settle ends the current member.
func (e *members) settle() {
	if !e.reading {
		return
	}
	e.reading = false
	e.d.settle(e.at)
	if len(e.d.notes) == e.from {
		return
	}
	if e.d.cut(e.start); len(e.d.notes) > e.from {
		e.d.stamp(e.from, e.n, nameStep(string(e.key())))
	}
}

// end passes over what the loop left and leaves the object.
func (e *members) end() {
	for e.settle(); e.d.next('}'); {
		e.d.quotedName()
		e.d.skip()
	}
	e.d.close()
}
