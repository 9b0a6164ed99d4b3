package runtime

import (
	"context"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// AfterCall tells how a call ended. It is a notification: nothing that is done
// to it changes the answer.
type AfterCall struct {
	// Call is the call, the same object that [BeforeCall] told of and that
	// the function got.
	*Call

	outcome  Outcome
	class    Class
	result   *mcp.CallToolResult
	late     *mcp.CallToolResult
	err      error
	duration time.Duration
	started  bool
	returned bool
}

// Type returns [TypeAfterCall].
func (*AfterCall) Type() string { return TypeAfterCall }

// Outcome says how the call ended.
func (e *AfterCall) Outcome() Outcome { return e.outcome }

// Class says how statistics count the call.
func (e *AfterCall) Class() Class { return e.class }

// Result returns a copy of the result that the caller receives; nil if the call
// failed. It is decoded from what is sent, structured content being raw JSON.
func (e *AfterCall) Result() *mcp.CallToolResult { return thaw(e.result) }

// Late returns a copy of the result that the function of a cancelled or timed-out
// call returned, which no caller receives; nil if there is none. A ledger records
// it, so that the call can be repeated.
func (e *AfterCall) Late() *mcp.CallToolResult { return thaw(e.late) }

// Err returns the failure; nil if the call has a result, that of a denial
// included. It is for operators: its text can hold internals of the host.
func (e *AfterCall) Err() error { return e.err }

// Failed reports whether the call ended in a failure: its outcome is invalid,
// failed, cancelled, timed_out or gate_failed. A denied call has not failed.
func (e *AfterCall) Failed() bool { return e.err != nil }

// Duration returns the wall time of the call itself, without the decision on it
// and without listeners: binding, running, encoding. It is 0 if that was not
// reached.
func (e *AfterCall) Duration() time.Duration { return e.duration }

// DurationMilliseconds returns [AfterCall.Duration] in milliseconds.
func (e *AfterCall) DurationMilliseconds() float64 {
	return float64(e.duration) / float64(time.Millisecond)
}

// FunctionStarted reports whether the function was started, whatever became of
// it. Where it is false, the call had no effect of the function's.
func (e *AfterCall) FunctionStarted() bool { return e.started }

// FunctionReturned reports whether the function was started and is no longer
// running. It is false of one that outlived its cancelled call by more than the
// grace of [WithAfterGrace]; whether that one takes effect is not known.
func (e *AfterCall) FunctionReturned() bool { return e.returned }

// after tells the listeners from that index on how call ended, each with an event
// of its own. One that fails is logged, and the others still run (contract: S0-44).
func (s *Server) after(ctx context.Context, call *Call, end *ending, from int, kept *vigil) {
	if len(s.on.after) <= from {
		return
	}
	told := AfterCall{
		Call:     call,
		outcome:  end.outcome,
		class:    end.class(),
		result:   end.snapshot(),
		late:     end.late,
		err:      end.err,
		duration: call.run.duration(),
		started:  call.run.started(),
		returned: call.run.returned(),
	}
	for i, l := range s.on.after[from:] {
		at := place{stage: stageAfter, index: from + i}
		if err := l.visitAt(ctx, s.on.timeout, kept, at, new(told)); err != nil {
			s.afterFailed(ctx, call, l.what, err)
		}
	}
}

func (s *Server) afterFailed(ctx context.Context, call *Call, what string, err error) {
	s.logFailure(ctx, "after-call listener failed", err, "listener", what, "tool", call.row.Name)
}
