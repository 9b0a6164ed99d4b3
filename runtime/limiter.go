package runtime

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

const (
	textLimited    = `Rate limit exceeded for client "%s" on tool "%s"`
	textLimiterOut = "Rate limiter is unavailable; the enforced quota fails closed"
	noClientShown  = "(anonymous)"
)

// Limiter decides how often a client may call a tool. client is the id of the
// client program, [Caller.Client]; nil if there is none, which is no client's id.
// It must be safe for concurrent use. Package ratelimit has one.
//
// An error, a panic, and a limiter that takes longer than [WithListenerTimeout]
// allows refuse the call.
type Limiter interface {
	Allow(ctx context.Context, client *string, tool string) (bool, error)
}

// WithLimiter adds a limiter as an interceptor, in its place among those of
// [WithInterceptors]. What it refuses has the reason policy_blocked.
func WithLimiter(l Limiter) Option {
	return optionFunc(func(o *options) {
		if l == nil {
			o.problems = append(o.problems, fmt.Errorf("limiter %d is nil", len(o.interceptors)+1))
			return
		}
		ask := func(ctx context.Context, q *admission) (err error) {
			q.allowed, err = l.Allow(ctx, q.client, q.tool)
			return err
		}
		o.intercept(func(s *Server) ToolInterceptor {
			return &limiting{s, &listener[*admission]{what: "limiter", run: ask}}
		})
	})
}

// admission is one question to a limiter.
type admission struct {
	client  *string
	tool    string
	allowed bool // the answer
}

// limiting asks a limiter before each call.
type limiting struct {
	server  *Server
	limiter *listener[*admission]
}

// InterceptTool implements [ToolInterceptor].
func (l *limiting) InterceptTool(ctx context.Context, call *Call, next Next) (*mcp.CallToolResult, error) {
	q := &admission{client: call.caller.clientID(), tool: call.row.Name}
	err := l.limiter.visit(ctx, l.server.on.timeout, false, q)
	switch {
	case err != nil && ctx.Err() != nil:
		return nil, context.Cause(ctx)
	case err != nil:
		l.server.logFailure(ctx, "limiter failed, call refused", err, "tool", call.row.Name)
		return nil, &Refusal{Code: event.ReasonPolicy, Text: textLimiterOut, Cause: err}
	case !q.allowed:
		return nil, NewRefusal(fmt.Sprintf(textLimited, shownClient(q.client), q.tool))
	}
	return next(ctx)
}

func shownClient(id *string) string {
	if id == nil {
		return noClientShown
	}
	return cut(*id, maxNameShown)
}

// clientID is the client's id as keys have it: nil is none (contract: S1-34).
func (c *Caller) clientID() *string {
	if c.Client == "" {
		return nil
	}
	return new(c.Client)
}
