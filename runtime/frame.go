package runtime

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// abortGrace is how long the after-event of a call that a shutdown cut off waits
// for its function: nothing waits for the server any longer than that.
const abortGrace = 500 * time.Millisecond

// frame is what stands around an accepted call. Steps 8 to 10 run on one
// goroutine of ours; this side owns the deadline, the answer and the events, so
// that a call that hangs, panics or leaves its goroutine is still answered, and
// told of, once.
type frame struct {
	server  *Server
	call    *Call
	tracker *tracker // of the connection or handler; nil in tests
	done    chan ending

	dispatched atomic.Bool // the before-event was
	decided    bool        // by it; then verdict is the end
	verdict    ending
	abandoned  atomic.Bool // the function outlived the grace

	events  *lifecycle // nil without sinks
	subject subject
}

// enter takes an accepted call through steps 7 to 10.
func (s *Server) enter(ctx context.Context, call *Call, tracker *tracker, run runFunc) (*mcp.CallToolResult, error) {
	ctx, release := call.row.limited(ctx)
	defer release()
	f := &frame{server: s, call: call, tracker: tracker, done: make(chan ending, 1)}
	f.start(ctx)
	var end ending
	defer func() { f.close(ctx, end) }() // the one place of the terminal event
	go f.work(ctx, run)
	end = f.wait(ctx)
	f.call.hush()
	if end.protocol != nil {
		return nil, end.protocol
	}
	return end.result, nil
}

// start begins the frame's clock and sends the started event.
func (f *frame) start(ctx context.Context) {
	f.call.run.opened = time.Now()
	if len(f.server.on.sinks) == 0 {
		return
	}
	f.events = f.server.newLifecycle()
	f.subject = f.server.subjectOf(f.call.row, f.call.args, f.call.id)
	f.events.send(context.WithoutCancel(ctx), f.subject.started(f.call))
}

// work runs steps 8 to 10 on its own goroutine. Leaving it without a value is a
// panic.
func (f *frame) work(ctx context.Context, run runFunc) {
	var end ending
	defer func() {
		if value := recover(); value != nil {
			end = failed(&panicError{value, debug.Stack()})
		}
		if end.outcome == "" {
			end = failed(errExited)
		}
		f.done <- end
		if f.abandoned.Load() {
			f.server.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "tool returned after its call was over",
				slog.String("tool", f.call.row.Name), slog.String("source", f.call.row.Source))
		}
	}()
	end = f.steps(ctx, run)
}

// steps is the fixed order inside the frame.
func (f *frame) steps(ctx context.Context, run runFunc) ending {
	// 8 session budget, outermost: it stops a caller in a loop, whatever the
	// interceptors would make of the calls. Then interceptors, the first
	// outermost, which go on to core (contract: S1-4, S1-11). What the request
	// carries of an earlier round is opened before: that round has paid.
	end, stale := f.server.resume(ctx, f.call)
	if end, refused := f.server.charge(ctx, f.call); refused {
		return end
	}
	if stale {
		return end
	}
	return f.rounds(ctx, run)
}

// core is what lies inside the interceptors.
func (f *frame) core(ctx context.Context, run runFunc) ending {
	// 9 before-event, once a call, however often an interceptor goes on. It is
	// dispatched even if the call was cancelled by now, so that every call that
	// started has its pair of events.
	if !f.dispatched.Swap(true) {
		f.verdict, f.decided = f.server.before(ctx, f.call)
	}
	if f.decided {
		return f.verdict
	}
	if ctx.Err() != nil {
		return interrupted(ctx)
	}

	// 10 cache, size limit, bind, run, encode.
	return f.perform(ctx, run)
}

// perform is step 10 by way of the transport, which may give the result another
// shape but learns nothing of a failure; that is kept in the call.
func (f *frame) perform(ctx context.Context, run runFunc) ending {
	f.call.ended = ending{}
	result, err := run(ctx, f.call)
	if end := f.call.ended; end.protocol != nil || asks(end.result) {
		return end // no shape of the transport's
	}
	if err != nil {
		end := failed(err)
		if protocol, ok := errors.AsType[*jsonrpc.Error](err); ok {
			end.protocol, end.result = protocol, nil
		}
		return end
	}
	end := f.call.ended
	if end.outcome == "" {
		end = executed(result) // a transport that answered by itself
	}
	end.result = result
	return end
}

