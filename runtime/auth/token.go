package auth

import (
	"context"
	"encoding/json"
	"errors"
	"slices"
	"time"
)

// ErrInvalidToken is what a [Verifier] returns, wrapped or not, for a token that
// is unknown, malformed, expired, revoked or for somebody else: the client must
// get another one (401). Any other error is an outage of the verifier (503).
var ErrInvalidToken = errors.New("invalid token")

// Verifier says what a token is good for. It must be safe for concurrent use, end
// with ctx, and never repeat the token in an error.
//
// The error is [ErrInvalidToken], wrapped or not, or an outage.
type Verifier interface {
	Verify(ctx context.Context, token string) (*Token, error)
}

// Token is what a verified token says.
type Token struct {
	// Subject is who the token is about; never empty. It is unique for its
	// issuer only.
	Subject string
	// Issuer is who issued the token; empty if the verifier knows one only.
	Issuer string
	// Client is the id of the program that got the token; empty if unknown.
	Client string
	// Audience is whom the token was issued for.
	Audience []string
	// Scopes are the OAuth scopes that were granted.
	Scopes []string
	// Expiry is when the token stops being valid; zero is never.
	Expiry time.Time
	// Claims is the object of all claims, as it was signed; nil if there is none.
	Claims json.RawMessage
}

// IsFor reports whether the token was issued for the audience (RFC 8707 section
// 2.2), compared in their canonical form: see [Canonical].
func (t *Token) IsFor(audience string) bool {
	want := Canonical(audience)
	return slices.ContainsFunc(t.Audience, func(a string) bool { return Canonical(a) == want })
}

// expired reports whether the token is not valid any more.
func (t *Token) expired(now time.Time) bool { return !t.Expiry.IsZero() && !now.Before(t.Expiry) }

// clone returns a copy that shares nothing.
func (t *Token) clone() *Token {
	token := *t
	token.Audience = slices.Clone(t.Audience)
	token.Scopes = slices.Clone(t.Scopes)
	token.Claims = slices.Clone(t.Claims)
	return &token
}
