package ratelimit

import (
	"container/list"
	"context"
	"fmt"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxBuckets is how many clients and tools are told apart. With more, the ones
// that called least recently begin anew.
const maxBuckets = 10_000

// Limiter grants a number of calls per time to each pair of a client and a tool.
// The calls of clients without an id are one client's.
type Limiter struct {
	every rate.Limit
	burst int

	mu      sync.Mutex
	buckets map[pair]*list.Element // of *bucket
	recent  *list.List             // most recent first
}

// pair says whose calls are counted together.
type pair struct {
	known  bool // the client has an id
	client string
	tool   string
}

type bucket struct {
	of     pair
	tokens *rate.Limiter
}

// New returns a limiter that grants n calls per time, all of them at once if none
// were made before; further ones come back one after another. n and per must be
// above 0.
func New(n int, per time.Duration) (*Limiter, error) {
	if n < 1 || per <= 0 {
		return nil, fmt.Errorf("rate of %d calls in %s must be above 0", n, per)
	}
	return &Limiter{
		every:   rate.Limit(float64(n) / per.Seconds()),
		burst:   n,
		buckets: map[pair]*list.Element{},
		recent:  list.New(),
	}, nil
}

// Allow reports whether the client may call the tool now, and counts it if so. A
// nil client has no id. It never fails.
func (l *Limiter) Allow(_ context.Context, client *string, tool string) (bool, error) {
	of := pair{tool: tool}
	if client != nil {
		of.known, of.client = true, *client
	}
	return l.bucket(of).Allow(), nil
}

// bucket returns the bucket of a pair, a full one if there is none, as the most
// recent.
func (l *Limiter) bucket(of pair) *rate.Limiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	if e, found := l.buckets[of]; found {
		l.recent.MoveToFront(e)
		return e.Value.(*bucket).tokens
	}
	for len(l.buckets) >= maxBuckets {
		delete(l.buckets, l.recent.Remove(l.recent.Back()).(*bucket).of)
	}
	b := &bucket{of, rate.NewLimiter(l.every, l.burst)}
	l.buckets[of] = l.recent.PushFront(b)
	return b.tokens
}
