package runtime

import (
	"errors"
	"slices"
)

// Caller is who is signed in. Where a *Caller is expected, nil is nobody:
// nobody sees an empty list, and every tool is unknown to them.
type Caller struct {
	// ID is the stable identity; never empty. An empty ID is a fault of the
	// host: 503 over HTTP, an error of [Server.ServeStdio].
	ID string
	// Client identifies the client program; empty means there is no client id.
	Client string
	// Sections are the sections the identity itself carries, such as a claim
	// of its token. [BySections] grants exactly these, and a listing whose
	// policy fails falls back to them.
	Sections []string
	// Roles are the caller's roles, for policies such as that of package
	// visible.
	Roles []string
	// Scopes are the OAuth scopes of the caller's token.
	Scopes []string
}

// ErrUnauthenticated is returned by an identify function for a request that
// must sign in first: it is answered 401 before the body is read.
var ErrUnauthenticated = errors.New("unauthenticated")

// errNoID is a caller that a host made without an identity.
var errNoID = errors.New("caller has no ID")

// check refuses a caller that cannot be told from another one.
func (c *Caller) check() error {
	if c != nil && c.ID == "" {
		return errNoID
	}
	return nil
}

// snapshot returns what a front keeps: the host may go on using its own. Nobody
// stays nobody.
func (c *Caller) snapshot() *Caller {
	if c == nil {
		return nil
	}
	return new(c.clone())
}

// clone returns a copy that shares nothing.
func (c *Caller) clone() Caller {
	caller := *c
	caller.Sections = slices.Clone(c.Sections)
	caller.Roles = slices.Clone(c.Roles)
	caller.Scopes = slices.Clone(c.Scopes)
	return caller
}
