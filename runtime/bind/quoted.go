package bind

// IntString reads an integer that is sent as a JSON string, as the option
// ",string" of a struct tag says.
func IntString[T Signed](d *Decoder, p *T, r *Rule) {
	if n, ok := d.quotedInteger(r); ok {
		v, ok := n.signed(most[T]())
		if !ok || !r.holdsInt(v) {
			d.invalid(r.digitsText())
			return
		}
		*p = T(v)
	}
}

// UintString is [IntString] for unsigned types.
func UintString[T Unsigned](d *Decoder, p *T, r *Rule) {
	if n, ok := d.quotedInteger(r); ok {
		v, ok := n.unsigned(mostUnsigned[T]())
		if !ok || !r.holdsUint(v) {
			d.invalid(r.digitsText())
			return
		}
		*p = T(v)
	}
}

// FloatString reads a number that is sent as a JSON string.
func FloatString[T Floating](d *Decoder, p *T, r *Rule) {
	text, ok := d.stringOf("string")
	if !ok {
		return
	}
	v, ok := parseFloat(text, bitSize[T]())
	if !ok || !isNumber(text) || !r.holdsFloat(v) {
		d.invalid("string")
		return
	}
	*p = T(v)
}

// BoolString reads true or false that is sent as a JSON string.
func BoolString[T ~bool](d *Decoder, p *T) {
	text, ok := d.stringOf("string")
	if !ok {
		return
	}
	v, ok := parseBool(text)
	if !ok {
		d.invalid("string")
		return
	}
	*p = T(v)
}

func (d *Decoder) quotedInteger(r *Rule) (integer, bool) {
	text, ok := d.stringOf(r.digitsText())
	if !ok {
		return integer{}, false
	}
	if !isInteger(text) {
		d.invalid(r.digitsText())
		return integer{}, false
	}
	return parseInteger(text), true
}
