package runtime

import (
	"context"
	"sync"
	"time"
)

// term is the context of one visit: the call's, for a limited time. Most
// listeners never wait for it, so that the timer and what hangs on it are made
// only for one that does.
type term struct {
	parent   context.Context
	deadline time.Time

	mu      sync.Mutex
	over    bool
	derived *timed // nil until somebody waits
}

// timed is a context with a timer.
type timed struct {
	context.Context
	cancel context.CancelFunc
}

func newTerm(ctx context.Context, limit time.Duration) term {
	return term{parent: ctx, deadline: time.Now().Add(limit)}
}

// Deadline implements [context.Context].
func (t *term) Deadline() (time.Time, bool) {
	if d, ok := t.parent.Deadline(); ok && d.Before(t.deadline) {
		return d, true
	}
	return t.deadline, true
}

// Done implements [context.Context].
func (t *term) Done() <-chan struct{} { return t.derive().Done() }

// Err implements [context.Context].
func (t *term) Err() error { return t.derive().Err() }

// Value implements [context.Context].
func (t *term) Value(key any) any {
	t.mu.Lock()
	derived := t.derived
	t.mu.Unlock()
	if derived != nil {
		return derived.Value(key) // the cause of its end is behind a key of package context
	}
	return t.parent.Value(key)
}

func (t *term) derive() *timed {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.derived == nil {
		ctx, cancel := context.WithDeadlineCause(t.parent, t.deadline, errOverdue)
		t.derived = &timed{ctx, cancel}
		if t.over {
			cancel()
		}
	}
	return t.derived
}

// end ends the term: what the listener started with it ends too.
func (t *term) end() {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.over = true
	if t.derived != nil {
		t.derived.cancel()
	}
}
