package cache

import (
	"context"
	"sync"
)

// Group lets one of several concurrent calls with the same key work for all of
// them. The zero Group is ready.
type Group struct {
	mu      sync.Mutex
	flights map[string]*flight
}

// flight is the work on one key.
type flight struct {
	done    chan struct{}
	value   []byte // once done; nil if there is nothing to share
	waiting int    // how many still want it
	cancel  context.CancelCauseFunc
}

// Do returns the value of lead. The first call with a key leads: it runs lead, on
// its own goroutine, and gets true. Calls that come meanwhile wait for its value,
// which is nil if lead returned nil, panicked or left its goroutine.
//
// The context of lead ends when those of all these calls have, so that one caller
// who goes away takes nothing from the others. A call that only waits returns the
// cause of its own context's end.
func (g *Group) Do(ctx context.Context, key string, lead func(context.Context) []byte) (value []byte, led bool, err error) {
	f, shared := g.join(ctx, key)
	stop := context.AfterFunc(ctx, func() { g.leave(f, context.Cause(ctx)) })
	defer stop()
	if shared != nil {
		defer g.land(key, f)
		f.value = lead(shared)
		return f.value, true, nil
	}
	select {
	case <-f.done:
		return f.value, false, nil
	case <-ctx.Done():
		return nil, false, context.Cause(ctx)
	}
}

// join returns the flight of key; for the call that leads it, with the context
// of the work.
func (g *Group) join(ctx context.Context, key string) (*flight, context.Context) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if f, found := g.flights[key]; found && f.waiting > 0 {
		f.waiting++
		return f, nil
	}
	shared, cancel := context.WithCancelCause(context.WithoutCancel(ctx))
	f := &flight{done: make(chan struct{}), waiting: 1, cancel: cancel}
	if g.flights == nil {
		g.flights = map[string]*flight{}
	}
	g.flights[key] = f // in the place of one that everybody has left
	return f, shared
}

// leave takes one off who wants the value.
func (g *Group) leave(f *flight, cause error) {
	g.mu.Lock()
	defer g.mu.Unlock()
	f.waiting--
	if f.waiting == 0 {
		f.cancel(cause)
	}
}

// land ends a flight.
func (g *Group) land(key string, f *flight) {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.flights[key] == f {
		delete(g.flights, key)
	}
	f.cancel(nil)
	close(f.done)
}
