package header

import (
	"encoding/base64"
	"errors"
	"strings"
	"unicode/utf8"
)

// A value that no header can carry as it is stands between these two, in Base64.
// They are in lower case and nothing else (contract: S4-17).
const (
	wrapOpen  = "=?base64?"
	wrapClose = "?="
)

// ErrEncoding says that a header's value is wrapped and what is inside is not the
// canonical Base64 of a UTF-8 text.
var ErrEncoding = errors.New("header value is not well encoded")

// Encode returns text as the value of a header: as it is where a header can carry
// it, else wrapped as =?base64?…?= (contract: S4-17). Bytes that are not UTF-8
// become U+FFFD, one each, as in the JSON that such a text is sent in. An empty
// text is an empty value.
func Encode(text string) string {
	if isPlain(text) {
		return text
	}
	if !utf8.ValidString(text) {
		text = string([]rune(text))
	}
	return wrapOpen + base64.StdEncoding.EncodeToString([]byte(text)) + wrapClose
}

// Decode returns the text that value stands for. A value without the wrapper is
// that text, whatever it holds; inside the wrapper only what [Encode] writes is
// taken, else the error is [ErrEncoding] (contract: S4-18).
func Decode(value string) (string, error) {
	if !isWrapped(value) {
		return value, nil
	}
	inner := value[len(wrapOpen) : len(value)-len(wrapClose)]
	text, err := base64.StdEncoding.Strict().DecodeString(inner)
	if err != nil {
		return "", ErrEncoding
	}
	// The decoder passes over line breaks: canonical text has none.
	if base64.StdEncoding.EncodedLen(len(text)) != len(inner) || !utf8.Valid(text) {
		return "", ErrEncoding
	}
	return string(text), nil
}

// isPlain reports whether a header can carry text as it is, and whether the other
// side will take it for nothing else.
func isPlain(text string) bool {
	if text == "" {
		return true
	}
	if text[0] == ' ' || text[len(text)-1] == ' ' || !isPrintable(text) {
		return false
	}
	// Both marks may share a character ("=?base64?="): a reader that looks at one
	// after the other would take that for a wrapper.
	return !strings.HasPrefix(text, wrapOpen) || !strings.HasSuffix(text, wrapClose)
}

// isPrintable reports whether text is of the characters 0x20 to 0x7E only.
func isPrintable(text string) bool {
	for i := range len(text) {
		if text[i] < 0x20 || text[i] > 0x7E {
			return false
		}
	}
	return true
}

// isWrapped reports whether value has the wrapper, with room for both marks.
func isWrapped(value string) bool {
	return len(value) >= len(wrapOpen)+len(wrapClose) &&
		strings.HasPrefix(value, wrapOpen) && strings.HasSuffix(value, wrapClose)
}
