package runtime

import (
	"context"
	"errors"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ToolInterceptor wraps every tools/call that was accepted, of every row,
// wherever the row comes from. It wraps nothing else: neither listings nor other
// methods.
//
// Calling next goes on with the call; not calling it answers in the tool's
// place. next may be called again once it has returned, and that repeats the
// tool, not what listeners decided: before-call listeners are asked once a call.
// The arguments are frozen; an interceptor cannot change them.
//
// An interceptor that returns an error of next, wrapped or not, leaves the
// caller's answer as it was. A [*Refusal] of its own is shown to the caller; any
// other error is an internal one. The result of next is a copy, and what is
// returned in its place is taken as it is: it is neither limited in size nor
// cached.
//
// A deadline that ctx has is the call's. An interceptor runs on the call's own
// goroutine, without a deadline of its own, and must be safe for concurrent use.
type ToolInterceptor interface {
	InterceptTool(ctx context.Context, call *Call, next Next) (*mcp.CallToolResult, error)
}

// Next goes on with a call. Its error is a [*Refusal] for what was refused, a
// [*bind.ArgumentError] for arguments that do not fit, else whatever failed
// inside; [Classify] tells them apart. After its interceptor has returned it does
// nothing and returns an error.
//
// [*bind.ArgumentError]: https://pkg.go.dev/github.com/mcpgen-go/mcpgen/runtime/bind#ArgumentError
type Next func(context.Context) (*mcp.CallToolResult, error)

// ToolInterceptorFunc is a function as a [ToolInterceptor].
type ToolInterceptorFunc func(context.Context, *Call, Next) (*mcp.CallToolResult, error)

// InterceptTool calls f.
func (f ToolInterceptorFunc) InterceptTool(ctx context.Context, call *Call, next Next) (*mcp.CallToolResult, error) {
	return f(ctx, call, next)
}

// WithInterceptors adds interceptors, the first outermost. They stand inside the
// session budget and around everything else, the cache included, so that they
// run on every call, whether its answer is a cached one or not.
func WithInterceptors(interceptors ...ToolInterceptor) Option {
	return optionFunc(func(o *options) {
		for _, i := range interceptors {
			if f, ok := i.(ToolInterceptorFunc); i == nil || ok && f == nil {
				o.problems = append(o.problems, fmt.Errorf("interceptor %d is nil", len(o.interceptors)+1))
				continue
			}
			o.intercept(func(*Server) ToolInterceptor { return i })
		}
	})
}

// intercept appends an interceptor that is made when its server is.
func (o *options) intercept(build func(*Server) ToolInterceptor) {
	o.interceptors = append(o.interceptors, build)
}

var errLateNext = errors.New("next was called after its interceptor had returned")
