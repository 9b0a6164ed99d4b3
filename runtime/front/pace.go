package front

import (
	"container/list"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// maxCallers is how many callers are told apart. With more, the ones that came least
// recently begin anew.
const maxCallers = 10_000

// pace bounds how many requests of a caller are taken in a time.
type pace struct {
	every rate.Limit
	burst int

	mu     sync.Mutex
	known  map[key]*list.Element // of *bucket
	recent *list.List            // most recent first
}

type bucket struct {
	of     key
	tokens *rate.Limiter
}

func newPace(n int, per time.Duration) (*pace, error) {
	if n < 1 || per <= 0 {
		return nil, fmt.Errorf("%d requests in %s are not above 0", n, per)
	}
	return &pace{
		every: rate.Limit(float64(n) / per.Seconds()), burst: n,
		known: map[key]*list.Element{}, recent: list.New(),
	}, nil
}

// wait counts one request, or returns how long it is too early and counts nothing.
// A nil pace takes all.
func (p *pace) wait(of key) time.Duration {
	if p == nil {
		return 0
	}
	now := time.Now()
	reserved := p.bucket(of).ReserveN(now, 1)
	wait := reserved.DelayFrom(now)
	if wait > 0 {
		reserved.CancelAt(now)
	}
	return wait
}

// bucket returns the bucket of a caller, a full one if there is none, as the most
// recent.
func (p *pace) bucket(of key) *rate.Limiter {
	p.mu.Lock()
	defer p.mu.Unlock()
	if e, found := p.known[of]; found {
		p.recent.MoveToFront(e)
		return e.Value.(*bucket).tokens
	}
	for len(p.known) >= maxCallers {
		delete(p.known, p.recent.Remove(p.recent.Back()).(*bucket).of)
	}
	b := &bucket{of, rate.NewLimiter(p.every, p.burst)}
	p.known[of] = p.recent.PushFront(b)
	return b.tokens
}

// refuseFor answers that it is too much, and when it is not any more: in whole
// seconds, rounded up. That tells a caller about its own requests only.
func refuseFor(rw http.ResponseWriter, wait time.Duration) {
	seconds := (wait + time.Second - 1) / time.Second
	rw.Header().Set("Retry-After", strconv.FormatInt(int64(seconds), 10))
	refuse(rw, http.StatusTooManyRequests)
}
