package runtime

import (
	"errors"
	"net/http"
	"runtime/debug"
)

var errNoIdentify = errors.New("identify is nil")

// Identify says who sent a request. It is asked on every request, before the
// body is read, so that a caller's rights are those of now.
//
// It runs on the request's own goroutine, as a middleware does.
//
// (nil, nil) is nobody. [ErrUnauthenticated], wrapped or not, is answered 401;
// any other error, a panic, and a caller without an ID are answered 503. So is a
// goroutine that ends in it; its connection ends with it.
type Identify func(*http.Request) (*Caller, error)

// ask runs identify where a middleware of the host would run, on the request's own
// goroutine. If that ends in it, the request is answered on the way: net/http would
// close the connection without a word.
func (w *web) ask(rw http.ResponseWriter, req *http.Request) (caller *Caller, err error) {
	exited := true
	defer func() {
		if value := recover(); value != nil {
			caller, err = nil, &panicError{value, debug.Stack()}
		} else if exited {
			w.server.logFailure(req.Context(), "caller could not be identified", errExited)
			lastWord(rw, http.StatusServiceUnavailable)
		}
	}()
	caller, err = w.identify(req)
	exited = false
	if err != nil {
		return nil, err
	}
	return caller.snapshot(), caller.check()
}

// lastWord answers with a status that reaches the client before its connection ends.
func lastWord(rw http.ResponseWriter, status int) {
	rw.Header().Set("Connection", "close")
	rw.Header().Set("Content-Length", "0")
	rw.WriteHeader(status)
	_ = http.NewResponseController(rw).Flush()
}
