package runtime

import (
	"context"
	"runtime"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"
)

// vigil lets the goroutine of a call run listeners itself, which costs a tenth of
// a goroutine for each. Whoever waits for the call keeps the vigil: a listener that
// takes too long, or leaves the goroutine, loses the call its goroutine, and the
// one who waits goes on with the call behind that listener.
type vigil struct {
	mu       sync.Mutex
	at       place
	visiting bool
	deadline time.Time
	overdue  *atomic.Int32 // of the listener
	lost     bool          // the call goes on without this goroutine
	returned chan struct{} // closed when a listener that was given up returns
}

// place is where in a call a listener stands.
type place struct {
	stage stage
	index int    // among those of its stage
	what  string // as the log names it
}

// stage is a part of a call in which listeners are told of it.
type stage int

const (
	stageNone     stage = iota // the function, or what stands around it
	stageDeciding              // steps 1 to 6
	stageStarted               // the started event
	stageBefore                // step 9
	stageAfter                 // the after-event
	stageTerminal              // the terminal event
)

// visitAt is a patient visit on this goroutine, of which v is kept; without a vigil
// it is on one of its own. A visit that was given up does not return.
func (l *listener[E]) visitAt(ctx context.Context, limit time.Duration, v *vigil, at place, e E) error {
	if v == nil {
		return l.visit(ctx, limit, true, e)
	}
	if l.overdue.Load() >= maxOverdue {
		return errBusy
	}
	t := newTerm(ctx, limit)
	at.what = l.what
	v.begin(at, t.deadline, &l.overdue)
	returned := false
	defer func() {
		t.end()
		if !returned {
			v.exited()
		}
	}()
	err := l.recovered(&t, e)
	returned = true
	if !v.end() {
		runtime.Goexit() // somebody else has the call by now
	}
	return err
}

// recovered runs the listener; its panic is an error.
func (l *listener[E]) recovered(ctx context.Context, e E) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = &panicError{value, debug.Stack()}
		}
	}()
	return l.run(ctx, e)
}

func (v *vigil) begin(at place, deadline time.Time, overdue *atomic.Int32) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.at, v.deadline, v.overdue, v.visiting = at, deadline, overdue, true
}

// end ends a visit and reports whether the call is still this goroutine's.
func (v *vigil) end() (ours bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.visiting = false
	if !v.lost {
		v.at = place{}
		return true
	}
	v.overdue.Add(-1)
	close(v.returned)
	return false
}

// exited ends a visit whose listener left the goroutine: the call is where it was.
func (v *vigil) exited() {
	v.mu.Lock()
	defer v.mu.Unlock()
	v.visiting = false
	if v.lost {
		v.overdue.Add(-1)
		close(v.returned)
	}
	v.lost = true
}

// giveUp takes the call from a listener whose time has passed. Else it returns how
// long to wait before it is asked again.
func (v *vigil) giveUp(limit time.Duration) (again time.Duration, lost bool) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if !v.visiting || v.lost {
		return limit, false
	}
	if left := time.Until(v.deadline); left > 0 {
		return left, false
	}
	v.lost, v.returned = true, make(chan struct{})
	v.overdue.Add(1)
	return 0, true
}

// where returns where the call was when its goroutine was lost.
func (v *vigil) where() (at place, returned <-chan struct{}) {
	v.mu.Lock()
	defer v.mu.Unlock()
	return v.at, v.returned
}
