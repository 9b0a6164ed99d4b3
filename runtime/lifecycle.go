package runtime

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// lifecycle sends the events of one call to all sinks, to each of them in
// order.
type lifecycle struct {
	server *Server
	late   map[int]<-chan struct{} // of sinks that still take an event: closed when they have
}

// delivery brings one event to one sink. It waits for the delivery before it,
// which a sink that is late may still be taking: the order of a call's events
// holds even then.
type delivery struct {
	event event.Event
	prior <-chan struct{} // nil is none
	taken chan<- struct{} // nil: nobody asks
}

func (d delivery) to(ctx context.Context, sink event.Sink) error {
	if d.taken != nil {
		defer close(d.taken)
	}
	if d.prior != nil {
		<-d.prior
	}
	return sink.Emit(ctx, d.event)
}

// send hands an event to the sinks from that index on. What goes wrong there is
// logged and changes nothing for the call.
func (c *lifecycle) send(ctx context.Context, e event.Event, from int, kept *vigil, in stage) {
	for i, l := range c.server.on.sinks[from:] {
		i += from
		d := delivery{event: e, prior: c.late[i]}
		var taken chan struct{}
		if kept == nil {
			taken = make(chan struct{})
			d.taken = taken
		}
		err := l.visitAt(ctx, c.server.on.timeout, kept, place{stage: in, index: i}, d)
		if err != nil {
			c.failed(ctx, e, l.what, err)
		}
		if kept == nil && err != nil && !errors.Is(err, errBusy) { // it may be at it still
			c.isLate(i, taken)
		}
	}
}

func (c *lifecycle) failed(ctx context.Context, e event.Event, what string, err error) {
	c.server.logFailure(ctx, "event sink failed", err, "sink", what, "event", e.Type())
}

// lost notes that the goroutine of the call was lost in a sink.
func (c *lifecycle) lost(ctx context.Context, at place, returned <-chan struct{}, cause error) {
	c.server.logFailure(ctx, "event sink failed", cause, "sink", at.what)
	if returned != nil {
		c.isLate(at.index, returned)
	}
}

// isLate notes that a sink may still be taking an event.
func (c *lifecycle) isLate(sink int, taken <-chan struct{}) {
	if c.late == nil {
		c.late = map[int]<-chan struct{}{}
	}
	c.late[sink] = taken
}

// subject is what all events of a call share.
type subject struct {
	tool, plugin string
	args         json.RawMessage
	id           any
}

// subjectOf describes the call of a visible tool; its arguments are sanitised once for
// all events.
func (s *Server) subjectOf(row *Row, args []byte, sound bool, id any) subject {
	return subject{tool: row.Name, plugin: row.Source, args: sanitised(s.masks.of(row.Name), args, sound), id: id}
}

// strangerOf describes a call of what its caller may not know. Its arguments are
// anybody's: no value of them is shown, which is as much work for a hidden tool as
// for an absent one.
func (s *Server) strangerOf(req *request) subject {
	return subject{tool: cut(req.name, maxNameShown), args: sanitised(s.masks.unknown, req.args, req.sound), id: req.id}
}

// started is the event of step 7.
func (c subject) started(call *Call) event.Started {
	return event.Started{Tool: c.tool, Plugin: c.plugin, Arguments: c.args, RequestID: c.id, Time: call.run.opened}
}

// terminal is the one event that ends a call. Only an answer that is no tool
// error is a success.
func (c subject) terminal(call *Call, end *ending) event.Event {
	var data json.RawMessage
	if result := end.given(); result != nil && end.outcome != OutcomeDenied {
		data = encodeResult(result)
		if !result.IsError {
			return event.Succeeded{
				Tool: c.tool, Plugin: c.plugin, Arguments: c.args, RequestID: c.id,
				Result: data, Duration: call.run.duration(),
			}
		}
	}
	exception := end.err
	if exception == nil && end.refusal != nil {
		exception = end.refusal.Cause
	}
	return event.Failed{
		Tool: c.tool, Plugin: c.plugin, Arguments: c.args, RequestID: c.id,
		Reason: end.reason, Result: data, Exception: exception, Duration: call.run.duration(),
	}
}

// refused sends the single event of a call of a visible tool that was refused
// before it was accepted. The caller's answer is fixed by now.
func (s *Server) refused(ctx context.Context, req *request, row *Row, reason event.Reason) {
	if len(s.on.sinks) > 0 {
		s.send(ctx, s.subjectOf(row, req.args, req.sound, req.id).refused(reason))
	}
}

func (c subject) refused(reason event.Reason) event.Failed {
	return event.Failed{Tool: c.tool, Plugin: c.plugin, Arguments: c.args, RequestID: c.id, Reason: reason}
}

// send sends the single event of a request that is no call.
func (s *Server) send(ctx context.Context, e event.Event) {
	c := &lifecycle{server: s}
	c.send(context.WithoutCancel(ctx), e, 0, nil, stageNone)
}

// unresolved is the row of a name that nobody looked up or that is no tool's.
func unresolved(name string) *Row { return &Row{Name: cut(name, maxNameShown)} }

// sanitised returns arguments as events show them: masked, {} where they are absent,
// and "***" where they are no JSON that the binder would take.
func sanitised(m *mask.Masker, args []byte, sound bool) json.RawMessage {
	switch {
	case len(args) == 0:
		return json.RawMessage(`{}`)
	case sound:
		return m.Sound(args)
	}
	return m.JSON(args)
}
