package runtime

import (
	"context"
	"errors"
	"runtime/debug"
	"sync/atomic"
	"time"
)

// maxOverdue is how many visits to one listener may be past their deadline and
// still running. Further ones fail at once until one comes back: a listener that
// hangs costs a bounded number of goroutines, whatever callers send.
const maxOverdue = 16

var (
	errOverdue = errors.New("listener did not return in time")
	errBusy    = errors.New("listener still holds too many earlier calls")
)

// listener is host code as it was registered: a policy, a listener or a sink.
type listener[E any] struct {
	what    string // as the log names it, such as "before-call listener 2"
	run     func(context.Context, E) error
	overdue atomic.Int32
}

// visit runs the listener on a goroutine of its own, isolated: a panic, an exit
// of the goroutine and a deadline that passes are errors like a returned one. No
// lock is held. A patient visit waits for the listener even if ctx ends, as long
// as its own time lasts.
func (l *listener[E]) visit(ctx context.Context, limit time.Duration, patient bool, e E) error {
	if l.overdue.Load() >= maxOverdue {
		return errBusy
	}
	deadline := time.Now().Add(limit)
	ctx, cancel := context.WithDeadlineCause(ctx, deadline, errOverdue)
	v := &visit{overdue: &l.overdue, done: make(chan error, 1)}
	go func() {
		err := errExited // what remains if run never returns here
		defer func() {
			if value := recover(); value != nil {
				err = &panicError{value, debug.Stack()}
			}
			v.finish()
			v.done <- err
			cancel()
		}()
		err = l.run(ctx, e)
	}()
	select {
	case err := <-v.done:
		return err
	case <-ctx.Done():
		return v.linger(ctx, deadline, patient)
	}
}

// visit is one run of a listener.
type visit struct {
	overdue *atomic.Int32
	state   atomic.Int32
	done    chan error
	late    chan struct{} // closed when the deadline passes first
}

// The states of a visit: the first to leave visitRunning wins.
const (
	visitRunning int32 = iota
	visitReturned
	visitLate
)

// linger goes on when the context of a visit has ended, by its deadline or
// before. Only a deadline that passes counts against the listener, so that
// callers who go away cannot make it look broken.
func (v *visit) linger(ctx context.Context, deadline time.Time, patient bool) error {
	select {
	case err := <-v.done: // the visit ended its context itself
		return err
	default:
	}
	v.late = make(chan struct{})
	time.AfterFunc(time.Until(deadline), v.expire)
	leave := ctx.Done()
	if patient || context.Cause(ctx) == errOverdue { //nolint:errorlint // it is set as it is
		leave = nil
	}
	select {
	case err := <-v.done:
		return err
	case <-v.late:
		return errOverdue
	case <-leave:
		return context.Cause(ctx)
	}
}

// expire ends the listener's time.
func (v *visit) expire() {
	if v.state.CompareAndSwap(visitRunning, visitLate) {
		v.overdue.Add(1)
		close(v.late)
	}
}

// finish takes back what expire counted.
func (v *visit) finish() {
	if !v.state.CompareAndSwap(visitRunning, visitReturned) {
		v.overdue.Add(-1)
	}
}
