package runtime

import (
	"encoding/json"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// FuzzOpen: nothing that a client makes up opens, and nothing panics.
func FuzzOpen(f *testing.F) {
	s := stateSettings{ttl: time.Hour}.sealer()
	bound := []byte(`["a"]`)
	genuine, err := s.close(bound, state{Round: 1, Kept: []byte("kept"), Answers: map[string]json.RawMessage{"a": json.RawMessage(`{}`)}})
	if err != nil {
		f.Fatal(err)
	}
	for _, seed := range []string{"", "x", "====", genuine, genuine + "A", genuine[1:], genuine[:40]} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, sent string) {
		st, err := s.open(bound, sent)
		if opened := err == nil; opened != (sent == genuine) {
			t.Errorf("opened %v: %+v", opened, st)
		}
	})
}

// FuzzAnswers: whatever a client sends as answers is read or refused.
func FuzzAnswers(f *testing.F) {
	for _, seed := range []string{`{}`, `null`, `{"a":{"action":"accept","content":{"name":1e400}}}`, `{"a":1,"a":2}`, `{"a":{"roots":[null]}}`, `{"a":{"role":"user","content":[]}}`} {
		f.Add(seed)
	}
	f.Fuzz(func(_ *testing.T, sent string) {
		d := &dialog{}
		d.round.answers, _ = readAnswers([]byte(sent))
		d.InputResponses()
		for key := range d.round.answers {
			for _, request := range everyRequest() {
				if q, err := askedOf(request); err == nil {
					d.answerTo(key, q)
				}
			}
		}
	})
}

func everyRequest() []mcp.InputRequest {
	return []mcp.InputRequest{
		&mcp.ElicitParams{RequestedSchema: json.RawMessage(`{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`)},
		&mcp.CreateMessageParams{}, &mcp.CreateMessageWithToolsParams{}, &mcp.ListRootsParams{},
	}
}
