package runtime

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"time"
)

const (
	// defaultStateTTL is how long a client may take to answer.
	defaultStateTTL = 15 * time.Minute
	// maxKept bounds what a function keeps from one round to the next.
	maxKept = 64 << 10
)

var errKept = errors.New("state is larger than 64 KiB")

// WithStateKey sets the keys that seal what clients carry from one round of a call
// to the next, each of 32 bytes at least and not to be guessed. The first seals,
// all of them open: a new key is put first, and the old one goes when the states
// that it sealed have expired.
//
// The default, and what no keys mean, is a random key of this server: a round that
// another process began is then refused. Replicas that serve the same callers
// share a key.
func WithStateKey(keys ...[]byte) Option {
	copied := make([][]byte, 0, len(keys))
	for _, key := range keys {
		copied = append(copied, bytes.Clone(key))
	}
	return optionFunc(func(o *options) { o.states.keys = copied })
}

// WithStateTTL sets how long a client may take to answer a question: after that
// its state is refused, and a client of an older revision, which is asked while
// its call waits, is waited for no longer. The default, and what 0 means, is 15
// minutes; a negative duration is an error of [NewServer].
func WithStateTTL(d time.Duration) Option {
	return optionFunc(func(o *options) { o.states.ttl = d })
}

// KeepState keeps data for the next round of the call, if the function asks the
// client for something now: 64 KiB at most, larger is an error. It stays until it
// is replaced.
//
// The client carries it, sealed: it can neither read nor change it, nor present it
// as somebody else, with other arguments or for another tool, nor after
// [WithStateTTL]; that is refused before the function runs. Within that time it can
// present it more than once: what may happen once only, such as a payment, has to
// be made sure of by the host, by a ledger (catalogue H10).
func (d *dialog) KeepState(data []byte) error {
	if len(data) > maxKept {
		return errKept
	}
	if err := d.live(context.Background()); err != nil {
		return err
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.round.kept = append([]byte{}, data...)
	return nil
}

// State returns a copy of what the function kept, and whether it kept anything.
func (d *dialog) State() ([]byte, bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	return bytes.Clone(d.round.kept), d.round.kept != nil
}

// Resumed reports whether this run continues a call in which the function asked
// for something: there is a valid state of it. The session budget is not charged
// for it, see [WithSessionBudget].
func (d *dialog) Resumed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.round.resumed
}

// resumedRound returns how many rounds a valid state has behind it; 0 without one.
func (d *dialog) resumedRound() int {
	d.mu.Lock()
	defer d.mu.Unlock()
	if !d.round.resumed {
		return 0
	}
	return d.round.number
}

// stateSettings is what a host said of states.
type stateSettings struct {
	keys [][]byte
	ttl  time.Duration
}

func (s stateSettings) check() []error {
	var problems []error
	for i, key := range s.keys {
		if len(key) < minStateKey {
			problems = append(problems, fmt.Errorf("state key %d has %d bytes, want %d or more", i+1, len(key), minStateKey))
		}
	}
	if s.ttl < 0 {
		problems = append(problems, fmt.Errorf("state time %s is negative", s.ttl))
	}
	return problems
}
