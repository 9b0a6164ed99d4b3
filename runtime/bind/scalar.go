package bind

import "encoding/base64"

// New allocates a value, stores it in p and returns it: the target of an
// optional field that is there.
func New[T any](p **T) *T {
	*p = new(T)
	return *p
}

// Bool reads true or false.
func Bool[T ~bool](d *Decoder, p *T) {
	switch c := d.peek(); {
	case c == 't' || c == 'f':
		d.skip()
		*p = c == 't'
	case c == '"' && d.opt.Coerce:
		v, ok := parseBool(d.text())
		if !ok {
			d.invalid("bool")
			return
		}
		d.repair()
		*p = T(v)
	default:
		d.refuse("bool")
	}
}

func parseBool(text []byte) (v, ok bool) {
	switch string(text) {
	case "true":
		return true, true
	case "false":
		return false, true
	}
	return false, false
}

// String reads a string that obeys the rule.
func String[T ~string](d *Decoder, p *T, r *Rule) {
	if d.peek() != '"' {
		d.refuse(r.stringText())
		return
	}
	s, ok := r.acceptString(d.text())
	if !ok {
		d.invalid(r.stringText())
		return
	}
	*p = T(s)
}

// Bytes reads a string of standard base64. An empty one gives an empty slice
// that is not nil.
func Bytes[T ~[]byte](d *Decoder, p *T) {
	if d.peek() != '"' {
		d.refuse("string")
		return
	}
	b, err := base64.StdEncoding.AppendDecode([]byte{}, d.text())
	if err != nil {
		d.invalid("string")
		return
	}
	*p = b
}
