package paced

import (
	"net/http"
	"time"
)

// deadliner is a connection's writer.
type deadliner interface{ SetWriteDeadline(time.Time) error }

// unwrapper is a writer around another one, as [http.ResponseController] knows it.
type unwrapper interface{ Unwrap() http.ResponseWriter }

// Writer is a writer of which each write must be taken within a time. One that is
// not ends the connection, and with it the request's context.
type Writer struct {
	http.ResponseWriter
	on    deadliner
	limit time.Duration
}

// Wrap returns rw with a limit for each write, and what is to be called when the
// handler is done: then net/http writes what it still holds, and takes the deadline
// off. A writer that is paced already, and one that knows no deadlines, such as
// httptest's, stays what it is.
func Wrap(rw http.ResponseWriter, limit time.Duration) (paced http.ResponseWriter, done func()) {
	on := connection(rw)
	if on == nil {
		return rw, func() {}
	}
	w := &Writer{rw, on, limit}
	return w, w.soon
}

// connection finds what sets the deadlines of rw; nil if nothing does, or has to.
func connection(rw http.ResponseWriter) deadliner {
	for {
		switch w := rw.(type) {
		case *Writer:
			return nil
		case deadliner:
			return w
		case unwrapper:
			rw = w.Unwrap()
		default:
			return nil
		}
	}
}

func (w *Writer) soon()    { _ = w.on.SetWriteDeadline(time.Now().Add(w.limit)) } // a connection that is gone
func (w *Writer) forever() { _ = w.on.SetWriteDeadline(time.Time{}) }             // HTTP/2 ends a stream at its deadline

// Write implements [io.Writer].
func (w *Writer) Write(data []byte) (int, error) {
	w.soon()
	defer w.forever()
	return w.ResponseWriter.Write(data)
}

// FlushError is what [http.ResponseController] calls.
func (w *Writer) FlushError() error {
	w.soon()
	defer w.forever()
	return http.NewResponseController(w.ResponseWriter).Flush()
}

// Unwrap lets [http.ResponseController] do the rest.
func (w *Writer) Unwrap() http.ResponseWriter { return w.ResponseWriter }
