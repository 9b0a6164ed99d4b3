package event

import (
	"encoding/json"
	"fmt"
	"time"
)

// The types of the events, as their JSON names them.
const (
	TypeStarted   = "tool_execution_started"
	TypeSucceeded = "tool_execution_succeeded"
	TypeFailed    = "tool_execution_failed"
)

// Event is a [Started], a [Succeeded] or a [Failed], and nothing else.
type Event interface {
	json.Marshaler
	// Type is one of [TypeStarted], [TypeSucceeded] and [TypeFailed].
	Type() string

	sealed()
}

// Started says that a call was accepted.
type Started struct {
	// Tool is the name that was called.
	Tool string
	// Plugin identifies the code behind the tool: its import path and
	// function. It is empty where no tool has the name.
	Plugin string
	// Arguments are the sanitised arguments, JSON. They are shared by all
	// sinks and must not be modified.
	Arguments json.RawMessage
	// RequestID is the id of the request: nil, a string or an int64. It keeps
	// its type in the JSON.
	RequestID any
	// Time is when the call was accepted.
	Time time.Time
}

// Succeeded says that a call was answered with a result that is no error.
type Succeeded struct {
	Tool      string          // as in [Started]
	Plugin    string          // as in [Started]
	Arguments json.RawMessage // as in [Started]
	RequestID any             // as in [Started]

	// Result is the result as the caller receives it, JSON. It is left out of
	// the event's own JSON, since it may hold what nobody has sanitised. It
	// must not be modified.
	Result json.RawMessage
	// Duration is how long the tool itself took; 0 if it was not reached.
	Duration time.Duration
}

// Failed says that a call was refused, or failed, or was answered with an error.
// Its reason is taken as it is: nothing checks it.
type Failed struct {
	Tool      string          // as in [Started]
	Plugin    string          // as in [Started]
	Arguments json.RawMessage // as in [Started]
	RequestID any             // as in [Started]

	// Reason is why.
	Reason Reason
	// Result is the error the caller receives where the tool made it itself,
	// else nil. It is left out of the event's own JSON.
	Result json.RawMessage
	// Exception is the failure behind the reason; nil if there is none. It
	// is for operators: its text can hold internals of the host.
	Exception error
	// Duration is how long the tool itself took; 0 if it was not reached.
	Duration time.Duration
}

// Type returns [TypeStarted].
func (Started) Type() string { return TypeStarted }

// Type returns [TypeSucceeded].
func (Succeeded) Type() string { return TypeSucceeded }

// Type returns [TypeFailed].
func (Failed) Type() string { return TypeFailed }

func (Started) sealed()   {}
func (Succeeded) sealed() {}
func (Failed) sealed()    {}

// Timestamp is the event's time in seconds since 1970, exact to the microsecond.
func (s Started) Timestamp() float64 { return float64(s.Time.UnixMicro()) / 1e6 }

// DurationMilliseconds is the event's duration in milliseconds.
func (s Succeeded) DurationMilliseconds() float64 { return milliseconds(s.Duration) }

// DurationMilliseconds is the event's duration in milliseconds.
func (f Failed) DurationMilliseconds() float64 { return milliseconds(f.Duration) }

// IsPolicyFailure reports whether the call was refused on purpose.
func (f Failed) IsPolicyFailure() bool { return f.Reason.IsPolicyFailure() }

// HasException reports whether there is a failure behind the reason.
func (f Failed) HasException() bool { return f.Exception != nil }

func milliseconds(d time.Duration) float64 { return float64(d) / float64(time.Millisecond) }

// exceptionMessage is the text of a failure. It is made by fmt, which survives
// an Error method that panics.
func (f Failed) exceptionMessage() string { return fmt.Sprint(f.Exception) }

// exceptionClass is the Go type of a failure.
func (f Failed) exceptionClass() string { return fmt.Sprintf("%T", f.Exception) }
