package envelope

import (
	"github.com/go-json-experiment/json/jsontext"
)

// Value is a JSON value where it stands in a message.
type Value struct {
	// Kind is the kind of the value; 0 says that there is none.
	Kind jsontext.Kind
	// At is the offset of Raw in the message.
	At int
	// Raw is the value as it was sent. It shares the message's memory.
	Raw []byte
}

// Exists reports whether the value was sent, null included.
func (v Value) Exists() bool { return v.Kind != 0 }

// Is reports whether the value is this string, however it is spelled.
func (v Value) Is(text string) bool {
	if v.Kind != '"' {
		return false
	}
	plain, ok := unescaped(v.Raw)
	if !ok {
		plain, _ = jsontext.AppendUnquote(nil, v.Raw)
	}
	return string(plain) == text
}

// Text returns a string's text. Invalid UTF-8 in it is replaced by U+FFFD. What
// is no string has no text.
func (v Value) Text() string {
	if v.Kind != '"' {
		return ""
	}
	plain, _ := jsontext.AppendUnquote(nil, v.Raw)
	return string(plain)
}

// Message is what a message says about itself. All values are as they were sent,
// of whatever kind; only ID and Method are sure to be of the kinds they must be.
type Message struct {
	// ID is a string, a number, null, or absent. It is absent too if it was
	// sent twice; then IDTwice is true.
	ID      Value
	IDTwice bool
	// Method is a string, or absent in an answer.
	Method Value
	// Result and Error are those of an answer.
	Result, Error Value

	// Params is what the method is about, and the rest its members, absent
	// where it is no object.
	Params         Value
	Name           Value
	Arguments      Value
	Cursor         Value
	InputResponses Value
	RequestState   Value
	Meta           Value

	// Protocol is what MCP itself says in Meta.
	Protocol Protocol

	// Sound says that no object of the message, at any depth, has a name twice, and
	// that all of it is valid UTF-8, so that nobody need find that out again.
	Sound bool
}

// Protocol is the members of _meta that belong to MCP, absent where _meta is no
// object.
type Protocol struct {
	Version            Value
	ClientInfo         Value
	ClientCapabilities Value
	LogLevel           Value
	ProgressToken      Value
}

// IsRequest reports whether the message wants an answer.
func (m *Message) IsRequest() bool {
	return m.Method.Exists() && (m.ID.Kind == '"' || m.ID.Kind == '0' || m.IDTwice)
}

// ToolName returns the name that a call gives: a string that is not empty, or
// an integer as it is written. There is no other name (contract: S0-53).
func (m *Message) ToolName() (string, bool) {
	switch m.Name.Kind {
	case '"':
		name := m.Name.Text()
		return name, name != ""
	case '0':
		return string(m.Name.Raw), isInteger(m.Name.Raw)
	}
	return "", false
}

// isInteger reports whether a number is written without fraction and exponent.
func isInteger(number []byte) bool {
	for _, c := range number {
		if c != '-' && (c < '0' || c > '9') {
			return false
		}
	}
	return true
}
