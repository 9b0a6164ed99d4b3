package runtime

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// The types of the events that listeners are told.
const (
	TypePrepareList       = "mcp_server_prepare_tools_list"
	TypeBeforeCall        = "mcp_server_before_tool_call"
	TypeAfterCall         = "mcp_server_after_tool_call"
	TypePrepareDefinition = "mcp_server_prepare_tool_definition"
)

const (
	defaultListenerTimeout = 5 * time.Second
	defaultAfterGrace      = 30 * time.Second
)

// listeners is what a host hooked into a server, in the order of registration.
// It never changes once the server is made, so that a call sees one and the
// same set from its beginning to its end.
type listeners struct {
	policy     *listener[*question]
	scopes     *listener[*scopeQuestion] // nil: no row needs any
	list       []*listener[*ListEvent]
	before     []*listener[*BeforeCall]
	after      []*listener[*AfterCall]
	definition []*listener[*DefinitionEvent]
	sinks      []*listener[delivery]

	timeout time.Duration // of each of them, each time
	grace   time.Duration // for a function whose call is over
}

// OnList adds a listener that narrows what a caller sees and may call. It is
// asked on every tools/list and on every tools/call, in the same way, so that
// both come to one decision. It is not asked about prompts and resources.
//
// If it fails, a call is refused with a text that invites a retry, whatever it
// or others said before; a listing goes on without what it said. Each of
// several listeners can only narrow further.
func OnList(f func(context.Context, *ListEvent) error) Option {
	return optionFunc(func(o *options) {
		o.on.list = addListener(o, o.on.list, "list", f == nil, f)
	})
}

// OnBeforeCall adds a listener to every accepted call, before its function
// runs. It may deny the call or answer it; see [BeforeCall]. If it fails, the
// function is not run and the caller reads the text of an internal error; a
// [*Refusal] is no failure but denies.
func OnBeforeCall(f func(context.Context, *BeforeCall) error) Option {
	return optionFunc(func(o *options) {
		o.on.before = addListener(o, o.on.before, "before-call", f == nil,
			func(ctx context.Context, e *BeforeCall) error { return e.conclude(f(ctx, e)) })
	})
}

// OnAfterCall adds a listener that is told, exactly once, how a call ended that
// before-call listeners were told of, and that a call was refused because the
// decision on it failed. The answer is held back until it has returned but
// cannot be changed by it; if it fails, that is logged and the others still
// run.
func OnAfterCall(f func(context.Context, *AfterCall) error) Option {
	return optionFunc(func(o *options) {
		o.on.after = addListener(o, o.on.after, "after-call", f == nil, f)
	})
}

// OnDefinition adds a listener that extends the definitions of a listing; see
// [DefinitionEvent]. If it fails, the definition is published as built, without
// what earlier listeners wrote to it, and the others are not affected.
func OnDefinition(f func(context.Context, *DefinitionEvent) error) Option {
	return optionFunc(func(o *options) {
		o.on.definition = addListener(o, o.on.definition, "definition", f == nil, f)
	})
}

// WithEvents adds sinks for the lifecycle events of calls. A sink that fails or
// is slow is treated like an after-call listener: the call waits for it, within
// the time of [WithListenerTimeout], and is not affected.
func WithEvents(sinks ...event.Sink) Option {
	return optionFunc(func(o *options) {
		for _, sink := range sinks {
			o.on.sinks = addListener(o, o.on.sinks, "event sink", sink == nil,
				func(ctx context.Context, d delivery) error { return d.to(ctx, sink) })
		}
	})
}

// WithListenerTimeout sets how long each listener, sink and the policy may take
// each time they are asked. One that takes longer has failed; it is not waited
// for, and once 16 of its runs are overdue, it fails at once until one of them
// returns. The default, and what 0 means, is five seconds; a negative duration
// is an error of [NewServer].
func WithListenerTimeout(d time.Duration) Option {
	return optionFunc(func(o *options) {
		o.on.timeout = d
		if d == 0 {
			o.on.timeout = defaultListenerTimeout
		}
	})
}

// WithAfterGrace sets how long the after-event of a cancelled call waits for
// the function to return; the caller has been answered by then. The default is
// 30 seconds; 0 does not wait; a negative duration is an error of [NewServer].
// A server that shuts down waits half a second at most.
func WithAfterGrace(d time.Duration) Option {
	return optionFunc(func(o *options) { o.on.grace = d })
}

// addListener appends run, which the log numbers within its kind.
func addListener[E any](o *options, to []*listener[E], kind string, missing bool, run func(context.Context, E) error) []*listener[E] {
	what := fmt.Sprintf("%s listener %d", kind, len(to)+1)
	if missing {
		o.problems = append(o.problems, errors.New(what+" is nil"))
		return to
	}
	return append(to, &listener[E]{what: what, run: run})
}
