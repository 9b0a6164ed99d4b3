package runtime

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

const (
	methodCancelled = "notifications/cancelled"
	textIDTaken     = "Invalid Request: the id is in flight"
)

// errCancelled is why a call ended whose client gave it up.
var errCancelled = fmt.Errorf("client cancelled the call: %w", context.Canceled)

// inFlight is the requests of one session or line that are not answered yet, by
// id: so that an id is not used twice at once, and that one can be cancelled
// (catalogue X11, H4).
type inFlight struct {
	mu      sync.Mutex
	cancels map[any]context.CancelCauseFunc
}

func newInFlight() *inFlight { return &inFlight{cancels: map[any]context.CancelCauseFunc{}} }

// enter notes a request, and reports false if its id is taken.
func (f *inFlight) enter(id any, cancel context.CancelCauseFunc) bool {
	f.mu.Lock()
	defer f.mu.Unlock()
	if _, taken := f.cancels[id]; taken {
		return false
	}
	f.cancels[id] = cancel
	return true
}

func (f *inFlight) leave(id any) {
	f.mu.Lock()
	defer f.mu.Unlock()
	delete(f.cancels, id)
}

// cancel ends the request of that id, if there is one.
func (f *inFlight) cancel(id any) {
	f.mu.Lock()
	cancel, found := f.cancels[id]
	f.mu.Unlock()
	if found {
		cancel(errCancelled)
	}
}

// cancelled returns the id that a notification gives up, if it is one.
func cancelled(m *envelope.Message) (id any, ok bool) {
	if m.IsRequest() || !m.Method.Is(methodCancelled) || m.Params.Kind != '{' {
		return nil, false
	}
	var params struct {
		RequestID any `json:"requestId"`
	}
	if json.Unmarshal(m.Params.Raw, &params) != nil {
		return nil, false
	}
	switch id := params.RequestID.(type) {
	case string:
		return id, true
	case float64:
		return int64(id), true
	}
	return nil, false
}
