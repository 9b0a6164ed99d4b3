package header

// text is what a number is written in: an argument or a header.
type text interface{ ~string | ~[]byte }

// decimal is a JSON number, exactly: its significant digits (and perhaps a point
// among them), and the power of ten of the last one. Zero has no digits. Nothing
// is rounded, so that integers beyond 2^53 compare as what they are.
type decimal[T text] struct {
	digits   T
	power    int
	negative bool
}

// parse reads src by the grammar of JSON. It reports false for anything else, and
// for exponents of more than six digits, which no argument can mean.
func parse[T text](src T) (decimal[T], bool) {
	var d decimal[T]
	i := 0
	if i < len(src) && src[i] == '-' {
		d.negative = true
		i++
	}
	start := i
	i = digits(src, i)
	if i == start || src[start] == '0' && i > start+1 {
		return d, false
	}
	point := i
	if i < len(src) && src[i] == '.' {
		i = digits(src, i+1)
		if i == point+1 {
			return d, false
		}
	}
	power, ok := exponent(src[i:])
	d.trim(src[start:i], point-start, power)
	return d, ok
}

// digits returns the index behind the digits from i.
func digits[T text](src T, i int) int {
	for i < len(src) && '0' <= src[i] && src[i] <= '9' {
		i++
	}
	return i
}

// exponent reads the rest of a number, e included.
func exponent[T text](src T) (int, bool) {
	if len(src) == 0 {
		return 0, true
	}
	if src[0] != 'e' && src[0] != 'E' {
		return 0, false
	}
	i, sign := 1, 1
	if i < len(src) && (src[i] == '+' || src[i] == '-') {
		if src[i] == '-' {
			sign = -1
		}
		i++
	}
	if n := len(src) - i; n == 0 || n > 6 || digits(src, i) != len(src) {
		return 0, false
	}
	power := 0
	for ; i < len(src); i++ {
		power = power*10 + int(src[i]-'0')
	}
	return sign * power, true
}

// trim takes the significant digits of mantissa, whose point is at point.
func (d *decimal[T]) trim(mantissa T, point, power int) {
	first, last := 0, len(mantissa)
	for first < last && (mantissa[first] == '0' || mantissa[first] == '.') {
		first++
	}
	for last > first && (mantissa[last-1] == '0' || mantissa[last-1] == '.') {
		last--
	}
	if first == last {
		d.negative = false // -0 is 0
		return
	}
	d.digits, d.power = mantissa[first:last], power+point-last
	if last > point {
		d.power++ // the point itself
	}
}

// longestInteger is how many digits an integer may have to be mirrored: more than
// any Go integer, and few enough that "1e999999" does not become a header.
const longestInteger = 64

// isInteger reports whether nothing is behind the point, and not too much before it.
func (d decimal[T]) isInteger() bool {
	return d.power >= 0 && len(d.digits)+d.power <= longestInteger
}

// isEqual reports whether a and b are the same number.
func isEqual[A, B text](a decimal[A], b decimal[B]) bool {
	if a.negative != b.negative || a.power != b.power {
		return false
	}
	i, j := 0, 0
	for {
		i, j = pastPoint(a.digits, i), pastPoint(b.digits, j)
		if i == len(a.digits) || j == len(b.digits) {
			return i == len(a.digits) && j == len(b.digits)
		}
		if a.digits[i] != b.digits[j] {
			return false
		}
		i, j = i+1, j+1
	}
}

// pastPoint returns i, or what is behind the point at i.
func pastPoint[T text](src T, i int) int {
	if i < len(src) && src[i] == '.' {
		return i + 1
	}
	return i
}

// appendInteger appends an integer in decimal digits.
func (d decimal[T]) appendInteger(dst []byte) []byte {
	if len(d.digits) == 0 {
		return append(dst, '0')
	}
	if d.negative {
		dst = append(dst, '-')
	}
	for i := range len(d.digits) {
		if d.digits[i] != '.' {
			dst = append(dst, d.digits[i])
		}
	}
	for range d.power {
		dst = append(dst, '0')
	}
	return dst
}
