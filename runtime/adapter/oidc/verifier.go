package oidc

import (
	"context"
	"errors"
	"fmt"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

var errNoAudience = errors.New("audience is empty")

// Verifier is an [auth.Verifier] of one issuer's tokens for one audience.
type Verifier struct {
	issuer, audience string
	set              options
	keys             *keys
}

var _ auth.Verifier = (*Verifier)(nil)

// New returns a verifier of the tokens that the issuer signs for the audience,
// which is compared as [auth.Token.IsFor] says. Both are required; the issuer is an
// https address but for loopback hosts, written as in its tokens. Nothing is asked
// of it yet.
func New(issuer, audience string, opts ...Option) (*Verifier, error) {
	set, err := newOptions(opts)
	if _, bad := auth.SecureURL(issuer); bad != nil {
		err = errors.Join(err, fmt.Errorf("issuer: %w", bad))
	}
	if audience == "" {
		err = errors.Join(err, errNoAudience)
	}
	if err != nil {
		return nil, err
	}
	return &Verifier{issuer, audience, set, newKeys(issuer, set)}, nil
}

// Discover asks the issuer for its keys now, or returns why that cannot be done.
func (v *Verifier) Discover(ctx context.Context) error {
	_, err := v.keys.current(ctx)
	return err
}

// Verify implements [auth.Verifier]. A token is [auth.ErrInvalidToken] unless it is
// signed by the issuer with an allowed algorithm, for the audience, is not expired
// and has a subject. A not-before claim gets five minutes for clocks that differ.
// Keys that cannot be had are an outage.
func (v *Verifier) Verify(ctx context.Context, text string) (*auth.Token, error) {
	signed, err := jose.ParseSignedCompact(text, v.set.algorithms)
	if err != nil || len(signed.Signatures) != 1 {
		return nil, invalid("it is no JSON Web Token with an algorithm that is allowed")
	}
	payload, err := v.keys.verify(ctx, signed)
	if err != nil {
		return nil, err
	}
	id, err := v.check(ctx, text, payload)
	if err != nil {
		return nil, err
	}
	token, err := tokenOf(id, payload)
	if err != nil {
		return nil, err
	}
	if !token.IsFor(v.audience) {
		return nil, invalid("it is for another audience")
	}
	return token, nil
}

// check looks at the registered claims of a payload whose signature is right. What
// go-oidc says of a wrong one repeats claims, so it is not told.
func (v *Verifier) check(ctx context.Context, text string, payload []byte) (*oidc.IDToken, error) {
	claims := oidc.NewVerifier(v.issuer, verified(payload), &oidc.Config{
		SkipClientIDCheck:    true, // the audience is compared in its canonical form
		SupportedSigningAlgs: names(v.set.algorithms),
		Now:                  v.set.now,
	})
	id, err := claims.Verify(ctx, text)
	if _, expired := errors.AsType[*oidc.TokenExpiredError](err); expired {
		return nil, invalid("it has expired")
	}
	if err != nil {
		return nil, invalid("its claims are wrong or another issuer's")
	}
	return id, nil
}

// verified is a key set that has verified this payload already: the signature is
// checked before, where an outage can be told from a wrong one.
type verified []byte

// VerifySignature implements [oidc.KeySet].
func (v verified) VerifySignature(context.Context, string) ([]byte, error) { return v, nil }

func names(algorithms []jose.SignatureAlgorithm) []string {
	var names []string
	for _, a := range algorithms {
		names = append(names, string(a))
	}
	return names
}

func invalid(why string) error { return fmt.Errorf("%w: %s", auth.ErrInvalidToken, why) }
