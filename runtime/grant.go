package runtime

import (
	"context"
	"slices"
)

// Grant is what one caller may use. It is decided on sections, the unit of
// permission, and on the one distinction that matters within them: whether a
// tool changes anything. The zero Grant grants nothing; the fields add up.
type Grant struct {
	// All grants every tool of every section.
	All bool
	// AllReadOnly grants the readOnly tools of every section.
	AllReadOnly bool
	// Sections grants every tool of these sections.
	Sections []string
	// ReadOnly grants the readOnly tools of these sections.
	ReadOnly []string
}

// allows reports whether row is among what g grants.
func (g Grant) allows(row *Row) bool {
	if g.All || slices.Contains(g.Sections, row.Section) {
		return true
	}
	return row.Hints.ReadOnly && (g.AllReadOnly || slices.Contains(g.ReadOnly, row.Section))
}

// grantStrict decides for a call: a policy that fails in any way fails the
// decision, which must then be read as neither yes nor no
// (contract: S0-11, S0-18, S0-19).
func (s *Server) grantStrict(ctx context.Context, caller *Caller) (Grant, error) {
	return guard(ctx, func() (Grant, error) { return s.policy(ctx, caller.clone()) })
}

// grantLenient decides for a listing: a policy that fails leaves the caller
// with the sections of the identity itself, and the listing succeeds
// (contract: S0-17). What is listed on that ground can still not be called
// while the policy fails.
func (s *Server) grantLenient(ctx context.Context, caller *Caller) Grant {
	grant, err := s.grantStrict(ctx, caller)
	if err != nil {
		s.logFailure(ctx, "policy failed, listing by the caller's own sections", err, "caller", caller.ID)
		return ownSections(*caller)
	}
	return grant
}

// resolve finds the row that caller may call under name; nil is unknown,
// whether there is no such row or the caller may not see it. The policy is
// asked once for any name, before the table is looked at once, so that hidden
// and absent cost the host the same (contract: S0-7, S0-16).
func (s *Server) resolve(ctx context.Context, caller *Caller, name string) (*Row, error) {
	grant, err := s.grantStrict(ctx, caller)
	if err != nil {
		return nil, err
	}
	row, found := s.lookup(name)
	if !found || !grant.allows(row) {
		return nil, nil
	}
	return row, nil
}
