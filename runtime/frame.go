package runtime

import (
	"context"
	"errors"
	"log/slog"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// frame is what stands around an accepted call. Steps 7 to 10, and what tells of
// the end, run on one goroutine of ours; the other side, who waits for the call,
// owns its deadline and its answer, and the call itself when that goroutine is
// lost. So a call that hangs, panics or leaves its goroutine is still answered, and
// told of, once.
type frame struct {
	server  *Server
	call    *Call
	tracker *tracker // of the connection or handler; nil in tests
	run     runFunc
	done    chan ending // what that goroutine came to; a zero ending: it was lost
	vigil   *vigil      // of that goroutine; one that was lost keeps its own
	kept    *vigil      // nil: listeners run on goroutines of their own
	dog     *time.Timer // when to look after the vigil; nil: never

	mu    sync.Mutex
	left  bool    // the caller was answered before the call came to an end
	final *ending // that the call came to, if it came to one before that

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
	f := &frame{server: s, call: call, tracker: tracker, run: run, done: make(chan ending, 1), vigil: new(vigil)}
	f.begin()
	go f.work(ctx, f.done, true)
	end := f.wait(ctx)
	f.call.hush()
	f.close(ctx, end)
	if end.protocol != nil {
		return nil, end.protocol
	}
	return end.result, nil
}

// begin begins the frame's clock and gets ready to tell of the call.
func (f *frame) begin() {
	f.call.run.opened = time.Now()
	on := &f.server.on
	if len(on.sinks) > 0 {
		f.events = &lifecycle{server: f.server}
		f.subject = f.server.subjectOf(f.call.row, f.call.args, f.call.id)
	}
	if len(on.sinks)+len(on.before)+len(on.after) > 0 {
		f.kept, f.dog = f.vigil, f.server.timers.start(on.timeout)
	}
}

// work is the goroutine of the call.
func (f *frame) work(ctx context.Context, done chan<- ending, starts bool) {
	roomy(0)
	var end ending // what remains if this goroutine is lost
	defer func() {
		done <- end
		if f.abandoned.Load() {
			f.server.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "tool returned after its call was over",
				slog.String("tool", f.call.row.Name), slog.String("source", f.call.row.Source))
		}
	}()
	if starts {
		f.start(ctx, 0)
	}
	end = f.conclude(ctx, f.attempt(ctx))
}

// start sends the started event to the sinks from that index on.
func (f *frame) start(ctx context.Context, from int) {
	if f.events != nil {
		f.events.send(context.WithoutCancel(ctx), f.subject.started(f.call), from, f.kept, stageStarted)
	}
}

// attempt is steps 8 to 10. A panic that got past everything else ends here.
func (f *frame) attempt(ctx context.Context) (end ending) {
	defer func() {
		if value := recover(); value != nil {
			end = failed(&panicError{value, debug.Stack()})
		}
	}()
	return f.steps(ctx, f.run)
}

// conclude tells of the end of the call, unless its caller was answered already:
// then whoever lingers for it tells.
func (f *frame) conclude(ctx context.Context, end ending) ending {
	f.mu.Lock()
	if f.left {
		f.mu.Unlock()
		return end
	}
	end = judge(ctx, end)
	f.final = &end
	f.mu.Unlock()
	f.call.hush()
	f.settle(context.WithoutCancel(ctx), end, place{}, f.kept)
	end.settled = true
	return end
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
		f.verdict, f.decided = f.server.before(ctx, f.call, f.inside())
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

// inside is the vigil for the listeners of step 9. What stands around them could
// not go on without its goroutine, so that with interceptors there is none.
func (f *frame) inside() *vigil {
	if len(f.server.interceptors) > 0 {
		return nil
	}
	return f.kept
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
	s.after(ctx, call, end, 0, nil)
	if len(s.on.sinks) > 0 {
		c := s.subjectOf(call.row, call.args, call.id)
		s.send(ctx, c.terminal(call, end))
	}
	return end.result
}
