package bind

import (
	"math/big"
	"net/url"
	"time"
)

// Time reads a date and time of RFC 3339, strictly.
func Time(d *Decoder, p *time.Time) {
	text, ok := d.stringOf("date-time")
	if !ok {
		return
	}
	t, ok := parseTime(text)
	if !ok {
		d.invalid("date-time")
		return
	}
	*p = t
}

// Duration reads a string in Go's notation, such as 1h30m.
func Duration(d *Decoder, p *time.Duration) {
	text, ok := d.stringOf("duration")
	if !ok {
		return
	}
	v, err := time.ParseDuration(string(text))
	if err != nil {
		d.invalid("duration")
		return
	}
	*p = v
}

// URL reads an absolute URI.
func URL(d *Decoder, p *url.URL) {
	text, ok := d.stringOf("uri")
	if !ok {
		return
	}
	u, ok := parseURI(string(text))
	if !ok {
		d.invalid("uri")
		return
	}
	*p = *u
}

// maxBigDigits bounds the work of one big number: reading it is not linear.
const maxBigDigits = 4096

// BigInt reads a string of at most 4096 decimal digits, with an optional minus.
func BigInt(d *Decoder, p *big.Int) {
	const want = "string of digits"
	text, ok := d.stringOf(want)
	if !ok {
		return
	}
	if !isInteger(text) || len(text) > maxBigDigits+1 || len(text) > maxBigDigits && text[0] != '-' {
		d.invalid(want)
		return
	}
	p.SetString(string(text), 10)
}

// stringOf reads a string, or refuses what else stands there. The bytes are
// valid until the next string is read.
func (d *Decoder) stringOf(want string) ([]byte, bool) {
	if d.peek() != '"' {
		d.refuse(want)
		return nil, false
	}
	return d.text(), true
}
