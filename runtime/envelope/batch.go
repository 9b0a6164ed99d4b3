package envelope

// Split returns the messages of a batch, a JSON array, in order. What is no
// array is one message, and what is broken too: reading it tells.
func (r *Reader) Split(data []byte) (messages [][]byte, isBatch bool) {
	s := r.scan(data, false)
	defer r.release(s)
	if s.dec.PeekKind() != '[' {
		return [][]byte{data}, false
	}
	for s.enter(); s.err == nil && s.dec.PeekKind() != ']'; {
		messages = append(messages, s.value().Raw)
	}
	s.enter() // the bracket
	s.end()
	if s.err != nil {
		return [][]byte{data}, false
	}
	return messages, true
}
