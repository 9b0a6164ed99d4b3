package runtime

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
	"unicode"
)

// insufficientText is all that a caller without a scope is told beside the scopes.
const insufficientText = "the token lacks a scope that this operation needs"

var errTwoMetadata = errors.New("resource metadata is given twice")

// WithResourceMetadata names the resource's metadata in the challenges of the
// handler, so that a client finds out where to get a token (RFC 9728 section
// 5.1), and the scopes that a client without one should ask for. Without it a
// challenge says no more than Bearer and what was wrong.
//
// An address or a scope that is empty or that a header cannot carry, and the
// option given twice, are errors of HTTPHandler.
func WithResourceMetadata(url string, scopes ...string) HTTPOption {
	return httpOptionFunc(func(o *httpOptions) {
		if o.challenge.metadata != "" {
			o.problems = append(o.problems, errTwoMetadata)
			return
		}
		if !isURLText(url) {
			o.problems = append(o.problems, fmt.Errorf("address of resource metadata %q is empty or has characters that no address has", url))
		}
		for _, scope := range scopes {
			if !isScope(scope) {
				o.problems = append(o.problems, fmt.Errorf("scope %q is no scope of RFC 6749 section 3.3", scope))
			}
		}
		o.challenge = challenge{url, strings.Join(scopes, " ")}
	})
}

// challenge is what the handler writes into WWW-Authenticate.
type challenge struct {
	metadata string // address of the resource's metadata; empty: there is none
	scope    string // what a client without a token should ask for
}

// unauthenticated is the challenge of a 401. Whether credentials came is all it
// tells of the failure (RFC 6750 section 3.1: no error code without any).
func (c challenge) unauthenticated(req *http.Request) string {
	var params authParams
	if len(req.Header["Authorization"]) > 0 {
		params.add("error", "invalid_token")
	}
	params.add("resource_metadata", c.metadata)
	params.add("scope", c.scope)
	return params.String()
}

// insufficient is the challenge of a 403: scopes are all that the operation
// needs, those the token has included, since a client asks for exactly these.
func (c challenge) insufficient(scopes []string) string {
	var params authParams
	params.add("error", "insufficient_scope")
	params.add("scope", strings.Join(scopes, " "))
	params.add("resource_metadata", c.metadata)
	params.add("error_description", insufficientText)
	return params.String()
}

// authParams collects the parameters of a Bearer challenge.
type authParams struct{ strings.Builder }

// add appends a parameter that is not empty.
func (p *authParams) add(name, value string) {
	if value == "" {
		return
	}
	if p.Len() > 0 {
		p.WriteString(", ")
	}
	p.WriteString(name + "=" + quoted(value))
}

// String returns the whole challenge.
func (p *authParams) String() string {
	if p.Len() == 0 {
		return "Bearer"
	}
	return "Bearer " + p.Builder.String()
}

// quoted is a quoted-string of RFC 9110 section 5.6.4. What a header cannot
// carry becomes a question mark.
func quoted(text string) string {
	var out strings.Builder
	out.WriteByte('"')
	for _, r := range text {
		switch {
		case r == '"' || r == '\\':
			out.WriteByte('\\')
		case r < ' ' || r >= unicode.MaxASCII:
			r = '?'
		}
		out.WriteRune(r)
	}
	out.WriteByte('"')
	return out.String()
}

// isURLText reports whether text has only characters that an address may have.
func isURLText(text string) bool {
	return text != "" && !strings.ContainsFunc(text, func(r rune) bool {
		return r <= ' ' || r >= unicode.MaxASCII || strings.ContainsRune(`"<>\^{|}`+"`", r)
	})
}

// isScope reports whether scope is a scope-token of RFC 6749 section 3.3.
func isScope(scope string) bool {
	return scope != "" && !strings.ContainsFunc(scope, func(r rune) bool {
		return r <= ' ' || r >= unicode.MaxASCII || r == '"' || r == '\\'
	})
}
