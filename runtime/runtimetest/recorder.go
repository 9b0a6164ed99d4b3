package runtimetest

import (
	"context"
	"slices"
	"sync"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// Recorder records what a server tells its listeners and sinks, in the order it
// arrives, and decides nothing. The zero Recorder is ready; it may serve several
// servers. In a test of time, [testing/synctest] is the clock of server and
// recorder alike.
type Recorder struct {
	mu   sync.Mutex
	seen []Seen
}

// Seen is one event.
type Seen struct {
	// Type is the event's type, such as [mcprt.TypeBeforeCall] or
	// [event.TypeFailed].
	Type string
	// Tool is the tool's name; empty for [mcprt.TypePrepareList].
	Tool string
	// Event is a *ListEvent, *BeforeCall, *AfterCall or *DefinitionEvent of
	// package runtime, or an [event.Event].
	Event any
}

// Options makes a server tell the recorder. Given before other listeners, the
// recorder is told first.
func (r *Recorder) Options() []mcprt.Option {
	return []mcprt.Option{
		mcprt.OnList(func(_ context.Context, e *mcprt.ListEvent) error { return r.add(e.Type(), "", e) }),
		mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error { return r.add(e.Type(), e.Name(), e) }),
		mcprt.OnAfterCall(func(_ context.Context, e *mcprt.AfterCall) error { return r.add(e.Type(), e.Name(), e) }),
		mcprt.OnDefinition(func(_ context.Context, e *mcprt.DefinitionEvent) error {
			return r.add(e.Type(), e.Row().Name, e)
		}),
		mcprt.WithEvents(event.SinkFunc(func(_ context.Context, e event.Event) error {
			return r.add(e.Type(), toolOf(e), e)
		})),
	}
}

// Seen returns all events so far.
func (r *Recorder) Seen() []Seen {
	r.mu.Lock()
	defer r.mu.Unlock()
	return slices.Clone(r.seen)
}

// Types returns the types of all events so far.
func (r *Recorder) Types() []string {
	types := []string{}
	for _, seen := range r.Seen() {
		types = append(types, seen.Type)
	}
	return types
}

// After returns the after-events so far.
func (r *Recorder) After() []*mcprt.AfterCall { return all[*mcprt.AfterCall](r) }

// Failed returns the failed lifecycle events so far.
func (r *Recorder) Failed() []event.Failed { return all[event.Failed](r) }

// Count returns how many events of a type there are so far.
func (r *Recorder) Count(kind string) int {
	n := 0
	for _, seen := range r.Seen() {
		if seen.Type == kind {
			n++
		}
	}
	return n
}

// Reset forgets all events.
func (r *Recorder) Reset() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = nil
}

func (r *Recorder) add(kind, tool string, e any) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.seen = append(r.seen, Seen{kind, tool, e})
	return nil
}

func all[E any](r *Recorder) []E {
	var events []E
	for _, seen := range r.Seen() {
		if e, ok := seen.Event.(E); ok {
			events = append(events, e)
		}
	}
	return events
}

func toolOf(e event.Event) string {
	switch e := e.(type) {
	case event.Started:
		return e.Tool
	case event.Succeeded:
		return e.Tool
	case event.Failed:
		return e.Tool
	}
	return ""
}
