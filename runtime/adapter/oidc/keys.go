package oidc

import (
	"context"
	"errors"
	"sync"
	"time"

	"github.com/go-jose/go-jose/v4"
)

// pause is the least time between two attempts to fetch keys: whoever sends tokens
// with made-up key ids must not make us hammer the issuer.
const pause = 30 * time.Second

var errNoKeys = errors.New("the issuer's keys are not known")

// keys are an issuer's, fetched when they are needed.
type keys struct {
	fetch         func(context.Context) ([]jose.JSONWebKey, error)
	fresh, maxAge time.Duration
	now           func() time.Time

	mu     sync.Mutex
	set    []jose.JSONWebKey
	age    time.Time // when set was fetched; zero: never
	tried  time.Time // when the last attempt began
	err    error     // how it ended
	flight chan struct{}
}

func newKeys(issuer string, set options) *keys {
	return &keys{
		fetch:  newSource(issuer, set).fetch,
		fresh:  min(defaultFresh, set.maxAge/4),
		maxAge: set.maxAge,
		now:    set.now,
	}
}

// verify returns the payload of a token that one of the keys has signed.
func (k *keys) verify(ctx context.Context, signed *jose.JSONWebSignature) ([]byte, error) {
	set, err := k.current(ctx)
	if err != nil {
		return nil, err
	}
	candidates := fitting(set, signed)
	if len(candidates) == 0 { // maybe it is new
		if set, err = k.renewed(ctx); err != nil {
			return nil, err
		}
		candidates = fitting(set, signed)
	}
	for _, key := range candidates {
		if payload, err := signed.Verify(&key); err == nil {
			return payload, nil
		}
	}
	return nil, invalid("its signature is none of the issuer's")
}

// fitting returns the keys that a token may be signed with: the one it names, or
// all of its algorithm if it names none.
func fitting(set []jose.JSONWebKey, signed *jose.JSONWebSignature) []jose.JSONWebKey {
	header := signed.Signatures[0].Protected
	var fit []jose.JSONWebKey
	for _, key := range set {
		named := header.KeyID == "" || key.KeyID == header.KeyID
		if named && (key.Algorithm == "" || key.Algorithm == header.Algorithm) {
			fit = append(fit, key)
		}
	}
	return fit
}

// current returns keys that are not too old.
func (k *keys) current(ctx context.Context) ([]jose.JSONWebKey, error) {
	set, age, _ := k.known()
	if set != nil && age < k.fresh {
		return set, nil
	}
	if err := k.try(ctx); err != nil {
		return nil, err
	}
	set, age, err := k.known()
	if set == nil || age > k.maxAge {
		return nil, errors.Join(errNoKeys, err)
	}
	return set, nil
}

// renewed returns keys that are as new as the pause between two attempts allows. If
// the last attempt failed, a key that is missing may be among those not seen.
func (k *keys) renewed(ctx context.Context) ([]jose.JSONWebKey, error) {
	if err := k.try(ctx); err != nil {
		return nil, err
	}
	set, _, err := k.known()
	return set, err
}

// known returns what there is, how old it is, and how the last attempt ended.
func (k *keys) known() ([]jose.JSONWebKey, time.Duration, error) {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.set, k.now().Sub(k.age), k.err
}

// try fetches the keys, or waits for somebody who does, unless that was done a
// moment ago. The error is that of ctx.
func (k *keys) try(ctx context.Context) error {
	flight := k.begin()
	if flight == nil {
		return nil
	}
	select {
	case <-flight:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// begin returns what is closed when the attempt under way has ended, nil if there
// is none and it is too early for another. An attempt outlives the request that
// began it, since others wait for it too; it ends with its own timeout.
func (k *keys) begin() <-chan struct{} {
	k.mu.Lock()
	defer k.mu.Unlock()
	if k.flight != nil {
		return k.flight
	}
	began := k.now()
	if !k.tried.IsZero() && began.Sub(k.tried) < pause {
		return nil
	}
	flight := make(chan struct{})
	k.flight, k.tried = flight, began
	go func() {
		ctx, cancel := context.WithTimeout(context.Background(), timeout)
		defer cancel()
		set, err := k.fetch(ctx)
		k.end(set, err, began)
		close(flight)
	}()
	return flight
}

// end notes what an attempt brought: after a failure the keys stay what they were.
func (k *keys) end(set []jose.JSONWebKey, err error, began time.Time) {
	k.mu.Lock()
	defer k.mu.Unlock()
	k.flight, k.err = nil, err
	if err == nil {
		k.set, k.age = set, began
	}
}
