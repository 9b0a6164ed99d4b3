package runtime

import (
	"encoding/json"
	"errors"
	"maps"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// round is what one run of a function knows of the runs before it.
type round struct {
	number  int                        // of earlier rounds
	resumed bool                       // the state of one was valid
	answers map[string]json.RawMessage // by key, as sent
	read    map[string]json.RawMessage // of those, what the function asked for
	kept    []byte                     // by the function; nil is nothing
}

// answerTo returns the answer to a question, if there is one that is of its kind.
// Anything else is as if it had not been sent: it is asked for again, as the
// specification wants it.
func (d *dialog) answerTo(key string, q asked) (mcp.InputResponse, bool) {
	d.mu.Lock()
	raw, sent := d.round.answers[key]
	d.mu.Unlock()
	if !sent {
		return nil, false
	}
	answer, ok := q.read(raw)
	if !ok {
		return nil, false
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.round.read == nil {
		d.round.read = map[string]json.RawMessage{}
	}
	d.round.read[key] = raw
	return answer, true
}

func (r *round) forget(key string) {
	delete(r.answers, key)
	delete(r.read, key)
}

// responses decodes the answers by their own shape.
func (r *round) responses() mcp.InputResponseMap {
	all := mcp.InputResponseMap{}
	for key, raw := range r.answers {
		one := mcp.InputResponseMap{}
		if json.Unmarshal(append(append([]byte(`{"":`), raw...), '}'), &one) == nil {
			all[key] = one[""]
		}
	}
	return all
}

// informed reports whether the run knows more than its arguments say.
func (d *dialog) informed() bool {
	d.mu.Lock()
	defer d.mu.Unlock()
	return d.round.number > 0 || len(d.round.answers) > 0
}

// carried returns the answers that the next round knows: those that this one
// used, and not those that are asked for again.
func (r *round) carried(asked mcp.InputRequestMap) map[string]json.RawMessage {
	carried := maps.Clone(r.read)
	for key := range asked {
		delete(carried, key)
	}
	return carried
}

const textBadAnswers = "Error: Invalid input responses."

var errOddAnswers = errors.New("input responses are no object, or have a duplicate name")

// readAnswers reads the members of inputResponses. What they are is looked at when
// somebody asks for them.
func readAnswers(raw []byte) (map[string]json.RawMessage, error) {
	answers := map[string]json.RawMessage{}
	if err := jsonv2.Unmarshal(raw, &answers); err != nil {
		return nil, errOddAnswers // the decoder's own error repeats what was sent
	}
	return answers, nil
}
