package runtime

import (
	"bytes"
	"errors"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// ambiguous reports whether the arguments of a prompt, or what a completion is
// about, have a member twice. Those of a tool are kept from the SDK; these it
// decodes itself, and would take the last one where another reader takes the
// first. Like every duplicate it is refused whatever the name (catalogue X1).
func ambiguous(m *envelope.Message) bool {
	if m.Sound || !m.Method.Is(methodGetPrompt) && !m.Method.Is(methodComplete) || !m.Params.Exists() {
		return false
	}
	dec := jsontext.NewDecoder(bytes.NewReader(m.Params.Raw), jsontext.AllowInvalidUTF8(true))
	_, err := dec.ReadValue()
	return errors.Is(err, jsontext.ErrDuplicateName)
}

// answersNobody reports whether m is an answer without an id, which JSON-RPC has
// for a request that could not be read. The SDK would end a line for it.
func answersNobody(m *envelope.Message) bool {
	return !m.Method.Exists() && (m.Result.Exists() || m.Error.Exists()) && m.ID.Kind != '"' && m.ID.Kind != '0'
}
