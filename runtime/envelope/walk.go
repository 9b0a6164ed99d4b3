package envelope

import (
	"errors"
	"io"

	"github.com/go-json-experiment/json/jsontext"
)

var errTrailing = errors.New("text after the message")

// enter moves into the object that is next.
func (s *scan) enter() {
	_, err := s.dec.ReadToken()
	s.fail(err)
}

// next returns the next member's name, or leaves the object. A name that the
// object had before makes the message a duplicate.
func (s *scan) next(seen *names) (name []byte, more bool) {
	if s.err != nil {
		return nil, false
	}
	if s.dec.PeekKind() == '}' {
		_, err := s.dec.ReadToken()
		s.fail(err)
		return nil, false
	}
	quoted := s.value().Raw
	if s.err != nil {
		return nil, false
	}
	name, ok := unescaped(quoted)
	if !ok {
		name, _ = jsontext.AppendUnquote(nil, quoted)
	}
	if !s.strict && !seen.add(name) {
		s.duplicate = true
	}
	return name, true
}

// value reads the next value or name.
func (s *scan) value() Value {
	if s.err != nil {
		return Value{}
	}
	raw, err := s.dec.ReadValue()
	if err != nil {
		s.fail(err)
		return Value{}
	}
	return s.span(s.offset()-len(raw), raw.Kind())
}

// object reads the next value, and the members of it if it is an object.
func (s *scan) object(members func(*scan)) Value {
	if s.dec.PeekKind() != '{' {
		return s.value()
	}
	s.enter()
	start := s.offset() - 1
	members(s)
	if s.err != nil {
		return Value{}
	}
	return s.span(start, '{')
}

// span returns the value from start to where the decoder is.
func (s *scan) span(start int, kind jsontext.Kind) Value {
	return Value{Kind: kind, At: start, Raw: s.data[start:s.offset():s.offset()]}
}

func (s *scan) offset() int { return int(s.dec.InputOffset()) }

// end wants nothing to follow the message.
func (s *scan) end() {
	if s.err != nil {
		return
	}
	_, err := s.dec.ReadToken()
	switch {
	case err == nil:
		s.err = errTrailing
	case !errors.Is(err, io.EOF):
		s.err = err
	}
}

func (s *scan) fail(err error) {
	if s.err == nil {
		s.err = err
	}
}

// unescaped returns a quoted string's text where the text stands in it.
func unescaped(quoted []byte) ([]byte, bool) {
	text := quoted[1 : len(quoted)-1]
	for _, c := range text {
		if c == '\\' || c >= 0x80 { // an escape, or what may be invalid UTF-8
			return nil, false
		}
	}
	return text, true
}
