package bind

import (
	"encoding"
	"encoding/json"
	"math/big"
	"net/url"
	"time"

	"github.com/go-json-experiment/json/jsontext"
)

// Time writes a date and time of RFC 3339; a year beyond 0 to 9999 is an error.
func (e *Encoder) Time(t time.Time) {
	e.buf = append(e.buf, '"')
	text, err := t.AppendText(e.buf)
	if err != nil {
		e.fail(err)
		return
	}
	e.buf = text
	e.buf = append(e.buf, '"')
}

// Duration writes a string in Go's notation, such as 1h30m0s.
func (e *Encoder) Duration(d time.Duration) { e.String(d.String()) }

// URL writes a URL as a string; nil is an error.
func (e *Encoder) URL(u *url.URL) {
	if u == nil {
		e.Nil()
		return
	}
	e.String(u.String())
}

// BigInt writes a string of digits; nil is an error.
func (e *Encoder) BigInt(n *big.Int) {
	if n == nil {
		e.Nil()
		return
	}
	e.buf = append(e.buf, '"')
	e.buf = n.Append(e.buf, 10)
	e.buf = append(e.buf, '"')
}

// Raw writes JSON without its blanks; nothing is null. What is not JSON, or
// not UTF-8, is an error.
func (e *Encoder) Raw(text []byte) {
	if len(text) == 0 {
		e.buf = append(e.buf, "null"...)
		return
	}
	e.compact(text)
}

// Text writes the type's own text form as a string; nil is an error.
func (e *Encoder) Text(v encoding.TextMarshaler) {
	if v == nil {
		e.Nil()
		return
	}
	text, err := v.MarshalText()
	if err != nil {
		e.fail(err)
		return
	}
	e.String(string(text))
}

// JSON writes the type's own JSON without its blanks; nil, and what is not JSON,
// is an error.
func (e *Encoder) JSON(v json.Marshaler) {
	if v == nil {
		e.Nil()
		return
	}
	text, err := v.MarshalJSON()
	if err != nil {
		e.fail(err)
		return
	}
	e.compact(text)
}

// compact appends text as it is, but for blanks between its tokens.
func (e *Encoder) compact(text []byte) {
	b, err := jsontext.AppendFormat(e.buf, text,
		jsontext.AllowDuplicateNames(true), jsontext.PreserveRawStrings(true))
	if err != nil {
		e.fail(err)
		return
	}
	e.buf = b
}
