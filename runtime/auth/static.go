package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"errors"
	"fmt"
	"time"
)

// Static returns a verifier of fixed tokens: the map says what each is good for.
// It keeps their hashes only, under a key that is random for each verifier, and
// compares a token with all of them, in a time that tells nothing about any. That
// is for some hundred tokens, not for a user database.
//
// A text that no request can carry, and a token without a subject, are errors,
// which do not repeat it.
func Static(tokens map[string]Token, opts ...Option) (Verifier, error) {
	s := &static{key: make([]byte, sha256.Size), now: newOptions(opts).now}
	_, _ = rand.Read(s.key) // never fails
	for text, token := range tokens {
		if !isToken(text) {
			return nil, fmt.Errorf("token of %q is no b64token of RFC 6750, or too long", token.Subject)
		}
		if token.Subject == "" {
			return nil, errors.New("token without a subject")
		}
		s.known = append(s.known, fixed{s.hash(text), token.clone()})
	}
	return s, nil
}

// static is the verifier of fixed tokens.
type static struct {
	key   []byte
	known []fixed
	now   func() time.Time
}

type fixed struct {
	hash  []byte
	token *Token
}

func (s *static) hash(token string) []byte {
	mac := hmac.New(sha256.New, s.key)
	mac.Write([]byte(token))
	return mac.Sum(nil)
}

// Verify implements [Verifier]. It never fails but for [ErrInvalidToken].
func (s *static) Verify(_ context.Context, token string) (*Token, error) {
	var found *Token
	hash := s.hash(token)
	for _, f := range s.known { // all of them: none is found sooner than another
		if hmac.Equal(f.hash, hash) {
			found = f.token
		}
	}
	if found == nil {
		return nil, fmt.Errorf("%w: it is unknown", ErrInvalidToken)
	}
	if found.expired(s.now()) {
		return nil, fmt.Errorf("%w: it has expired", ErrInvalidToken)
	}
	return found.clone(), nil
}
