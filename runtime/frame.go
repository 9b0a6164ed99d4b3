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

// frame is what stands around a tools/call. The decision on it, steps 7 to 10 and
// what tells of the end run on one goroutine of ours; the other side, who waits for
// the call, owns its deadline and its answer, and the call itself when that
// goroutine is lost. So a call that hangs, panics or leaves its goroutine is still
// answered, and told of, once.
type frame struct {
	server  *Server
	req     *request // nil: it was accepted before
	handsOn bool     // calls that only the SDK can carry
	tracker *tracker // of the connection or handler; nil in tests
	run     runFunc
	done    chan *ending // what that goroutine came to; nil: it was lost
	vigil   *vigil       // of that goroutine; one that was lost keeps its own
	kept    *vigil       // nil: listeners run on goroutines of their own
	dog     *time.Timer  // when to look after the vigil; nil: never

	mu    sync.Mutex
	call  *Call   // nil: it is being decided on
	left  bool    // the caller was answered before the call came to an end
	final *ending // that the call came to, if it came to one before that

	dispatched atomic.Bool // the before-event was
	verdict    *ending     // of those who were told; nil: the call goes on
	abandoned  atomic.Bool // the function outlived the grace

	events  *lifecycle // nil without sinks
	subject subject
}

// newFrame returns the frame of one request or accepted call, and watches over it.
func (s *Server) newFrame(t *tracker, run runFunc) *frame {
	return &frame{
		server: s, tracker: t, run: run,
		done: make(chan *ending, 1), vigil: new(vigil), dog: s.timers.start(s.on.timeout),
	}
}

// govern takes one tools/call through all steps. The error is a *jsonrpc.Error.
func (s *Server) govern(ctx context.Context, req *request, run runFunc) (*mcp.CallToolResult, error) {
	f := s.newFrame(req.tracker, run)
	f.req = req
	answer, _ := f.serve(ctx)
	return answer.split()
}

// serve takes the request through all steps. A call that it returns is granted, and
// somebody else's to carry.
func (f *frame) serve(ctx context.Context) (answer response, onward *Call) {
	go f.work(ctx, f.done, stageDeciding)
	end := f.wait(ctx)
	if end.early == nil {
		return f.answer(ctx, end), nil
	}
	f.rest()
	switch e := end.early; {
	case e.fault != nil:
		return response{result: f.server.gateFailure(ctx, f.req, e.fault)}, nil
	case e.rejected != nil:
		return *e.rejected, nil
	case f.handsOn && e.accepted.row.viaSDK():
		return response{}, e.accepted
	default:
		return f.server.enter(ctx, e.accepted, f.tracker, f.run), nil
	}
}

// enter takes an accepted call through steps 7 to 10.
func (s *Server) enter(ctx context.Context, call *Call, tracker *tracker, run runFunc) response {
	ctx, release := call.row.limited(ctx)
	defer release()
	f := s.newFrame(tracker, run)
	f.begin(call)
	go f.work(ctx, f.done, stageStarted)
	return f.answer(ctx, f.wait(ctx))
}

// answer closes the frame of a call.
func (f *frame) answer(ctx context.Context, end *ending) response {
	f.call.hush()
	f.close(ctx, end)
	return response{protocol: end.protocol, result: end.result}
}

// begin begins the call's clock, gets ready to tell of it, and reports whether
// anybody still waits for it.
func (f *frame) begin(call *Call) bool {
	on := &f.server.on
	var events *lifecycle
	var about subject
	call.run.opened = time.Now()
	if len(on.sinks) > 0 {
		events = &lifecycle{server: f.server}
		about = f.server.subjectOf(call.row, call.args, call.sound, call.id)
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.call, f.events, f.subject = call, events, about
	f.kept = f.vigil
	return !f.left
}

// work is the goroutine of the frame, from that stage on.
func (f *frame) work(ctx context.Context, done chan<- *ending, from stage) {
	roomy(0)
	var end *ending // what remains if this goroutine is lost
	defer func() {
		done <- end
		if f.abandoned.Load() {
			f.server.log.LogAttrs(context.WithoutCancel(ctx), slog.LevelWarn, "tool returned after its call was over",
				slog.String("tool", f.call.row.Name), slog.String("source", f.call.row.Source))
		}
	}()
	if from == stageDeciding {
		var goesOn bool
		if end, goesOn = f.decide(ctx); !goesOn {
			return
		}
	}
	if from <= stageStarted {
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
func (f *frame) conclude(ctx context.Context, came ending) *ending {
	end := &came
	f.mu.Lock()
	if f.left {
		f.mu.Unlock()
		return end
	}
	came = judge(ctx, came)
	f.final = end
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
		f.verdict = f.server.before(ctx, f.call, f.inside())
	}
	if f.verdict != nil {
		return *f.verdict
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
