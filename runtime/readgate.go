package runtime

import (
	"context"
	"errors"
	"slices"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// readSubject is what one prompts/get, resources/read or completion/complete is
// about, as its refusals and the log name it.
type readSubject struct {
	kind     string // prompt, resource or completion, as the log names it
	name     string // as sent
	unknown  *jsonrpc.Error
	gate     string // texts
	internal string
}

func promptSubject(name string) readSubject {
	return readSubject{"prompt", name, unknownPrompt(name), textPromptGate, textPromptInternal}
}

func resourceSubject(address string) readSubject {
	return readSubject{"resource", address, unknownResource(address), textResourceGate, textResourceInternal}
}

// completing is the same reference of a completion: what is hidden from it is
// answered as where it is read (contract: V-2).
func (r readSubject) completing() readSubject {
	r.kind, r.internal = "completion", textCompleteInternal
	return r
}

// admit is the strict gate of everything that is read: nobody is refused before
// a policy is asked, the policy is asked once for any name, and a failure of it
// is an outage and says so. List listeners narrow tools only.
func (s *Server) admit(ctx context.Context, caller *Caller, r readSubject) (Grant, *jsonrpc.Error) {
	if caller == nil {
		return Grant{}, r.unknown
	}
	grant, err := s.askPolicy(ctx, caller, nil)
	if err != nil {
		s.logFailure(ctx, r.kind+" access could not be verified", err, r.kind, cut(r.name, maxNameShown), "caller", caller.ID)
		return Grant{}, internalFailure(r.gate)
	}
	return grant, nil
}

// contain runs host code and turns what goes wrong in it into an answer.
func contain[T any](ctx context.Context, s *Server, r readSubject, source string, run func() (T, error)) (T, *jsonrpc.Error) {
	value, err := guard(ctx, func() (T, error) {
		s.running.Add(1)
		defer s.running.Add(-1)
		return run()
	})
	if err == nil {
		return value, nil
	}
	var none T
	return none, s.readFailure(ctx, r, source, err)
}

// readFailure is what a caller reads of an error. Only the binder's texts and an
// interceptor's refusal are said; everything else is logged.
func (s *Server) readFailure(ctx context.Context, r readSubject, source string, err error) *jsonrpc.Error {
	if invalid, ok := errors.AsType[invalidArguments](err); ok {
		return invalidParams(invalid.Error())
	}
	if lacks, ok := errors.AsType[*MissingCapability](err); ok {
		return lacks.protocol()
	}
	if says, ok := errors.AsType[speaker](err); ok && says.shown() != "" {
		return internalFailure(says.shown())
	}
	if errors.Is(err, ErrNotFound) && r.kind == "resource" {
		return r.unknown
	}
	s.logFailure(ctx, r.kind+" failed", err, r.kind, cut(r.name, maxNameShown), "source", source)
	return internalFailure(r.internal)
}

// around runs innermost inside interceptors, the first one outermost. A next that
// somebody kept does nothing any more once it has returned.
func around[I, R any](
	ctx context.Context, interceptors []I, innermost func(context.Context) (R, error),
	intercept func(context.Context, I, func(context.Context) (R, error)) (R, error),
) (R, error) {
	var over atomic.Bool
	defer over.Store(true)
	next := func(ctx context.Context) (R, error) {
		if over.Load() {
			var none R
			return none, errLateNext
		}
		return innermost(ctx)
	}
	for _, one := range slices.Backward(interceptors) {
		inner := next
		next = func(ctx context.Context) (R, error) { return intercept(ctx, one, inner) }
	}
	return next(ctx)
}
