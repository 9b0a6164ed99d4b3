package catalog

import "strconv"

// message is what a JSON-RPC message says to a catalogue.
type message struct {
	body      []byte
	isMessage bool // one object: no batch, nothing else
	method    string
	params    []byte
	subject   string // what it is about, see Subject
}

// readMessage reads what the client sends.
func readMessage(body []byte) message {
	m := message{body: body}
	dec := lenient(body)
	err := members(dec, func(key string) error {
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		switch key {
		case "method":
			m.method, _ = unquote(value)
		case "params":
			m.params = value.Clone()
		}
		return nil
	})
	if err != nil {
		return message{body: body}
	}
	m.isMessage = true
	m.subject, _ = Subject(m.method, m.params)
	return m
}

// arguments returns the arguments of a tools/call.
func (m message) arguments() []byte { return field(m.params, "arguments") }

// errorCode returns the code of a JSON-RPC error, 0 without one.
func errorCode(body []byte) int {
	code, err := strconv.Atoi(string(field(field(body, "error"), "code")))
	if err != nil {
		return 0
	}
	return code
}
