package runtime

import (
	"context"
	"encoding/json"
	"errors"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// hushTime bounds how long the end of a call waits for a notification that is
// being written. One that takes longer is stuck in the very stream that the
// answer goes into, behind it.
const hushTime = time.Second

// errCallOver is what a function gets that goes on talking when its call has
// been answered.
var errCallOver = errors.New("call is over")

// peer is the client behind a request, for as long as the request lasts.
type peer interface {
	// capabilities returns what the client declared; nil is nothing.
	capabilities() *mcp.ClientCapabilities
	// asksInResults reports whether input requests travel in results and their
	// answers in the next round (SEP-2322). Otherwise the client is asked while
	// its request waits.
	asksInResults() bool
	// ask puts a request to a client and waits for its answer.
	ask(context.Context, mcp.InputRequest) (mcp.InputResponse, error)
	// progress and log send a notification that belongs to the request.
	progress(context.Context, *mcp.ProgressNotificationParams) error
	log(context.Context, *mcp.LoggingMessageParams) error
}

// opening is what a request brings along for the talk between function and
// client.
type opening struct {
	peer    peer
	token   json.RawMessage // for progress, as sent; nil: none is wanted
	answers []byte          // to input requests, as sent, of any kind; nil if absent
	state   string          // of an earlier round; empty if absent
}

// openingOf reads the opening of a message.
func openingOf(m *envelope.Message) opening {
	var o opening
	token := m.Protocol.ProgressToken
	if (token.Kind == '"' || token.Kind == '0') && len(token.Raw) <= maxProgressToken {
		o.token = token.Raw
	}
	if answers := m.InputResponses; answers.Exists() && answers.Kind != 'n' {
		o.answers = answers.Raw
	}
	if state := m.RequestState; state.Kind == '"' {
		o.state = state.Text()
	} else if state.Exists() && state.Kind != 'n' {
		o.state = string(state.Raw) // which opens as little as any text that is not ours
	}
	return o
}

// dialog is what a call and its client say to each other while the call runs:
// the part of [Call], [PromptCall] and [ResourceCall] that is the same for all of
// them. In the zero dialog there is nobody at the other end.
type dialog struct {
	opening opening
	of      interface{ topic() topic } // the call that it belongs to
	server  *Server                    // nil until the call is let in

	over  atomic.Bool
	track atomic.Pointer[track] // nil until there is progress

	mu    sync.Mutex
	line  chan struct{} // holds the right to send, once somebody does
	round round
}

// topic is what a call is about.
type topic struct {
	caller       *Caller
	method, name string
	args         []byte            // of a tool, as sent
	texts        map[string]string // of a prompt
}

// live reports whether the function may still talk: not when its call was
// answered or ctx has ended.
func (d *dialog) live(ctx context.Context) error {
	if d.over.Load() {
		return errCallOver
	}
	return context.Cause(ctx)
}

// speak runs send when nobody else is sending, and not after the end.
func (d *dialog) speak(ctx context.Context, send func() error) error {
	line := d.sendLine()
	select {
	case line <- struct{}{}:
	case <-ctx.Done():
		return context.Cause(ctx)
	}
	defer func() { <-line }()
	if d.over.Load() {
		return errCallOver
	}
	return send()
}

func (d *dialog) sendLine() chan struct{} {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.line == nil {
		d.line = make(chan struct{}, 1)
	}
	return d.line
}

// hush ends the talk: what is being sent is sent, and nothing after it. It comes
// before the answer, so that no notification overtakes that.
func (d *dialog) hush() {
	d.over.Store(true)
	if t := d.track.Load(); t != nil {
		t.stop()
	}
	d.mu.Lock()
	line := d.line
	d.mu.Unlock()
	if line == nil {
		return
	}
	timer := time.NewTimer(hushTime)
	defer timer.Stop()
	select {
	case line <- struct{}{}:
		<-line // whoever comes now finds the call over
	case <-timer.C:
	}
}
