package front

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"
)

// Timeouts bound how long a connection may take, so that a client that is slow on
// purpose holds nothing for long. A zero field is the default's.
//
// No answer as a whole has a bound: how long a tool runs is the tool's affair, and a
// stream stays open.
type Timeouts struct {
	ReadHeader time.Duration // for the header of a request: 5 s
	Read       time.Duration // for a whole request with its body: 30 s
	Idle       time.Duration // between two requests: 2 min
	Write      time.Duration // for each piece of an answer to be taken: 30 s
}

// WithTimeouts sets the timeouts of [Front.Serve]; that of writing holds for any
// server the front is mounted in. A negative one is an error of [New].
func WithTimeouts(t Timeouts) Option {
	return option{"WithTimeouts", func(o *options) error {
		if min(t.ReadHeader, t.Read, t.Idle, t.Write) < 0 {
			return errors.New("one is negative")
		}
		o.timeouts = t.complete()
		return nil
	}}
}

func (t Timeouts) complete() Timeouts {
	complete := func(d *time.Duration, fallback time.Duration) {
		if *d == 0 {
			*d = fallback
		}
	}
	complete(&t.ReadHeader, 5*time.Second)
	complete(&t.Read, 30*time.Second)
	complete(&t.Idle, 2*time.Minute)
	complete(&t.Write, 30*time.Second)
	return t
}

// lastWords is what a request has to be sent completely once a shutdown has begun:
// it is no call in flight yet.
const lastWords = time.Second

// body is a request's, bounded in size and in time.
type body struct {
	io.ReadCloser
	done func() bool
}

// newBody bounds the body of req. Its time is the server's read timeout.
func (f *Front) newBody(rw http.ResponseWriter, req *http.Request) *body {
	b := &body{req.Body, func() bool { return true }}
	if req.Body == http.NoBody {
		return b
	}
	control := http.NewResponseController(rw)
	b.ReadCloser = http.MaxBytesReader(rw, req.Body, f.body)
	b.done = context.AfterFunc(f.closing, func() { _ = control.SetReadDeadline(time.Now().Add(lastWords)) })
	return b
}

// Read implements [io.Reader].
func (b *body) Read(p []byte) (int, error) {
	n, err := b.ReadCloser.Read(p)
	if err != nil {
		b.stop()
	}
	return n, err
}

// stop ends the bound in time.
func (b *body) stop() { b.done() }
