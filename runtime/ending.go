package runtime

import (
	"context"
	"errors"
	"maps"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// Outcome says how a call ended.
type Outcome string

// The outcomes of a call.
const (
	// OutcomeExecuted: the function ran and answered, with a tool error too, or
	// an earlier answer of it was repeated from the cache. The two are told
	// apart by [AfterCall.FunctionStarted].
	OutcomeExecuted Outcome = "executed"
	// OutcomeAnswered: a before-call listener or an interceptor answered.
	OutcomeAnswered Outcome = "answered"
	// OutcomeDenied: the session budget, the limiter, an interceptor or a
	// before-call listener refused the call, or the function did with a
	// [Refusal] that its caller may read. It is no failure.
	OutcomeDenied Outcome = "denied"
	// OutcomeInvalid: the arguments do not fit; the function was not started.
	OutcomeInvalid Outcome = "invalid"
	// OutcomeFailed: something failed inside.
	OutcomeFailed Outcome = "failed"
	// OutcomeCancelled: the caller, or a shutdown, ended the call.
	OutcomeCancelled Outcome = "cancelled"
	// OutcomeTimedOut: the call took longer than it may.
	OutcomeTimedOut Outcome = "timed_out"
	// OutcomeInputRequired: the function asks the client for more.
	OutcomeInputRequired Outcome = "input_required"
	// OutcomeGateFailed: whether the caller may call could not be decided;
	// there was no before-event.
	OutcomeGateFailed Outcome = "gate_failed"
)

// ending is how a call ended and what its caller receives.
type ending struct {
	outcome  Outcome
	reason   event.Reason        // of the lifecycle event, unless that is a success
	result   *mcp.CallToolResult // what the caller receives, nil with protocol
	protocol *jsonrpc.Error      // what the caller receives instead
	err      error               // the failure behind the outcome, nil if there is a result
	refusal  *Refusal            // the deliberate no, if it was one
	cut      bool                // the result is not whole
	loose    bool                // the function may still be running
	settled  bool                // those who listen have been told
	early    *early              // there was no call to end
	late     *mcp.CallToolResult // what the function answered when the call was over, if it did
}

// failure reports whether the call has no result that was meant as one.
func (e *ending) failure() bool { return e.err != nil }

// executed is the end of a call whose function answered.
func executed(result *mcp.CallToolResult) ending {
	e := ending{outcome: OutcomeExecuted, result: result, reason: event.ReasonResult}
	if asks(result) {
		e.outcome = OutcomeInputRequired
	}
	return e
}

// answered is the end of a call that was answered in the function's place.
func answered(result *mcp.CallToolResult) ending {
	return ending{outcome: OutcomeAnswered, result: result, reason: event.ReasonResult}
}

// denied is the end of a call that was refused on purpose.
func denied(r *Refusal) ending {
	return ending{outcome: OutcomeDenied, result: errorResult(r.Text), reason: r.reason(), refusal: r}
}

// invalid is the end of a call whose arguments the binder refused.
func invalid(err *bind.ArgumentError) ending {
	return ending{outcome: OutcomeInvalid, result: errorResult(err.Error()), reason: event.ReasonValidation, err: err}
}

// failed is the end of a call that failed inside: one text for all of them.
func failed(err error) ending {
	return ending{outcome: OutcomeFailed, result: errorResult(textInternal), reason: event.ReasonExecution, err: err}
}

// gateFailed is the end of a call that could not be decided.
func gateFailed(err error) ending {
	return ending{outcome: OutcomeGateFailed, result: errorResult(textGateFailed), reason: event.ReasonAccessDenied, err: err}
}

// interrupted is the end of a call whose context ended.
func interrupted(ctx context.Context) ending {
	e := failed(causeOf(ctx))
	e.outcome = OutcomeCancelled
	if errors.Is(e.err, context.DeadlineExceeded) {
		e.outcome = OutcomeTimedOut
	}
	return e
}

// and adds to an interrupted end what the function came to all the same; nil is
// not known.
func (e *ending) and(function *ending) *ending {
	if function != nil && function.outcome == OutcomeExecuted {
		e.late = function.result
	}
	return e
}

// given is the result that the caller receives; nil if the call failed.
func (e *ending) given() *mcp.CallToolResult {
	if e.failure() {
		return nil
	}
	return e.result
}

// snapshot is a copy for those who look at the result later, when the SDK is
// writing to the original: it adds entries to the map of _meta. What blocks and
// structured content hold never changes.
func (e *ending) snapshot() *mcp.CallToolResult {
	if e.given() == nil {
		return nil
	}
	result := new(*e.result)
	result.Meta = maps.Clone(result.Meta)
	return result
}
