package runtime

import (
	"strings"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// Refusal is a deliberate no, and the only error whose text a caller reads. An
// interceptor or a before-call listener may return one for any tool; a tool
// function only where its row says [Row.ShowRefusals]. Wrapped refusals count. A refusal without a
// text is a failure like any other.
type Refusal struct {
	// Code is the reason lifecycle events give; empty is
	// [event.ReasonPolicy].
	Code event.Reason
	// Text is exactly what the caller reads.
	Text string
	// Cause is what is behind the refusal. It goes to the log and the events,
	// never to the caller; nil is nothing.
	Cause error
}

// NewRefusal returns a refusal with this text.
func NewRefusal(text string) *Refusal {
	return &Refusal{Code: event.ReasonPolicy, Text: text}
}

// Error returns what the log shows of the refusal, its cause included.
func (r *Refusal) Error() string {
	switch {
	case r == nil:
		return "refused"
	case r.Cause == nil:
		return r.Text
	}
	return r.Text + ": " + r.Cause.Error()
}

// Unwrap returns the cause.
func (r *Refusal) Unwrap() error {
	if r == nil {
		return nil
	}
	return r.Cause
}

// visible reports whether r has something to tell the caller.
func (r *Refusal) visible() bool { return r != nil && !blank(r.Text) }

// reason is the code, or what stands for none.
func (r *Refusal) reason() event.Reason {
	if r.Code == "" {
		return event.ReasonPolicy
	}
	return r.Code
}

func blank(text string) bool { return strings.TrimSpace(text) == "" }
