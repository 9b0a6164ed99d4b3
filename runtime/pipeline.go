package runtime

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// request is a tools/call as the pipeline sees it, whatever brought it here.
type request struct {
	caller  *Caller // nil is nobody
	name    string
	args    []byte      // as sent; nil if absent
	sound   bool        // the arguments are known to be JSON, without a name twice
	meta    []byte      // the whole _meta as sent; nil if absent
	id      any         // nil, string or int64
	headers http.Header // of a transport that mirrors arguments; nil of any other
	origin  origin      // nil knows nothing
	tracker *tracker    // of what is in flight; nil counts nothing
	opening opening
}

// call is the request once it is one call of a row, frozen.
func (r *request) call(row *Row) *Call {
	c := &Call{
		caller: r.caller, row: row, args: r.args, sound: r.sound, id: r.id, origin: r.origin,
		meta: metadata{raw: r.meta},
	}
	c.opening, c.of = r.opening, c
	return c
}

// accept is steps 1 to 6: it makes a call of a request, or says what it is
// answered with; an error means that nothing could be decided. The order is fixed
// and is what the promises rest on; a step that others do keeps its place and its
// reason.
func (f *frame) accept(ctx context.Context) (*Call, *response, error) {
	s, req := f.server, f.req
	// 1 normalise. A call without a name is the same for everybody, so it may
	// be answered first. The arguments stay as sent: looking at them before
	// step 5 would tell hidden from absent (contract: S0-8). The bounds of
	// _meta are applied when somebody looks at it (contract: S0-31).
	if req.name == "" {
		return nil, &response{protocol: invalidParams(textNameRequired)}, nil
	}

	// 2 session owner: the HTTP front, which alone has sessions, has answered for
	// every method before the body got here (contract: V-4).

	// 3 caller present. Nobody is refused like an unknown tool, before a
	// policy could take the missing caller for an unrestricted one
	// (contract: S0-13, S0-14).
	if req.caller == nil {
		row, _ := s.lookup(req.name)
		return nil, s.unknown(ctx, req, row), nil
	}

	// 4 strict grant, over rows only, for any name: the work must not depend
	// on whether the name exists (contract: S0-7, S0-15). A failure is an
	// outage, not a decision, and says so.
	row, grant, err := f.resolve(ctx)
	if err != nil {
		return nil, nil, err
	}

	// 5 the one unknown-tool answer for all that may not be called.
	if !grant.grants(row) {
		return nil, s.unknown(ctx, req, row), nil
	}

	// 6 transport check of the granted row: mirrored headers, then scopes. It
	// stands behind step 5 because what a row demands tells that it exists.
	if rejected, err := s.admissible(ctx, req, row); rejected != nil || err != nil {
		return nil, rejected, err
	}

	// 7 frame: from here on there is a call, with one end. Steps 8 to 10 are
	// inside.
	call := req.call(row)
	call.limit, call.policy = s.limitOf(row), grant.grant.Revision
	return call, nil, nil
}

// runFunc is step 10 as a transport reaches it.
type runFunc func(context.Context, *Call) (*mcp.CallToolResult, error)

// execute is step 10: cache, size limit, then bind the arguments, run the
// function, encode its value. It stands on the frame's goroutine. Whatever goes
// wrong after the binder has the one text (contract: S0-51, S0-57); what it was
// is kept in the call.
func (s *Server) execute(ctx context.Context, call *Call) *mcp.CallToolResult {
	s.running.Add(1)
	defer s.running.Add(-1)
	call.run.begin()
	defer call.run.end()
	call.ended = s.conclude(ctx, call)
	return call.ended.result
}

// conclude is step 10 as an end. The cache is outside the size limit, so that
// what it holds needs no limit any more (contract: S1-11, S1-13).
func (s *Server) conclude(ctx context.Context, call *Call) (end ending) {
	defer func() {
		if value := recover(); value != nil {
			end = call.broken(&panicError{value, debug.Stack()})
		}
	}()
	if s.cache != nil && call.row.Cache > 0 && !call.informed() {
		return s.throughCache(ctx, call)
	}
	return call.invoke(ctx)
}

// invoke runs the handler, within the size limit.
func (c *Call) invoke(ctx context.Context) ending {
	result, err := c.row.Handler.run(ctx, c)
	if err == nil {
		return within(c.limit, c.row, executed(result))
	}
	return c.unfit(err)
}

// unfit is the end of a call whose handler returned an error.
func (c *Call) unfit(err error) ending {
	if refused, ok := err.(invalidArguments); ok { //nolint:errorlint // the binder's own, and no other error that wraps one
		return invalid(refused.ArgumentError)
	}
	if size, ok := err.(tooLarge); ok { //nolint:errorlint // of our encoder only
		return oversized(fmt.Sprintf(textTooLarge, c.row.Name, int(size), c.limit))
	}
	if end, ok := needing(err); ok {
		return end
	}
	if r, ok := errors.AsType[*Refusal](err); ok && c.row.ShowRefusals && r.visible() {
		return denied(r)
	}
	return c.broken(err)
}

// broken is the end of a call that failed in its function, or in encoding what
// that returned.
func (c *Call) broken(err error) ending {
	end := failed(err)
	if c.run.phase.Load() == phaseEncoding {
		end.reason = event.ReasonResult
	}
	return end
}

// invalidArguments is a refusal of the binder before the function. The type is
// what tells it from an error of the same type that a function returns
// (contract: S0-54, S0-55).
type invalidArguments struct{ *bind.ArgumentError }
