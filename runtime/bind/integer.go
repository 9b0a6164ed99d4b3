package bind

import (
	"math"
	"strconv"
)

// Signed is any signed integer type.
type Signed interface {
	~int | ~int8 | ~int16 | ~int32 | ~int64
}

// Unsigned is any unsigned integer type.
type Unsigned interface {
	~uint | ~uint8 | ~uint16 | ~uint32 | ~uint64 | ~uintptr
}

// Integer is any integer type.
type Integer interface{ Signed | Unsigned }

// Int reads an integer. It is exact: 5.0 and 1e2 are integers, 5.5 is none,
// and what the type cannot hold is refused, never rounded.
func Int[T Signed](d *Decoder, p *T, r *Rule) {
	if v, ok := d.signed(most[T](), r); ok {
		*p = T(v)
	}
}

// Uint is [Int] for unsigned types.
func Uint[T Unsigned](d *Decoder, p *T, r *Rule) {
	if v, ok := d.unsigned(mostUnsigned[T](), r); ok {
		*p = T(v)
	}
}

// most returns the largest value of a signed type.
func most[T Integer]() int64 {
	m := int64(math.MaxInt64)
	for int64(T(m)) != m || T(m) < 0 {
		m >>= 8
	}
	return m
}

// mostUnsigned returns the largest value of an unsigned type.
func mostUnsigned[T Integer]() uint64 {
	m := uint64(math.MaxUint64)
	for uint64(T(m)) != m {
		m >>= 8
	}
	return m
}

func (d *Decoder) signed(hi int64, r *Rule) (int64, bool) {
	n, asText := d.integer(r)
	if asText && !n.fitsSigned(hi, r) {
		n = integer{}
	}
	v, ok := d.checkSigned(n, hi, r)
	if ok && asText {
		d.repair()
	}
	return v, ok
}

func (d *Decoder) unsigned(hi uint64, r *Rule) (uint64, bool) {
	n, asText := d.integer(r)
	if asText && !n.fitsUnsigned(hi, r) {
		n = integer{}
	}
	v, ok := d.checkUnsigned(n, hi, r)
	if ok && asText {
		d.repair()
	}
	return v, ok
}

// integer reads the next value as a number, or as text that is exactly one.
func (d *Decoder) integer(r *Rule) (n integer, asText bool) {
	switch c := d.peek(); {
	case isNumeric(c):
		return parseInteger(d.value()), false
	case c == '"' && d.opt.Coerce && (d.opt.Text || !r.isEnum()):
		if text := d.text(); isNumber(text) {
			return parseInteger(text), true
		}
	default:
		d.skip()
	}
	return integer{}, false
}

// checkSigned converts n to a type whose largest value is hi, or notes why not.
func (d *Decoder) checkSigned(n integer, hi int64, r *Rule) (int64, bool) {
	v, ok := n.signed(hi)
	switch {
	case !n.whole:
		d.invalid(r.intText())
	case !ok:
		d.invalid(r.intTextWithin(strconv.FormatInt(-hi-1, 10), strconv.FormatInt(hi, 10)))
	case !r.holdsInt(v):
		d.invalid(r.intText())
	default:
		return v, true
	}
	return 0, false
}

// checkUnsigned is checkSigned for unsigned types. Of the bounds of a 64-bit
// type only the one that was missed is told.
func (d *Decoder) checkUnsigned(n integer, hi uint64, r *Rule) (uint64, bool) {
	v, ok := n.unsigned(hi)
	switch {
	case !n.whole:
		d.invalid(r.intText())
	case !ok && hi < math.MaxUint64:
		d.invalid(r.intTextWithin("0", strconv.FormatUint(hi, 10)))
	case !ok && n.negative:
		d.invalid(r.intTextWithin("0", ""))
	case !ok:
		d.invalid(r.intTextWithin("", strconv.FormatUint(hi, 10)))
	case !r.holdsUint(v):
		d.invalid(r.intText())
	default:
		return v, true
	}
	return 0, false
}
