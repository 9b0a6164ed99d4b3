package runtime

import (
	"errors"
	"fmt"
)

// hostError is what the function behind a prompt, resource or completion
// returned. The mark keeps a [Refusal] in it from being shown: only interceptors
// speak to callers.
type hostError struct{ err error }

func (e hostError) Error() string { return fmt.Sprint(e.err) } // survives an Error method that panics
func (e hostError) Unwrap() error { return e.err }

// shown implements speaker.
func (hostError) shown() string { return "" }

// hostFailure marks an error of a function; of one that says that something is
// not there, nothing else is left.
func hostFailure(err error) error {
	if errors.Is(err, ErrNotFound) {
		return ErrNotFound
	}
	return hostError{err}
}

// speaker is an error that decides what its caller reads. The outermost in a
// chain of errors counts.
type speaker interface {
	error
	shown() string // empty shows nothing
}

// shown implements speaker.
func (r *Refusal) shown() string {
	if !r.visible() {
		return ""
	}
	return r.Text
}
