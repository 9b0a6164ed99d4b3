package auth

import (
	"errors"
	"fmt"
	"net/http"
	"strings"
)

// maxToken bounds a token: 16 KiB is more than any issuer makes.
const maxToken = 16 << 10

// ErrNoToken is a request without credentials.
var ErrNoToken = errors.New("no token")

// Bearer returns the token of a request's one Authorization header (RFC 6750
// section 2.1; the other two ways to send one are not for MCP). A request without
// the header is [ErrNoToken]. Two of them, another scheme, what is no b64token,
// more than 16 KiB and a request that is [InQuery] are [ErrInvalidToken].
func Bearer(req *http.Request) (string, error) {
	if InQuery(req) {
		return "", fmt.Errorf("%w: it is in the query", ErrInvalidToken)
	}
	sent := req.Header["Authorization"]
	switch len(sent) {
	case 0:
		return "", ErrNoToken
	case 1:
		return bearerOf(sent[0])
	default:
		return "", fmt.Errorf("%w: there are two of them", ErrInvalidToken)
	}
}

// InQuery reports whether a request carries a token in its query, where logs and
// proxies keep it (RFC 6750 section 5.3): it is to be refused, whatever else it
// carries.
func InQuery(req *http.Request) bool {
	return req.URL != nil && req.URL.Query().Has("access_token")
}

// bearerOf reads one header. No error repeats it.
func bearerOf(header string) (string, error) {
	scheme, token, _ := strings.Cut(header, " ")
	if !strings.EqualFold(scheme, "bearer") {
		return "", fmt.Errorf("%w: the scheme is not Bearer", ErrInvalidToken)
	}
	token = strings.TrimLeft(token, " ")
	if !isToken(token) {
		return "", fmt.Errorf("%w: it is no b64token of up to %d bytes", ErrInvalidToken, maxToken)
	}
	return token, nil
}

// isToken reports whether token is a b64token of RFC 6750 section 2.1, and not too
// long.
func isToken(token string) bool {
	body := strings.TrimRight(token, "=")
	return body != "" && len(token) <= maxToken && !strings.ContainsFunc(body, func(r rune) bool {
		switch {
		case 'a' <= r && r <= 'z', 'A' <= r && r <= 'Z', '0' <= r && r <= '9':
			return false
		}
		return !strings.ContainsRune("-._~+/", r)
	})
}
