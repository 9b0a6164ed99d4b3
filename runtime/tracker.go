package runtime

import (
	"context"
	"errors"
	"sync"
	"time"
)

// errCutOff is what a shutdown returns that could not wait to the end.
var errCutOff = errors.New("calls in flight were cut off")

// tracker counts what is in flight and ends it in order: nothing new enters,
// what only waits is told to go, what works gets the grace, and what is then
// still there is cut off.
type tracker struct {
	closing, aborted context.Context
	close, abort     context.CancelFunc

	mu    sync.Mutex
	count int
	idle  chan struct{} // closed while closing and count is 0
}

func newTracker() *tracker {
	t := &tracker{idle: make(chan struct{})}
	t.closing, t.close = context.WithCancel(context.Background())
	t.aborted, t.abort = context.WithCancel(context.Background())
	return t
}

// enter counts one more, unless the tracker is closing.
func (t *tracker) enter() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closing.Err() != nil {
		return false
	}
	t.count++
	return true
}

// retain counts one more for as long as something that entered goes on after its
// answer; it is called before that one leaves, so it may also be while closing.
// A nil tracker counts nothing.
func (t *tracker) retain() (leave func()) {
	if t == nil {
		return func() {}
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count++
	return t.leave
}

// cutOff is closed when what is in flight gets no more time.
func (t *tracker) cutOff() <-chan struct{} {
	if t == nil {
		return nil
	}
	return t.aborted.Done()
}

// leave undoes one enter.
func (t *tracker) leave() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.count--
	t.settle()
}

// settle announces, once, that nothing is left. The caller holds mu.
func (t *tracker) settle() {
	if t.count == 0 && t.closing.Err() != nil {
		select {
		case <-t.idle:
		default:
			close(t.idle)
		}
	}
}

// shutdown ends what is in flight. It returns when nothing is, or ctx ends.
func (t *tracker) shutdown(ctx context.Context, grace time.Duration) error {
	t.mu.Lock()
	t.close()
	t.settle()
	t.mu.Unlock()

	timer := time.NewTimer(grace)
	defer timer.Stop()
	select {
	case <-t.idle:
		return nil
	case <-timer.C:
	case <-ctx.Done():
	}
	t.abort()
	select {
	case <-t.idle:
		return errCutOff
	case <-ctx.Done():
		return ctx.Err()
	}
}
