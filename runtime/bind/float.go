package bind

import (
	"math"
	"strconv"
)

// Floating is any floating-point type.
type Floating interface{ ~float32 | ~float64 }

// Float reads a number. One that overflows the type is refused.
func Float[T Floating](d *Decoder, p *T, r *Rule) {
	if v, ok := d.float(bitSize[T](), r); ok {
		*p = T(v)
	}
}

// bitSize tells a float32 by what it cannot hold.
func bitSize[T Floating]() int {
	if x := float64(1<<24 + 1); float64(T(x)) != x {
		return 32
	}
	return 64
}

func (d *Decoder) float(size int, r *Rule) (float64, bool) {
	text, asText := d.number()
	v, ok := parseFloat(text, size)
	if !ok || !r.holdsFloat(v) {
		d.invalid(r.floatText())
		return 0, false
	}
	if asText {
		d.repair()
	}
	return v, true
}

// number reads the next value as a number, or as text that is exactly one; it
// returns nothing for anything else.
func (d *Decoder) number() (text []byte, asText bool) {
	switch c := d.peek(); {
	case isNumeric(c):
		return d.value(), false
	case c == '"' && d.opt.Coerce:
		if text := d.text(); isNumber(text) {
			return text, true
		}
	default:
		d.skip()
	}
	return nil, false
}

// parseFloat reads a JSON number of any length; what overflows is none.
func parseFloat(text []byte, size int) (float64, bool) {
	v, err := strconv.ParseFloat(string(text), size)
	return v, err == nil && !math.IsInf(v, 0)
}
