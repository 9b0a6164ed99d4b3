package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"
)

// errExited is host code that ended its goroutine without returning.
var errExited = errors.New("goroutine exited without a value")

// panicError is a recovered panic of host code. It goes to the log only.
type panicError struct {
	value any
	stack []byte
}

// Error returns the panic's value as text.
func (e *panicError) Error() string { return fmt.Sprintf("panic: %v", e.value) }

// guard runs host code on a goroutine of its own and waits for it, or for ctx.
// The goroutine is what makes [runtime.Goexit] survivable: on a goroutine of
// the SDK or of net/http it would leave the request without an answer. Listeners
// have a deadline besides; see [listener.visit].
func guard[T any](ctx context.Context, run func() (T, error)) (T, error) {
	type outcome struct {
		value T
		err   error
	}
	done := make(chan outcome, 1)
	go func() {
		out := outcome{err: errExited} // what remains if run never returns here
		defer func() {
			if value := recover(); value != nil {
				out.err = &panicError{value, debug.Stack()}
			}
			done <- out
		}()
		out.value, out.err = run()
	}()
	select {
	case out := <-done:
		return out.value, out.err
	case <-ctx.Done():
		var zero T
		return zero, context.Cause(ctx)
	}
}

// logFailure records what host code did wrong. The error's text is made here,
// by fmt, which survives an Error method that panics; arguments of the call
// are never part of the record.
func (s *Server) logFailure(ctx context.Context, message string, err error, attrs ...any) {
	attrs = append(attrs, "error", fmt.Sprint(err))
	if p, ok := errors.AsType[*panicError](err); ok {
		attrs = append(attrs, "stack", string(p.stack))
	}
	level := slog.LevelError
	if ctx.Err() != nil {
		level = slog.LevelInfo // the caller went away: nothing is wrong here
	}
	s.log.Log(context.WithoutCancel(ctx), level, message, attrs...)
}
