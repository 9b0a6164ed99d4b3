package envelope

import (
	"sync"
	"unicode/utf8"
)

// Reader reads messages. The zero Reader is ready to use, by any number of
// goroutines.
type Reader struct {
	scans sync.Pool
}

// Read reads one whole message. With [ErrDuplicate] the message holds what is
// not in doubt, so that it can be answered; with another error it holds nothing.
//
// The strings of a message need not be valid UTF-8, except its id: who decodes
// the parts judges them.
func (r *Reader) Read(data []byte) (Message, error) {
	s := r.scan(data, true)
	defer r.release(s)
	m, err := s.message()
	if s.err == nil {
		m.Sound = err == nil
		return m, err
	}
	s.start(data, false) // nearly nobody sends what is read twice
	return s.message()
}

// Head reads a message that is known to be good, such as one of the server's
// own, as far as it says what it is and whose: to its id and to the method, the
// result or the error, whose value is not read. A message that is not good has
// no head.
func (r *Reader) Head(data []byte) Message {
	s := r.scan(data, false)
	defer r.release(s)
	if s.dec.PeekKind() == '{' {
		s.head()
	}
	if s.err != nil {
		return Message{}
	}
	return s.m
}

// isMessage reports whether a message is a request, a notification or an answer.
func isMessage(m *Message) bool {
	switch m.ID.Kind {
	case '"':
		if !utf8.Valid(m.ID.Raw) {
			return false
		}
	case '0', 'n', 0:
	default:
		return false
	}
	if !m.Method.Exists() {
		return m.ID.Exists()
	}
	return m.Method.Kind == '"'
}

func (r *Reader) scan(data []byte, strict bool) *scan {
	s, _ := r.scans.Get().(*scan)
	if s == nil {
		s = new(scan)
	}
	s.start(data, strict)
	return s
}

func (r *Reader) release(s *scan) {
	s.start(nil, true) // the pool keeps no message alive
	r.scans.Put(s)
}
