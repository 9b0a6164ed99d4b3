package runtime

import (
	"context"
	"sync"
)

// joined is a context that ends with either of two. Most calls are over before
// anybody waits for the one context of both, so that it is made only for who does.
type joined struct {
	context.Context // the first
	second          context.Context

	mu      sync.Mutex
	derived context.Context // nil until somebody waits
	release func()
	over    bool
}

func join(first, second context.Context) *joined {
	return &joined{Context: first, second: second}
}

// Done implements [context.Context].
func (j *joined) Done() <-chan struct{} { return j.derive().Done() }

// Err implements [context.Context].
func (j *joined) Err() error {
	if j.Context.Err() == nil && j.second.Err() == nil && !j.ended() {
		return nil
	}
	return j.derive().Err()
}

// Value implements [context.Context].
func (j *joined) Value(key any) any {
	j.mu.Lock()
	derived := j.derived
	j.mu.Unlock()
	if derived != nil {
		return derived.Value(key) // the cause of its end is behind a key of package context
	}
	return j.Context.Value(key)
}

func (j *joined) ended() bool {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.over
}

func (j *joined) derive() context.Context {
	j.mu.Lock()
	defer j.mu.Unlock()
	if j.derived == nil {
		j.derived, j.release = bound(j.Context, j.second)
		if j.over {
			j.release()
		}
	}
	return j.derived
}

// end ends what was started with it.
func (j *joined) end() {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.over = true
	if j.release != nil {
		j.release()
	}
}

// ends returns what tells of the end of ctx, without making a joined one wait.
func ends(ctx context.Context) (first, second <-chan struct{}) {
	if j, ok := ctx.(*joined); ok {
		return j.Context.Done(), j.second.Done()
	}
	return ctx.Done(), nil
}

// causeOf is [context.Cause]. A joined context knows why it ended once it was asked
// whether it did.
func causeOf(ctx context.Context) error {
	_ = ctx.Err()
	return context.Cause(ctx)
}
