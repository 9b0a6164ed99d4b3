package runtime

import (
	"bufio"
	"errors"
	"io"
	"sync"
)

// maxLine bounds one message of a line; the SDK ends a connection that sends
// more.
const maxLine = 16 << 20

// wire stands between a pair of streams and the SDK and knows which requests
// are not answered yet. The SDK drops the answers of calls in flight when its
// input ends or it is closed; wire keeps the end of the input back until they
// are written, so that `printf … | server` loses nothing.
type wire struct {
	in      io.ReadCloser
	out     io.WriteCloser
	tracker *tracker // one entry for each pending request

	source *bufio.Reader
	rest   []byte     // of the line being handed on
	held   bool       // nothing more is handed on
	ended  chan error // receives, once, why the input ended; nil is its end

	mu      sync.Mutex
	pending map[any]struct{}

	closeOnce sync.Once
	closed    chan struct{}
}

func newWire(in io.ReadCloser, out io.WriteCloser, t *tracker) *wire {
	return &wire{
		in:      in,
		out:     out,
		tracker: t,
		source:  bufio.NewReaderSize(in, 64<<10),
		ended:   make(chan error, 1),
		pending: map[any]struct{}{},
		closed:  make(chan struct{}),
	}
}

// wireReader and wireWriter are the two ends the SDK holds.
type (
	wireReader struct{ *wire }
	wireWriter struct{ *wire }
)

// Read hands on whole lines. After the last one it waits for Close, which
// comes when everything is answered.
func (w wireReader) Read(p []byte) (int, error) {
	for len(w.rest) == 0 {
		if w.held {
			<-w.closed
			return 0, io.EOF
		}
		w.fill()
	}
	n := copy(p, w.rest)
	w.rest = w.rest[n:]
	return n, nil
}

// fill reads the next line, or finds that there is none.
func (w wireReader) fill() {
	line, err := readLine(w.source)
	if len(line) > 0 && w.admit(line) {
		w.rest = line
	}
	if err != nil {
		w.held = true
		if errors.Is(err, io.EOF) {
			err = nil
		}
		w.ended <- err
	}
}

// admit notes the requests of a line as pending. Once the connection is
// closing no request gets in.
func (w wireReader) admit(line []byte) bool {
	for _, e := range readEnvelopes(line) {
		if e.id == nil || !e.method || !w.expect(e.id) {
			continue
		}
		if !w.tracker.enter() {
			w.held = true
			return false
		}
	}
	return true
}

// expect notes one request and reports whether it is new; a second request
// with an id in flight is refused by the SDK without that id.
func (w wireReader) expect(id any) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, known := w.pending[id]
	w.pending[id] = struct{}{}
	return !known
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

// Write writes one message and crosses the request off that it answers.
func (w wireWriter) Write(p []byte) (int, error) {
	n, err := w.out.Write(p)
	if err != nil {
		return n, err
	}
	for _, e := range readEnvelopes(p) {
		if e.id != nil && !e.method && w.answered(e.id) {
			w.tracker.leave()
		}
	}
	return n, nil
}

func (w wireWriter) answered(id any) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	_, known := w.pending[id]
	delete(w.pending, id)
	return known
}

// Close ends the output.
func (w wireWriter) Close() error { return w.out.Close() }

// readLine returns the next line with its end. A line over maxLine comes in
// pieces, so that the SDK finds it too long and memory stays bounded; the last
// line may lack its end, and gets one.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case err == nil:
			return line, nil
		case errors.Is(err, bufio.ErrBufferFull) && len(line) <= maxLine:
			continue
		case errors.Is(err, bufio.ErrBufferFull):
			return line, nil
		case len(line) > 0:
			return append(line, '\n'), err
		}
		return nil, err
	}
}
