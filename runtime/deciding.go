package runtime

import (
	"context"
	"runtime"
	"runtime/debug"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// early is the end of a frame that no call began in: one of these.
type early struct {
	rejected *response
	fault    error // why nothing could be decided
	accepted *Call // that goes on elsewhere
}

// decide makes a call of the request, and reports whether it goes on here; else the
// end says what became of it. A panic that got past everything else ends here.
func (f *frame) decide(ctx context.Context) (end *ending, goesOn bool) {
	defer func() {
		if value := recover(); value != nil {
			f.server.logFailure(ctx, "request failed", &panicError{value, debug.Stack()}, "method", methodCallTool)
			end, goesOn = early{rejected: &response{protocol: internalError()}}.end(), false
		}
	}()
	call, rejected, err := f.accept(ctx)
	if call != nil && f.carries(call.row) {
		return nil, f.begin(call)
	}
	return early{rejected, err, call}.end(), false
}

// resolve is step 4. It does not return when nobody waits for the decision any more.
func (f *frame) resolve(ctx context.Context) (*Row, decision, error) {
	row, grant, err := f.server.resolve(ctx, f.req, f.vigil)
	f.mu.Lock()
	defer f.mu.Unlock()
	if f.left {
		runtime.Goexit()
	}
	return row, grant, err
}

// carries reports whether a call of row may go on where it was decided. One with a
// time limit of its own may not: whoever waits has to know of it from the start.
func (f *frame) carries(row *Row) bool {
	return row.Timeout <= 0 && !(f.handsOn && row.viaSDK())
}

func (e early) end() *ending { return &ending{early: &e} }

// undecided is the end of a decision that failed.
func undecided(err error) *ending { return early{fault: err}.end() }

// forsake answers for a decision that nobody waits for any more. Its vigil is still
// kept: only a deadline that passes counts against a listener, so that callers who
// go away cannot make it look broken.
func (f *frame) forsake(ctx context.Context) *ending {
	limit := f.server.on.timeout
	time.AfterFunc(limit, func() { f.outlive(limit) })
	return undecided(causeOf(ctx))
}

func (f *frame) outlive(limit time.Duration) {
	if len(f.done) > 0 {
		return
	}
	if again, lost := f.vigil.giveUp(limit); !lost {
		time.AfterFunc(again, func() { f.outlive(limit) })
	}
}

// gateFailure ends a call whose decision failed: it is told of as any other one,
// without having begun (contract: S0-37).
func (s *Server) gateFailure(ctx context.Context, req *request, err error) *mcp.CallToolResult {
	s.logFailure(ctx, "tool access could not be verified", err,
		"tool", cut(req.name, maxNameShown), "caller", ownerOf(req.caller).id)
	end := gateFailed(err)
	if ctx.Err() != nil {
		return end.result // nothing failed: the caller went away before there was a call
	}
	call := req.call(unresolved(req.name))
	ctx = context.WithoutCancel(ctx)
	s.after(ctx, call, &end, 0, nil)
	if len(s.on.sinks) > 0 {
		s.send(ctx, s.strangerOf(req).terminal(call, &end))
	}
	return end.result
}
