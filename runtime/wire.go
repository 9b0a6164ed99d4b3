package runtime

import (
	"bufio"
	"bytes"
	"errors"
	"io"
	"sync"
	"sync/atomic"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// maxLine bounds one message of a line.
const maxLine = 16 << 20

var errLineTooLong = errors.New("message is longer than 16 MiB")

// wire stands between a pair of streams and the SDK. It reads the lines, answers
// those for the lane on goroutines of their own, and hands the others on as its
// intake makes them. It knows which requests are not answered yet: the SDK drops
// the answers of calls in flight when its input ends or it is closed, so wire
// keeps the end of the input back until they are written, and `printf … | server`
// loses nothing.
type wire struct {
	in      io.ReadCloser
	out     io.WriteCloser
	tracker *tracker // one entry for each pending request
	intake  *intake
	lane    *lineLane

	source *bufio.Reader
	onward chan []byte // lines for the SDK
	ended  chan error  // receives, once, why the input ended; nil is its end

	mu      sync.Mutex
	pending map[any]awaited // by id
	begun   bool            // a session of an older revision is established
	writing chan struct{}   // holds the right to write: one message at a time
	muted   chan struct{}   // closed when nothing may be written any more
	unread  atomic.Bool     // writing failed

	closeOnce sync.Once
	closed    chan struct{}
}

func newWire(in io.ReadCloser, out io.WriteCloser, t *tracker, lane *lineLane) *wire {
	return &wire{
		in:      in,
		out:     out,
		tracker: t,
		intake:  newIntake(),
		lane:    lane,
		source:  bufio.NewReaderSize(in, 64<<10),
		onward:  make(chan []byte),
		ended:   make(chan error, 1),
		pending: map[any]awaited{},
		closed:  make(chan struct{}),
		writing: make(chan struct{}, 1),
		muted:   make(chan struct{}),
	}
}

// pump reads lines until there are no more. A line that is no message ends the
// input like an error of the stream: whatever its sender means, it is not this
// protocol. So does a last line that is only half there.
func (w *wire) pump() {
	for {
		line, err := readLine(w.source)
		if len(bytes.TrimSpace(line)) > 0 {
			if open, invalid := w.take(line); invalid != nil {
				err = invalid
			} else if !open {
				return
			}
		}
		if errors.Is(err, io.EOF) {
			err = nil
		} else if err == nil {
			continue
		}
		w.ended <- err
		return
	}
}

// take deals with one line, and reports whether the line is still open. The error
// is that of a line that is no message.
func (w *wire) take(line []byte) (open bool, err error) {
	if m, err := w.intake.reader.Read(line); err == nil {
		if id, cancels := cancelled(&m); cancels {
			w.cancel(id)
		}
		if w.lane.takes(w, &m) {
			return w.shortcut(&m, line), nil
		}
	}
	a, err := w.intake.receive(line)
	if err != nil {
		return false, err
	}
	return w.admit(a), nil
}

// admit hands a line on, its requests noted as pending, or answers it.
func (w *wire) admit(a arrival) (open bool) {
	for i, request := range a.requests {
		switch w.expect(request) {
		case taken:
			w.intake.forget(a.requests[i:])
			return w.refuse(textIDTaken)
		case over:
			w.intake.forget(a.requests[i:])
			return false
		}
	}
	if a.refusal != nil {
		return w.sendLine(a.refusal)
	}
	if a.data == nil { // nobody waits for an answer, and nobody needs to know
		return true
	}
	return w.hand(a.data) && w.greeted(a.requests)
}

// greeted waits until a session has begun, or has not: which way a message takes
// must not depend on how fast its client is.
func (w *wire) greeted(requests []awaited) (open bool) {
	for _, request := range requests {
		if request.begun == nil {
			continue
		}
		select {
		case <-request.begun:
		case <-w.closed:
			return false
		}
	}
	return true
}

// hand gives one line to the SDK.
func (w *wire) hand(line []byte) (open bool) {
	select {
	case w.onward <- append(line, '\n'):
		return true
	case <-w.closed:
		return false
	}
}

// expected says whether a request may be handed on.
type expected int

const (
	fresh expected = iota
	taken          // its id is in flight
	over           // the connection is closing
)

// expect notes one request as pending.
func (w *wire) expect(request awaited) expected {
	w.mu.Lock()
	_, known := w.pending[request.id]
	if !known {
		w.pending[request.id] = request
	}
	w.mu.Unlock()
	if known {
		return taken
	}
	if w.tracker.enter() {
		return fresh
	}
	w.forget(request.id)
	return over
}

// forget takes a request out of those pending, and returns it.
func (w *wire) forget(id any) (awaited, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	request, known := w.pending[id]
	delete(w.pending, id)
	return request, known
}

// cancel ends the call of that id, if the lane decided it.
func (w *wire) cancel(id any) {
	w.mu.Lock()
	cancel := w.pending[id].cancel
	w.mu.Unlock()
	if cancel != nil {
		cancel(errCancelled)
	}
}

// refuse answers a line that cannot be answered by its id.
func (w *wire) refuse(text string) (open bool) {
	return w.sendLine(envelope.AppendError(nil, envelope.Value{}, jsonrpc.CodeInvalidRequest, text))
}

// sendLine sends one message of ours. Who cannot be written to goes away soon.
func (w *wire) sendLine(message []byte) (open bool) {
	_ = w.send(append(message, '\n'))
	return true
}

// isClosed reports whether the SDK, or the end of serving, has closed the input.
func (w *wire) isClosed() bool {
	select {
	case <-w.closed:
		return true
	default:
		return false
	}
}

// written lets what waits for an initialize go on: the session that it began, if it
// did, is established once its answer is out, which nothing may overtake.
func (w *wire) written(request awaited) {
	if request.begun == nil {
		return
	}
	w.mu.Lock()
	defer w.mu.Unlock()
	w.begun = w.begun || request.granted
	close(request.begun)
}

// established reports whether one is.
func (w *wire) established() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.begun
}

// send writes one message whole: the SDK's or one of ours.
func (w *wire) send(message []byte) error {
	select {
	case w.writing <- struct{}{}:
	case <-w.muted:
		return io.ErrClosedPipe
	}
	defer func() { <-w.writing }()
	if w.isMuted() { // both came at once, or what was stuck has come free
		return io.ErrClosedPipe
	}
	_, err := w.out.Write(message)
	if err != nil {
		w.unread.Store(true)
	}
	return err
}

func (w *wire) isMuted() bool {
	select {
	case <-w.muted:
		return true
	default:
		return false
	}
}

// mute ends the writing: when serving is over the output is somebody else's again,
// whatever calls that were cut off come to. A write that is stuck is not waited for.
func (w *wire) mute() {
	close(w.muted)
	stuck := time.NewTimer(settle)
	defer stuck.Stop()
	select {
	case w.writing <- struct{}{}: // for good
	case <-stuck.C:
	}
}

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
