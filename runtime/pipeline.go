package runtime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// request is a tools/call as the pipeline sees it, whatever brought it here.
type request struct {
	caller *Caller // nil is nobody
	name   string
	args   []byte // as sent; nil if absent
}

// govern takes one tools/call through steps 1 to 9 and hands a granted call to
// step 10. The order is fixed and is what the promises rest on; a step that
// has nothing to do yet keeps its place and its reason. The error is a
// *jsonrpc.Error.
func (s *Server) govern(ctx context.Context, req request, run runFunc) (*mcp.CallToolResult, error) {
	// 1 normalise. A call without a name is the same for everybody, so it may
	// be answered first. The arguments stay as sent: looking at them before
	// step 5 would tell hidden from absent (contract: S0-8).
	if req.name == "" {
		return nil, invalidParams(textNameRequired)
	}

	// 2 session owner. No transport has sessions yet.

	// 3 caller present. Nobody is refused like an unknown tool, before a
	// policy could take the missing caller for an unrestricted one
	// (contract: S0-13, S0-14).
	if req.caller == nil {
		return nil, unknownTool(req.name)
	}

	// 4 strict grant, over rows only, for any name: the work must not depend
	// on whether the name exists (contract: S0-7, S0-15). A failure is an
	// outage, not a decision, and says so.
	row, err := s.resolve(ctx, req.caller, req.name)
	if err != nil {
		s.logFailure(ctx, "tool access could not be verified", err,
			"tool", cut(req.name, maxNameShown), "caller", req.caller.ID)
		return errorResult(textGateFailed), nil
	}

	// 5 the one unknown-tool answer for all that may not be called.
	if row == nil {
		return nil, unknownTool(req.name)
	}

	// 6 transport check of the granted row: mirrored headers, then scopes. It
	// stands behind step 5 because what a row demands tells that it exists.

	// 7 frame: from here on there is a call.
	call := &Call{caller: req.caller, row: row, args: req.args}

	// 8 session budget, then interceptors, the first outermost.

	// 9 before-event, once a call, inside the interceptors.

	// 10 bind, run, encode.
	return run(ctx, call)
}

// runFunc is step 10 as a transport reaches it.
type runFunc func(context.Context, *Call) (*mcp.CallToolResult, error)

// execute is step 10: bind the arguments, run the function, encode its value,
// all on a goroutine of ours. Whatever goes wrong after the binder has the one
// text (contract: S0-51, S0-57); the cause goes to the log.
func (s *Server) execute(ctx context.Context, call *Call) *mcp.CallToolResult {
	s.running.Add(1)
	result, err := guard(ctx, func() (*mcp.CallToolResult, error) {
		defer s.running.Add(-1)
		return call.row.Handler.run(ctx, call)
	})
	if err != nil {
		s.logFailure(ctx, "tool failed", err, "tool", call.row.Name, "source", call.row.Source)
		return errorResult(textInternal)
	}
	return result
}
