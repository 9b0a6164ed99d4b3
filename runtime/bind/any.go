package bind

import (
	"encoding/json"
	"math/big"
	"math/bits"
)

// Any reads any value as encoding/json does: nil, bool, string, []any,
// map[string]any, and float64 for numbers. An integer that a float64 cannot
// hold exactly, and a number beyond its range, become a json.Number.
func Any(d *Decoder, p *any) { *p = d.any() }

// any needs no bound of its own: MaxDepth was checked for the whole text.
func (d *Decoder) any() any {
	switch d.peek() {
	case '"':
		return string(d.text())
	case '{':
		return d.anyObject()
	case '[':
		return d.anyArray()
	case 't', 'f':
		return d.value()[0] == 't'
	case 'n':
		d.skip()
		return nil
	default:
		return anyNumber(d.value())
	}
}

func (d *Decoder) anyObject() any {
	m := map[string]any{}
	d.open('{')
	for d.next('}') {
		name := string(d.unquote(d.quotedName()))
		m[name] = d.any()
	}
	d.close()
	return m
}

func (d *Decoder) anyArray() any {
	list := []any{}
	d.open('[')
	for d.next(']') {
		list = append(list, d.any())
	}
	d.close()
	return list
}

func anyNumber(text []byte) any {
	v, ok := parseFloat(text, 64)
	if !ok || !isExact(text) {
		return json.Number(text)
	}
	return v
}

// isExact reports whether text, whose float64 is finite, is no integer literal
// or one that a float64 holds: one of at most 53 significant bits.
func isExact(text []byte) bool {
	if !isInteger(text) {
		return true
	}
	if n := parseInteger(text); !n.huge {
		return bits.Len64(n.mag)-bits.TrailingZeros64(n.mag) <= 53
	}
	n, _ := new(big.Int).SetString(string(text), 10) // at most 309 digits
	return n.BitLen()-int(n.TrailingZeroBits()) <= 53
}
