package runtime

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"
)

// maxLine bounds one message of a line.
const maxLine = 16 << 20

var errLineTooLong = errors.New("message is longer than 16 MiB")

// wire stands between a pair of streams and the SDK. It hands on what its intake
// lets through, and knows which requests are not answered yet: the SDK drops the
// answers of calls in flight when its input ends or it is closed, so wire keeps
// the end of the input back until they are written, and `printf … | server`
// loses nothing.
type wire struct {
	in      io.ReadCloser
	out     io.WriteCloser
	tracker *tracker // one entry for each pending request
	intake  *intake

	source *bufio.Reader
	rest   []byte     // of the line being handed on
	held   bool       // nothing more is handed on
	ended  chan error // receives, once, why the input ended; nil is its end

	mu      sync.Mutex
	pending map[any]awaited // by id
	writing sync.Mutex      // one message at a time: the SDK's or a refusal

	closeOnce sync.Once
	closed    chan struct{}
}

func newWire(in io.ReadCloser, out io.WriteCloser, t *tracker) *wire {
	return &wire{
		in:      in,
		out:     out,
		tracker: t,
		intake:  newIntake(),
		source:  bufio.NewReaderSize(in, 64<<10),
		ended:   make(chan error, 1),
		pending: map[any]awaited{},
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

// fill reads the next line, or finds that there is none. A line that is no
// message ends the input like an error of the stream: whatever its sender means,
// it is not this protocol. So does a last line that is only half there.
func (w wireReader) fill() {
	line, err := readLine(w.source)
	if len(bytes.TrimSpace(line)) > 0 {
		a, invalid := w.intake.receive(line)
		if invalid != nil {
			w.stop(invalid)
			return
		}
		w.admit(a)
	}
	if errors.Is(err, io.EOF) {
		w.stop(nil)
	} else if err != nil {
		w.stop(err)
	}
}

func (w wireReader) stop(cause error) {
	w.held = true
	w.ended <- cause
}

// admit hands a line on, its requests noted as pending, or answers it. Once the
// connection is closing no request gets in.
func (w wireReader) admit(a arrival) {
	for i, request := range a.requests {
		if !w.expect(request) {
			continue
		}
		if !w.tracker.enter() {
			w.held = true
			w.intake.forget(a.requests[i:])
			return
		}
	}
	if a.refusal != nil {
		_ = w.send(append(a.refusal, '\n')) // who cannot be written to goes away soon
		return
	}
	w.rest = a.data
	w.rest = append(w.rest, '\n')
}

// expect notes one request and reports whether it is new. A second request with
// an id in flight is refused by the SDK without that id, and its call is not
// kept.
func (w wireReader) expect(request awaited) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	if _, known := w.pending[request.id]; known {
		w.intake.forget([]awaited{request})
		return false
	}
	w.pending[request.id] = request
	return true
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
	if err := w.send(w.intake.scrub(p)); err != nil {
		return 0, err
	}
	for range answered {
		w.tracker.leave()
	}
	return len(p), nil
}

// settle forgets the requests that a text answers, and returns how many.
func (w wireWriter) settle(text []byte) int {
	n := 0
	messages, _ := w.intake.reader.Split(text)
	for _, message := range messages {
		m := w.intake.reader.Head(message)
		if id := requestID(m.ID); id != nil && !m.Method.Exists() && w.answered(id) {
			n++
		}
	}
	return n
}

func (w wireWriter) answered(id any) bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	request, known := w.pending[id]
	if known {
		delete(w.pending, id)
		w.intake.forget([]awaited{request})
	}
	return known
}

// send writes one message whole.
func (w *wire) send(message []byte) error {
	w.writing.Lock()
	defer w.writing.Unlock()
	_, err := w.out.Write(message)
	return err
}

// Close ends the output.
func (w wireWriter) Close() error { return w.out.Close() }

// readLine returns the next line, at most maxLine of it. The last line may lack
// its end.
func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		piece, err := r.ReadSlice('\n')
		line = append(line, piece...)
		switch {
		case !errors.Is(err, bufio.ErrBufferFull):
			return line, err
		case len(line) > maxLine:
			return nil, errLineTooLong
		}
	}
}
