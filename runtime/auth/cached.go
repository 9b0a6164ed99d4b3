package auth

import (
	"container/list"
	"context"
	"crypto/sha256"
	"fmt"
	"sync"
	"time"
)

const (
	maxCacheAge = time.Minute
	maxCached   = 10_000
)

// Cached returns a verifier that asks v about a valid token at most once in age,
// for verifiers that ask somebody else. A revoked token stays valid for that long,
// so it is at most a minute; an expired one never does. Invalid tokens and outages
// are not kept, and of more than 10,000 tokens those used least recently go.
//
// A nil v and an age that is not above 0 and at most a minute are errors.
func Cached(v Verifier, age time.Duration, opts ...Option) (Verifier, error) {
	if v == nil {
		return nil, errNoVerifier
	}
	if age <= 0 || age > maxCacheAge {
		return nil, fmt.Errorf("age %s of cached tokens is not above 0 and at most %s", age, maxCacheAge)
	}
	return &cached{
		Verifier: v, age: age, now: newOptions(opts).now,
		kept: map[[sha256.Size]byte]*list.Element{}, recent: list.New(),
	}, nil
}

type cached struct {
	Verifier
	age time.Duration
	now func() time.Time

	mu     sync.Mutex
	kept   map[[sha256.Size]byte]*list.Element // of *entry, by the token's hash
	recent *list.List                          // most recent first
}

type entry struct {
	hash  [sha256.Size]byte
	token *Token
	until time.Time
}

// Verify implements [Verifier].
func (c *cached) Verify(ctx context.Context, text string) (*Token, error) {
	hash := sha256.Sum256([]byte(text))
	if token := c.find(hash); token != nil {
		return token.clone(), nil
	}
	asked := c.now()
	token, err := c.Verifier.Verify(ctx, text)
	if err != nil {
		return nil, err
	}
	if token == nil {
		return nil, errNilToken
	}
	c.keep(&entry{hash, token.clone(), asked.Add(c.age)})
	return token, nil
}

// find returns a token that was verified not too long ago.
func (c *cached) find(hash [sha256.Size]byte) *Token {
	c.mu.Lock()
	defer c.mu.Unlock()
	e, found := c.kept[hash]
	if !found {
		return nil
	}
	kept, now := e.Value.(*entry), c.now()
	if !now.Before(kept.until) || kept.token.expired(now) {
		c.drop(e)
		return nil
	}
	c.recent.MoveToFront(e)
	return kept.token
}

// keep notes a token, in the place of the one used least recently if it is full.
func (c *cached) keep(e *entry) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if old, found := c.kept[e.hash]; found {
		c.drop(old)
	}
	for len(c.kept) >= maxCached {
		c.drop(c.recent.Back())
	}
	c.kept[e.hash] = c.recent.PushFront(e)
}

// drop forgets a token. The caller holds mu.
func (c *cached) drop(e *list.Element) {
	delete(c.kept, c.recent.Remove(e).(*entry).hash)
}
