package auth

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"
)

var (
	errNoVerifier = errors.New("verifier is nil")
	errNoAudience = errors.New("no audience")
	errNilToken   = errors.New("verifier returned no token")
)

// ForAudience returns a verifier of v's tokens that were issued for one of the
// audiences, usually the address of the resource (RFC 8707 section 2.2), and are
// not expired. A token that names no audience is for nobody. The others are
// [ErrInvalidToken], so that a token for another server that the same issuer
// serves is worth nothing here.
//
// A nil v and an empty audience, or none, are errors.
func ForAudience(v Verifier, audiences []string, opts ...Option) (Verifier, error) {
	if v == nil {
		return nil, errNoVerifier
	}
	if len(audiences) == 0 || slices.Contains(audiences, "") {
		return nil, errNoAudience
	}
	return &forAudience{v, slices.Clone(audiences), newOptions(opts).now}, nil
}

type forAudience struct {
	Verifier
	audiences []string
	now       func() time.Time
}

// Verify implements [Verifier].
func (f *forAudience) Verify(ctx context.Context, text string) (*Token, error) {
	token, err := f.Verifier.Verify(ctx, text)
	switch {
	case err != nil:
		return nil, err
	case token == nil:
		return nil, errNilToken
	case !slices.ContainsFunc(f.audiences, token.IsFor):
		return nil, fmt.Errorf("%w: it is for another audience", ErrInvalidToken)
	case token.expired(f.now()):
		return nil, fmt.Errorf("%w: it has expired", ErrInvalidToken)
	}
	return token, nil
}
