package envelope

import "errors"

// What is wrong with a message. None of the texts repeats a part of it.
var (
	// ErrSyntax is a text that is not one JSON value, or one that is nested
	// more than 10 000 levels deep.
	ErrSyntax = errors.New("message is not JSON")
	// ErrInvalid is JSON that is no message: no object, of another JSON-RPC
	// version, with an id or a method of the wrong kind, or with neither.
	ErrInvalid = errors.New("message is not JSON-RPC")
	// ErrDuplicate is a request with a member that comes twice, in itself, its
	// params or their _meta.
	ErrDuplicate = errors.New("message has a duplicate member")
)
