package runtime

import "io"

// wireReader and wireWriter are the two ends the SDK holds.
type (
	wireReader struct {
		*wire
		rest *[]byte // of the line being read
	}
	wireWriter struct{ *wire }
)

// Read returns whole lines. After the last one it waits for Close, which comes
// when everything is answered.
func (w wireReader) Read(p []byte) (int, error) {
	for len(*w.rest) == 0 {
		select {
		case *w.rest = <-w.onward:
		case <-w.closed:
			return 0, io.EOF
		}
	}
	n := copy(p, *w.rest)
	*w.rest = (*w.rest)[n:]
	return n, nil
}

// Close ends the input; a Read that waits returns io.EOF.
func (w wireReader) Close() error {
	var err error
	w.closeOnce.Do(func() {
		close(w.closed)
		err = w.in.Close()
	})
	return err
}

// Write writes one message and crosses the requests off that it answers: before
// it is written, since an id may be used again as soon as its answer is there.
func (w wireWriter) Write(p []byte) (int, error) {
	answered := w.settle(p)
	err := w.send(w.intake.scrub(p))
	for _, request := range answered {
		w.written(request)
		if err == nil {
			w.tracker.leave()
		}
	}
	if err != nil {
		return 0, err
	}
	return len(p), nil
}

// settle forgets the requests that a text answers, and returns them.
func (w wireWriter) settle(text []byte) []awaited {
	var answered []awaited
	messages, _ := w.intake.reader.Split(text)
	for _, message := range messages {
		m := w.intake.reader.Head(message)
		id := requestID(m.ID)
		if id == nil || m.Method.Exists() {
			continue
		}
		request, known := w.forget(id)
		if !known {
			continue
		}
		request.end()
		w.intake.forget([]awaited{request})
		request.granted = m.Result.Exists()
		answered = append(answered, request)
	}
	return answered
}

// Close ends the output.
func (w wireWriter) Close() error { return w.out.Close() }
