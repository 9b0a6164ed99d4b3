package runtime

import (
	"context"
	"errors"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// chain takes one call through the interceptors to steps 9 and 10.
type chain struct {
	frame *frame
	run   runFunc

	mu   sync.Mutex // held while steps 9 and 10 run: they do so one at a time
	last ending     // of those steps; zero if they were not reached
	over bool       // the outermost interceptor has returned
}

// intercept is the rest of step 8, and what lies inside.
func (f *frame) intercept(ctx context.Context, run runFunc) ending {
	if len(f.server.interceptors) == 0 {
		return f.core(ctx, run)
	}
	c := &chain{frame: f, run: run}
	defer c.close()
	result, err := c.link(0)(ctx)
	c.close()
	return c.conclude(result, err)
}

// link is what interceptor i gets called by.
func (c *chain) link(i int) Next {
	interceptors := c.frame.server.interceptors
	if i == len(interceptors) {
		return c.proceed
	}
	return func(ctx context.Context) (*mcp.CallToolResult, error) {
		return interceptors[i].InterceptTool(ctx, c.frame.call, c.link(i+1))
	}
}

// proceed is the innermost next.
func (c *chain) proceed(ctx context.Context) (*mcp.CallToolResult, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.over {
		return nil, errLateNext
	}
	c.last = ending{}
	c.last = c.frame.core(ctx, c.run)
	if !c.last.delivered() {
		return nil, &endedError{c.last}
	}
	return thaw(c.last.result), nil
}

// close ends the chain. It waits for a next that some other goroutine still
// runs: a call is over when everything it started in here is.
func (c *chain) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.over = true
}

// conclude says how a call ended whose interceptors returned this. A result is
// frozen again, since it can be one of the host's, or have been written to.
func (c *chain) conclude(result *mcp.CallToolResult, err error) ending {
	if err != nil {
		return meant(err)
	}
	frozen, err := freeze(result)
	if err != nil {
		return failed(err)
	}
	end := answered(frozen)
	switch {
	case asks(frozen):
		end.outcome = OutcomeInputRequired
	case c.last.delivered() && c.last.outcome != OutcomeInputRequired:
		end.outcome = c.last.outcome
	}
	return end
}

// delivered reports whether the call came to a result that was meant as one.
func (e ending) delivered() bool {
	return e.result != nil && !e.failure() && e.outcome != OutcomeDenied
}

// endedError is how a call ended, as interceptors see it. What they return of it
// keeps its meaning, whatever they wrapped around it.
type endedError struct{ ending }

// Error returns what is behind the end.
func (e *endedError) Error() string {
	if err := e.Unwrap(); err != nil {
		return err.Error()
	}
	return string(e.outcome)
}

// Unwrap returns what is behind the end: the refusal, or the failure.
func (e *endedError) Unwrap() error {
	switch {
	case e.refusal != nil:
		return e.refusal
	case e.protocol != nil:
		return e.protocol
	}
	return e.err
}

func (e *endedError) means() ending { return e.ending }

// means is the end of a call that is refused with r.
func (r *Refusal) means() ending {
	if !r.visible() {
		return failed(r)
	}
	return denied(r)
}

// meaning is an error that says how a call ends: a refusal or an end.
type meaning interface {
	error
	means() ending
}

// meant returns the end that an interceptor's error stands for. The outermost
// refusal or end in it counts, so that a refusal inside a failure stays inside.
func meant(err error) ending {
	m, ok := errors.AsType[meaning](err)
	if !ok {
		return failed(err)
	}
	if _, asks := m.(*InputRequired); asks {
		return requiredBy(err).means() // all that were joined
	}
	return m.means()
}