// wait returns how the call ended, as soon as it ended or its context did.
func (f *frame) wait(ctx context.Context) ending {
	select {
	case end := <-f.done:
		return judge(ctx, end)
	case <-ctx.Done():
	}
	select {
	case end := <-f.done:
		return judge(ctx, end)
	default:
	}
	end := interrupted(ctx)
	end.loose = true
	return end
}

// judge decides between an end and the end of the context, which may come
// together: a call whose context has ended is over, so that it does not depend
// on luck what its caller reads. What was decided before the function ran, and a
// panic, stay what they are.
func judge(ctx context.Context, end ending) ending {
	if ctx.Err() == nil {
		return end
	}
	if _, panicked := errors.AsType[*panicError](end.err); panicked {
		return end
	}
	switch end.outcome {
	case OutcomeExecuted, OutcomeInputRequired, OutcomeFailed:
		return interrupted(ctx).after(end)
	}
	return end
}

// close ends the frame: at once, or when a function that still runs has
// returned. Nobody waits for that who only wants the answer.
func (f *frame) close(ctx context.Context, end ending) {
	f.report(ctx, end)
	if len(f.server.on.after) == 0 && f.events == nil {
		return
	}
	ctx = context.WithoutCancel(ctx)
	if !end.loose {
		f.settle(ctx, end)
		return
	}
	leave := f.tracker.retain()
	go func() {
		defer leave()
		f.settle(ctx, end.after(f.linger()))
	}()
}

// report logs the failure of a call, once.
func (f *frame) report(ctx context.Context, end ending) {
	switch end.outcome {
	case OutcomeFailed:
		f.server.logFailure(ctx, "tool failed", end.err, "tool", f.call.row.Name, "source", f.call.row.Source)
	case OutcomeCancelled, OutcomeTimedOut:
		f.server.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelInfo, "tool call ended early", slog.String("outcome", string(end.outcome)),
			slog.String("tool", f.call.row.Name), slog.String("source", f.call.row.Source), slog.Any("cause", end.err))
	}
}

// linger waits for the function of a call that is over, at most for the grace,
// and returns how it ended.
func (f *frame) linger() ending {
	grace := time.NewTimer(f.server.on.grace)
	defer grace.Stop()
	select {
	case end := <-f.done:
		return end
	case <-grace.C:
	case <-f.tracker.cutOff():
		abort := time.NewTimer(abortGrace)
		defer abort.Stop()
		select {
		case end := <-f.done:
			return end
		case <-abort.C:
		}
	}
	f.abandoned.Store(true)
	return ending{}
}

// settle sends the after-event, if there was a before-event, and the terminal
// event.
func (f *frame) settle(ctx context.Context, end ending) {
	if f.dispatched.Load() {
		f.server.after(ctx, f.call, end)
	}
	if f.events != nil {
		f.events.send(ctx, f.subject.terminal(f.call, end))
	}
}

// gateFailure ends a call whose decision failed: it is told of as any other one,
// without having begun (contract: S0-37).
func (s *Server) gateFailure(ctx context.Context, req request, err error) *mcp.CallToolResult {
	s.logFailure(ctx, "tool access could not be verified", err,
		"tool", cut(req.name, maxNameShown), "caller", req.caller.ID)
	end := gateFailed(err)
	if ctx.Err() != nil {
		return end.result // nothing failed: the caller went away before there was a call
	}
	call := req.call(unresolved(req.name))
	ctx = context.WithoutCancel(ctx)
	s.after(ctx, call, end)
	if len(s.on.sinks) > 0 {
		c := s.subjectOf(call.row, call.args, call.id)
		s.newLifecycle().send(ctx, c.terminal(call, end))
	}
	return end.result
}
