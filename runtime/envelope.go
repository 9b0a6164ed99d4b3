package runtime

import (
	"bytes"
	"encoding/json"
)

// envelope is what tells the messages of a line apart.
type envelope struct {
	id     any  // string or int64; nil is no usable id
	method bool // a request or a notification, else an answer
}

// readEnvelopes returns the envelopes of one line: of one message, or of all
// messages of a batch. It reads no further than it must; what it cannot read
// is left for the SDK to refuse.
func readEnvelopes(data []byte) []envelope {
	data = bytes.TrimLeft(data, " \t\r\n")
	if len(data) == 0 || data[0] != '[' {
		return []envelope{readEnvelope(data)}
	}
	var batch []json.RawMessage
	if err := json.Unmarshal(data, &batch); err != nil {
		return nil
	}
	var envelopes []envelope
	for _, message := range batch {
		envelopes = append(envelopes, readEnvelope(message))
	}
	return envelopes
}

func readEnvelope(data []byte) envelope {
	var e envelope
	dec := json.NewDecoder(bytes.NewReader(data))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return e
	}
	decided := false
	for dec.More() && (e.id == nil || !decided) {
		key, err := dec.Token()
		if err != nil {
			return e
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return e
		}
		switch key {
		case "id":
			e.id = messageID(value)
		case "method":
			e.method, decided = true, true
		case "result", "error":
			decided = true
		}
	}
	return e
}

// messageID returns an id as the SDK understands it: it cuts fractions off.
func messageID(value json.RawMessage) any {
	var id any
	if err := json.Unmarshal(value, &id); err != nil {
		return nil
	}
	switch id := id.(type) {
	case string:
		return id
	case float64:
		return int64(id)
	}
	return nil
}
