package event

import (
	"context"
	"errors"
	"fmt"
)

// Sink takes the events of all calls. It is called by several goroutines at
// once; the events of one call arrive one after the other. An error is recorded
// by whoever sends the event and changes nothing for the call.
type Sink interface {
	Emit(ctx context.Context, e Event) error
}

// SinkFunc is a function that is a [Sink].
type SinkFunc func(ctx context.Context, e Event) error

// Emit calls f.
func (f SinkFunc) Emit(ctx context.Context, e Event) error { return f(ctx, e) }

// FanOut returns a sink that hands every event to all sinks in their order. One
// that fails or panics does not keep the event from the others; all errors are
// returned joined. Without sinks it does nothing.
func FanOut(sinks ...Sink) Sink {
	sinks = append([]Sink(nil), sinks...)
	return SinkFunc(func(ctx context.Context, e Event) error {
		var problems []error
		for i, sink := range sinks {
			if err := emit(ctx, sink, e); err != nil {
				problems = append(problems, fmt.Errorf("sink %d: %w", i+1, err))
			}
		}
		return errors.Join(problems...)
	})
}

// emit turns a panic of sink into an error.
func emit(ctx context.Context, sink Sink, e Event) (err error) {
	defer func() {
		if value := recover(); value != nil {
			err = fmt.Errorf("panic: %v", value)
		}
	}()
	return sink.Emit(ctx, e)
}
