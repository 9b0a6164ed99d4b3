package runtime

import (
	"context"
	"errors"
	"runtime/debug"
	"sync"
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
	waiters sync.Pool // of *waiter
}

// visit runs the listener on a goroutine of its own, isolated: a panic, an exit
// of the goroutine and a deadline that passes are errors like a returned one. No
// lock is held. A patient visit waits for the listener even if ctx ends, as long
// as its own time lasts.
func (l *listener[E]) visit(ctx context.Context, limit time.Duration, patient bool, e E) error {
	if l.overdue.Load() >= maxOverdue {
		return errBusy
	}
	w := l.waiter(limit)
	v := &visit{term: newTerm(ctx, limit), overdue: &l.overdue, done: w.done}
	go l.serve(v, e)
	var leave, cut <-chan struct{}
	if !patient {
		leave, cut = ends(ctx)
	}
	select {
	case err := <-w.done:
		w.timer.Stop()
		l.waiters.Put(w)
		return err
	case <-w.timer.C:
		return v.late()
	case <-leave:
	case <-cut:
	}
	return v.abandon(ctx, w)
}

// serve is the visit's own goroutine.
func (l *listener[E]) serve(v *visit, e E) {
	err := errExited // what remains if run never returns here
	defer func() {
		if value := recover(); value != nil {
			err = &panicError{value, debug.Stack()}
		}
		v.finish(err)
	}()
	err = l.run(&v.term, e)
}

// waiter is what one visit is waited for with. It is used again by the next one,
// unless a visit came to no end in time.
type waiter struct {
	done  chan error
	timer *time.Timer
}

func (l *listener[E]) waiter(limit time.Duration) *waiter {
	w, ok := l.waiters.Get().(*waiter)
	if !ok {
		return &waiter{make(chan error, 1), time.NewTimer(limit)}
	}
	w.timer.Reset(limit)
	return w
}

// visit is one run of a listener.
type visit struct {
	term    term // the listener's context
	overdue *atomic.Int32
	state   atomic.Int32
	done    chan<- error
}

// The states of a visit: the first to leave visitRunning wins.
const (
	visitRunning int32 = iota
	visitReturned
	visitLate
)

// finish takes back what expire counted, and ends the visit.
func (v *visit) finish(err error) {
	if !v.state.CompareAndSwap(visitRunning, visitReturned) {
		v.overdue.Add(-1)
	}
	v.term.end()
	v.done <- err
}

// late is the end of a visit whose time has passed.
func (v *visit) late() error {
	v.expire()
	return errOverdue
}

// expire counts a visit that still runs against its listener.
func (v *visit) expire() {
	if v.state.CompareAndSwap(visitRunning, visitLate) {
		v.overdue.Add(1)
	}
}

// abandon leaves a visit whose caller went away. Only a deadline that passes
// counts against the listener, so that callers who go away cannot make it look
// broken.
func (v *visit) abandon(ctx context.Context, w *waiter) error {
	select {
	case err := <-w.done: // both came at once
		w.timer.Stop()
		return err
	default:
	}
	w.timer.Stop()
	time.AfterFunc(time.Until(v.term.deadline), v.expire)
	return causeOf(ctx)
}
