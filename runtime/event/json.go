package event

import "encoding/json"

// The order of the fields is part of the contract (S3-12); encoding/json keeps
// that of the struct.

// call is what the JSON of every event has.
type call struct {
	Event     string          `json:"event"`
	Tool      string          `json:"tool_name"`
	Plugin    string          `json:"plugin_id"`
	Arguments json.RawMessage `json:"arguments"`
}

func newCall(kind, tool, plugin string, arguments json.RawMessage) call {
	if arguments == nil {
		arguments = json.RawMessage(`{}`)
	}
	return call{kind, tool, plugin, arguments}
}

// MarshalJSON writes the event without anything sensitive but its arguments.
func (s Started) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		call
		RequestID any     `json:"request_id"`
		Timestamp float64 `json:"timestamp"`
	}{newCall(TypeStarted, s.Tool, s.Plugin, s.Arguments), s.RequestID, s.Timestamp()})
}

// MarshalJSON writes the event without its result.
func (s Succeeded) MarshalJSON() ([]byte, error) {
	return json.Marshal(struct {
		call
		Duration  float64 `json:"duration_ms"`
		RequestID any     `json:"request_id"`
	}{newCall(TypeSucceeded, s.Tool, s.Plugin, s.Arguments), s.DurationMilliseconds(), s.RequestID})
}

// failure is what the JSON of a [Failed] adds if there is an exception.
type failure struct {
	Class   string `json:"exception_class"`
	Message string `json:"exception_message"`
}

// MarshalJSON writes the event without its result; of the exception, if there is
// one, it writes type and text.
func (f Failed) MarshalJSON() ([]byte, error) {
	var thrown *failure // a nil pointer leaves its fields out
	if f.HasException() {
		thrown = &failure{f.exceptionClass(), f.exceptionMessage()}
	}
	return json.Marshal(struct {
		call
		Reason          Reason  `json:"reason"`
		Duration        float64 `json:"duration_ms"`
		RequestID       any     `json:"request_id"`
		IsPolicyFailure bool    `json:"is_policy_failure"`
		HasException    bool    `json:"has_exception"`
		*failure
	}{
		newCall(TypeFailed, f.Tool, f.Plugin, f.Arguments),
		f.Reason, f.DurationMilliseconds(), f.RequestID, f.IsPolicyFailure(), f.HasException(), thrown,
	})
}
