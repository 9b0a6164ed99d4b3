package bind

import (
	"bytes"
	"math"
	"math/bits"
)

// An integer is the exact value of a JSON number, if it is one.
type integer struct {
	whole    bool // it has no fraction
	huge     bool // its magnitude is beyond 64 bits
	negative bool
	mag      uint64
}

func (n integer) signed(hi int64) (int64, bool) {
	limit := uint64(hi)
	if n.negative {
		limit++
	}
	if !n.whole || n.huge || n.mag > limit {
		return 0, false
	}
	if n.negative {
		return -int64(n.mag), true // also of 1<<63, which is its own negative
	}
	return int64(n.mag), true
}

func (n integer) unsigned(hi uint64) (uint64, bool) {
	return n.mag, n.whole && !n.huge && !n.negative && n.mag <= hi
}

func (n integer) fitsSigned(hi int64, r *Rule) bool {
	v, ok := n.signed(hi)
	return ok && r.holdsInt(v)
}

func (n integer) fitsUnsigned(hi uint64, r *Rule) bool {
	v, ok := n.unsigned(hi)
	return ok && r.holdsUint(v)
}

// parseInteger reads the text of a JSON number.
func parseInteger(text []byte) integer {
	digits, negative := bytes.CutPrefix(text, []byte("-"))
	if len(digits) > 19 {
		return parseDecimal(digits, negative)
	}
	n := integer{whole: true}
	for _, c := range digits {
		if c < '0' || c > '9' {
			return parseDecimal(digits, negative)
		}
		n.mag = n.mag*10 + uint64(c-'0')
	}
	n.negative = negative && n.mag > 0
	return n
}

// parseDecimal is parseInteger for numbers with a fraction, an exponent or many
// digits. The number is its significant digits and a power of ten.
func parseDecimal(text []byte, negative bool) integer {
	mantissa, power := cutExponent(text)
	front, fraction, _ := bytes.Cut(mantissa, []byte("."))
	fraction = bytes.TrimRight(fraction, "0")
	power -= len(fraction)
	if len(fraction) == 0 {
		trimmed := bytes.TrimRight(front, "0")
		power += len(front) - len(trimmed)
		front = trimmed
	}
	if front = bytes.TrimLeft(front, "0"); len(front) == 0 {
		fraction = bytes.TrimLeft(fraction, "0")
	}
	n := integer{whole: true, negative: negative}
	switch count := len(front) + len(fraction); {
	case count == 0:
		return integer{whole: true} // zero has no sign
	case power < 0:
		return integer{}
	case count+power > 20: // the largest is 18446744073709551615
		n.huge = true
		return n
	}
	n.add(front)
	n.add(fraction)
	n.shift(power)
	return n
}

// cutExponent splits 1.5e3 into 1.5 and 3. A huge exponent is cut down to what
// is still larger than any text is long.
func cutExponent(text []byte) (mantissa []byte, exponent int) {
	i := bytes.IndexAny(text, "eE")
	if i < 0 {
		return text, 0
	}
	sign := 1
	for _, c := range text[i+1:] {
		switch {
		case c == '-':
			sign = -1
		case '0' <= c && c <= '9':
			exponent = min(exponent*10+int(c-'0'), math.MaxInt32/16)
		}
	}
	return text[:i], sign * exponent
}

// add appends decimal digits.
func (n *integer) add(digits []byte) {
	for _, c := range digits {
		n.shift(1)
		sum, carry := bits.Add64(n.mag, uint64(c-'0'), 0)
		n.mag, n.huge = sum, n.huge || carry > 0
	}
}

// shift multiplies by a power of ten.
func (n *integer) shift(power int) {
	for range power {
		hi, lo := bits.Mul64(n.mag, 10)
		n.mag, n.huge = lo, n.huge || hi > 0
	}
}

// isNumeric reports whether a value that begins with c is a number.
func isNumeric(c byte) bool { return c == '-' || isDigit(c) }

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

// isNumber reports whether text is exactly one JSON number.
func isNumber(text []byte) bool {
	rest := bytes.TrimPrefix(text, []byte("-"))
	digits := countDigits(rest)
	if digits == 0 || digits > 1 && rest[0] == '0' {
		return false
	}
	if rest = rest[digits:]; len(rest) > 0 && rest[0] == '.' {
		if digits = countDigits(rest[1:]); digits == 0 {
			return false
		}
		rest = rest[1+digits:]
	}
	if len(rest) == 0 {
		return true
	}
	return isExponent(rest)
}

func isExponent(text []byte) bool {
	if text[0] != 'e' && text[0] != 'E' {
		return false
	}
	text = text[1:]
	if len(text) > 0 && (text[0] == '+' || text[0] == '-') {
		text = text[1:]
	}
	return len(text) > 0 && countDigits(text) == len(text)
}

// isInteger reports whether text is an integer in its one decimal form.
func isInteger(text []byte) bool {
	digits, negative := bytes.CutPrefix(text, []byte("-"))
	switch {
	case len(digits) == 0 || countDigits(digits) < len(digits):
		return false
	case digits[0] == '0':
		return len(digits) == 1 && !negative
	}
	return true
}

// countDigits returns how many digits text begins with.
func countDigits(text []byte) int {
	for i, c := range text {
		if !isDigit(c) {
			return i
		}
	}
	return len(text)
}
