package envelope

import (
	"bytes"

	"github.com/go-json-experiment/json/jsontext"
)

// scan is one reading of one message. It is reused.
type scan struct {
	data   []byte
	src    bytes.Buffer
	dec    jsontext.Decoder
	strict bool     // no duplicate names, no invalid UTF-8
	levels [3]names // of the envelope, of params, of _meta; unused if strict

	m         Message
	isTwo     bool // JSON-RPC's version is 2.0
	duplicate bool
	err       error // the first one; nothing is read after it
}

// lenient takes duplicate names and invalid UTF-8. Those of the envelope are found by
// other means; those of the arguments must not be told before anybody has decided
// whether the caller may know the tool.
var lenient = []jsontext.Options{jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true)}

func (s *scan) start(data []byte, strict bool) {
	s.data, s.strict = data, strict
	s.src = *bytes.NewBuffer(data)
	if strict {
		s.dec.Reset(&s.src)
	} else {
		s.dec.Reset(&s.src, lenient...)
	}
	for i := range s.levels {
		s.levels[i].reset()
	}
	s.m = Message{}
	s.isTwo, s.duplicate, s.err = false, false, nil
}

// message reads the whole message.
func (s *scan) message() (Message, error) {
	isObject := s.dec.PeekKind() == '{'
	if isObject {
		s.envelope()
	} else {
		s.value()
	}
	s.end()
	if s.err != nil {
		return Message{}, ErrSyntax
	}
	if !isObject || !s.isTwo || !isMessage(&s.m) {
		return Message{}, ErrInvalid
	}
	if s.duplicate && s.m.Method.Exists() {
		return s.m, ErrDuplicate
	}
	return s.m, nil
}

// envelope reads the message's object.
func (s *scan) envelope() {
	for s.enter(); ; {
		name, more := s.next(&s.levels[0])
		if !more {
			return
		}
		switch string(name) {
		case "jsonrpc":
			s.isTwo = s.value().Is("2.0")
		case "id":
			s.id()
		case "method":
			s.m.Method = s.value()
		case "params":
			s.m.Params = s.object((*scan).params)
		case "result":
			s.m.Result = s.value()
		case "error":
			s.m.Error = s.value()
		default:
			s.value()
		}
	}
}

// id reads the id. Of two ids neither is the message's.
func (s *scan) id() {
	if s.m.ID.Exists() {
		s.m.IDTwice = true
	}
	s.m.ID = s.value()
	if s.m.IDTwice {
		s.m.ID = Value{}
	}
}

func (s *scan) params() {
	for {
		name, more := s.next(&s.levels[1])
		if !more {
			return
		}
		switch string(name) {
		case "name":
			s.m.Name = s.value()
		case "arguments":
			s.m.Arguments = s.value()
		case "cursor":
			s.m.Cursor = s.value()
		case "inputResponses":
			s.m.InputResponses = s.value()
		case "requestState":
			s.m.RequestState = s.value()
		case "_meta":
			s.m.Meta = s.object((*scan).meta)
		default:
			s.value()
		}
	}
}

func (s *scan) meta() {
	for {
		name, more := s.next(&s.levels[2])
		if !more {
			return
		}
		switch string(name) {
		case "io.modelcontextprotocol/protocolVersion":
			s.m.Protocol.Version = s.value()
		case "io.modelcontextprotocol/clientInfo":
			s.m.Protocol.ClientInfo = s.value()
		case "io.modelcontextprotocol/clientCapabilities":
			s.m.Protocol.ClientCapabilities = s.value()
		case "io.modelcontextprotocol/logLevel":
			s.m.Protocol.LogLevel = s.value()
		case "progressToken":
			s.m.Protocol.ProgressToken = s.value()
		default:
			s.value()
		}
	}
}

// head reads the message's object up to what tells its kind and its id.
func (s *scan) head() {
	for s.enter(); ; {
		name, more := s.next(&s.levels[0])
		if !more {
			return
		}
		kind := s.dec.PeekKind()
		switch string(name) {
		case "id":
			s.m.ID = s.value()
			continue
		case "method":
			s.m.Method = Value{Kind: kind}
		case "result":
			s.m.Result = Value{Kind: kind}
		case "error":
			s.m.Error = Value{Kind: kind}
		}
		if s.m.ID.Exists() && (s.m.Method.Exists() || s.m.Result.Exists() || s.m.Error.Exists()) {
			return
		}
		s.value()
	}
}
