package mask

import (
	"bytes"
	"regexp"

	"github.com/go-json-experiment/json/jsontext"
)

// maxTexts bounds how deep texts in texts are looked into.
const maxTexts = 3

var (
	// credentials are a word of an Authorization header and the token after it,
	// as RFC 9110 spells tokens. A word that is repeated is not the token.
	credentials = regexp.MustCompile(`(?i)\b(bearer|basic)[ \t]+(?:(?:bearer|basic)[ \t]+)*[A-Za-z0-9._~+/-]+=*`)

	// userinfo is what stands between the scheme and the host of a URL, up to
	// the last @ before the path. It has no quote and no backslash in it, so
	// that hiding it makes no text JSON that was none.
	userinfo = regexp.MustCompile(`([A-Za-z][A-Za-z0-9+.-]*://)[^\x00-\x20\x7f"\\/?#]+@`)
)

// appendString appends a quoted string with the secrets in it hidden. A string
// without any keeps its spelling.
func (p *pass) appendString(dst, quoted []byte) []byte {
	text, err := jsontext.AppendUnquote(nil, quoted)
	if err != nil {
		return append(dst, hidden...)
	}
	masked := p.text(text)
	if bytes.Equal(text, masked) {
		return append(dst, quoted...)
	}
	out, err := jsontext.AppendQuote(dst, masked)
	if err != nil {
		return append(dst, hidden...)
	}
	return out
}

// text hides the secrets of one text, which is JSON or prose.
func (p *pass) text(text []byte) []byte {
	if !mayHoldMembers(text) {
		return hideShapes(text)
	}
	if p.texts == maxTexts {
		return []byte(Replacement)
	}
	masked, err := p.appendMasked(nil, text, p.texts+1)
	if err != nil {
		return hideShapes(text)
	}
	return masked
}

// mayHoldMembers reports whether a text may be JSON with members in it, or in a
// text of it.
func mayHoldMembers(text []byte) bool {
	text = bytes.TrimLeft(text, " \t\r\n")
	return len(text) > 0 && (text[0] == '{' || text[0] == '[' || text[0] == '"')
}

// hideShapes hides what is shaped like a credential.
func hideShapes(text []byte) []byte {
	text = userinfo.ReplaceAll(text, []byte("${1}"+Replacement+"@"))
	return credentials.ReplaceAll(text, []byte("${1} "+Replacement))
}
