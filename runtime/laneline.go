package runtime

import (
	"context"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// lineLane is the lane of one pair of streams.
type lineLane struct {
	server  *Server
	caller  *Caller
	session atomic.Pointer[mcp.ServerSession]
}

// takes reports whether a message that came in over w is for the lane.
func (l *lineLane) takes(w *wire, m *envelope.Message) bool {
	if l.server.noLane || !onLane(m) {
		return false
	}
	return l.server.isModern(m) || isLegacy(m) && w.established()
}

// shortcut answers a message on the lane, on a goroutine of its own, and reports
// whether the line is still open.
func (w *wire) shortcut(m *envelope.Message, line []byte) (open bool) {
	ctx, cancel := context.WithCancelCause(context.Background())
	request := awaited{id: requestID(m.ID), cancel: cancel}
	switch w.expect(request) {
	case taken:
		request.end()
		return w.refuse(textIDTaken)
	case over:
		request.end()
		return false
	}
	go w.answer(ctx, w.lane.passage(m, w.tracker), line)
	return true
}

// passage describes a message to the lane. A line has no session with an id.
func (l *lineLane) passage(m *envelope.Message, t *tracker) *passage {
	p := newPassage(m, l.caller, t)
	p.modern, p.session = !isLegacy(m), l.session.Load()
	return p
}

// answer writes what becomes of a message, or hands it on with the decision on it.
// The message is wanted until ctx ends.
func (w *wire) answer(ctx context.Context, p *passage, line []byte) {
	during := join(ctx, w.tracker.aborted)
	defer during.end()
	answer := p.serve(during, w.lane.server)
	if answer.onward != nil {
		w.carry(ctx, answer.onward, line)
		return
	}
	defer answer.release()
	request, _ := w.forget(p.req.id) // before it is written: the id may be used again then
	request.end()
	*answer.body = append(*answer.body, '\n')
	_ = w.send(*answer.body)
	w.tracker.leave()
}

// carry hands a granted call to the SDK. It is pending already, and stays one that
// is cancelled here: the SDK may hear of that before it hears of the call.
func (w *wire) carry(ctx context.Context, call *Call, line []byte) {
	a, err := w.intake.receive(line)
	if err != nil {
		return // it was read before
	}
	request := a.requests[0]
	w.intake.grant(request, call, ctx)
	w.mu.Lock()
	request.cancel = w.pending[request.id].cancel
	w.pending[request.id] = request
	w.mu.Unlock()
	if !w.hand(a.data) {
		w.intake.forget(a.requests)
	}
}
