package runtime

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errBlankReason = errors.New("reason of a denial is blank")

// BeforeCall tells of a call that was accepted and has not run yet. A listener
// may deny it or answer it in the function's place. Over all listeners and in
// any order, a failure beats a denial, which beats an answer; of several
// denials, or several answers, the last one counts. What a listener says counts
// once it has returned. A BeforeCall may be used by several goroutines.
type BeforeCall struct {
	// Call is the call, the same object that the function gets and that
	// [AfterCall] tells of.
	*Call

	mu      sync.Mutex
	verdict verdict
}

// verdict is what listeners decided of a call.
type verdict struct {
	denial *Refusal
	answer *mcp.CallToolResult
	fault  error // a listener that used the event wrongly has failed
}

// Type returns [TypeBeforeCall].
func (*BeforeCall) Type() string { return TypeBeforeCall }

// Deny refuses the call: its caller reads exactly this reason, as a tool error.
// A blank reason is an error, and the listener has failed even if it ignores
// that; so a listener may end with return e.Deny(…).
func (e *BeforeCall) Deny(reason string) error { return e.refuse(NewRefusal(reason)) }

// SetText answers the call with one text.
func (e *BeforeCall) SetText(text string) { e.answer(textResult(text)) }

// SetResult answers the call with a copy of result. The host vouches for it: it
// is neither limited in size nor checked against the tool's schema. A result
// that is nil or cannot be encoded is an error, and the listener has failed even
// if it ignores that.
func (e *BeforeCall) SetResult(result *mcp.CallToolResult) error {
	frozen, err := freeze(result)
	if err != nil {
		return e.blame(err)
	}
	e.answer(frozen)
	return nil
}

func (e *BeforeCall) answer(result *mcp.CallToolResult) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.verdict.answer = result
}

func (e *BeforeCall) refuse(r *Refusal) error {
	if !r.visible() {
		return e.blame(errBlankReason)
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	e.verdict.denial = r
	return nil
}

func (e *BeforeCall) blame(err error) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.verdict.fault = err
	return err
}

// conclude is the last thing a listener's own goroutine does, since looking into
// an error is running host code. A refusal that was returned is a denial.
func (e *BeforeCall) conclude(err error) error {
	if r, ok := errors.AsType[*Refusal](err); ok && r.visible() {
		err = e.refuse(new(*r))
	}
	if err != nil {
		return err
	}
	return e.said().fault
}

func (e *BeforeCall) said() verdict {
	e.mu.Lock()
	defer e.mu.Unlock()
	return e.verdict
}

// add puts what the next listener decided over v.
func (v *verdict) add(next verdict) {
	if next.denial != nil {
		v.denial = next.denial
	}
	if next.answer != nil {
		v.answer = next.answer
	}
}

// before is step 9: all listeners in order, until one fails; nil lets the call go
// on. Each has an event of its own, so that none sees or undoes what another one
// decided. They are waited for even if the call is cancelled meanwhile: its caller
// has been answered then, and the after-event must not overtake them.
func (s *Server) before(ctx context.Context, call *Call, kept *vigil) *ending {
	var v verdict
	for i, l := range s.on.before {
		e := &BeforeCall{Call: call}
		if err := l.visitAt(ctx, s.on.timeout, kept, place{stage: stageBefore, index: i}, e); err != nil {
			return new(failed(fmt.Errorf("%s: %w", l.what, err)))
		}
		v.add(e.said())
	}
	switch {
	case v.denial != nil:
		return new(denied(v.denial))
	case v.answer != nil:
		return new(answered(v.answer))
	}
	return nil
}
