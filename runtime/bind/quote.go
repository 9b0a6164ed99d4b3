package bind

import "unicode/utf8"

const hex = "0123456789abcdef"

// appendString appends s as a JSON string, byte for byte as encoding/json
// without HTML escapes: U+2028 and U+2029 are escaped, so that the text may
// stand in JavaScript, and invalid UTF-8 becomes \ufffd.
func appendString(b []byte, s string) []byte {
	b = append(b, '"')
	start := 0
	for i := 0; i < len(s); {
		if isPlain(s[i]) {
			i++
			continue
		}
		size, escape := 1, s[i] < utf8.RuneSelf
		var r rune
		if !escape {
			r, size = utf8.DecodeRuneInString(s[i:])
			escape = r == utf8.RuneError && size == 1 || r == '\u2028' || r == '\u2029'
		}
		if escape {
			b = append(b, s[start:i]...)
			b = appendEscape(b, s[i], r)
			start = i + size
		}
		i += size
	}
	b = append(b, s[start:]...)
	return append(b, '"')
}

// isPlain reports whether an ASCII character stands for itself.
func isPlain(c byte) bool { return c >= ' ' && c != '"' && c != '\\' && c < utf8.RuneSelf }

// appendEscape escapes the ASCII character c, or r if it is not ASCII.
func appendEscape(b []byte, c byte, r rune) []byte {
	if r != 0 {
		return append(b, '\\', 'u', hex[r>>12&15], hex[r>>8&15], hex[r>>4&15], hex[r&15])
	}
	switch c {
	case '"', '\\':
		return append(b, '\\', c)
	case '\b':
		return append(b, `\b`...)
	case '\f':
		return append(b, `\f`...)
	case '\n':
		return append(b, `\n`...)
	case '\r':
		return append(b, `\r`...)
	case '\t':
		return append(b, `\t`...)
	}
	return append(b, '\\', 'u', '0', '0', hex[c>>4], hex[c&15])
}
