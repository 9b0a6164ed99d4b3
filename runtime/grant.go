package runtime

import (
	"context"
	"fmt"
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
	// Revision names the state of the policy this was decided on, such as a
	// version of its tables. A cached result is repeated only under the
	// revision it was made under; empty is a revision like any other.
	Revision string
}

// allows reports whether row is among what g grants.
func (g Grant) allows(row *Row) bool {
	if g.All || slices.Contains(g.Sections, row.Section) {
		return true
	}
	return row.Hints.ReadOnly && (g.AllReadOnly || slices.Contains(g.ReadOnly, row.Section))
}

// clone returns a copy that the policy cannot write to any more.
func (g Grant) clone() Grant {
	g.Sections = slices.Clone(g.Sections)
	g.ReadOnly = slices.Clone(g.ReadOnly)
	return g
}

// decision is a grant and what listeners left of it.
type decision struct {
	grant Grant
	kept  []nameSet // of each listener that overrode
}

// nowhere stands for a row that there is not: it is decided on like any other.
var nowhere = new(Row)

// grants reports whether there is a row and it is allowed. Where there is none the
// question costs what it costs for one that is hidden.
func (d decision) grants(row *Row) bool {
	if row == nil {
		return d.allows(nowhere) && false
	}
	return d.allows(row)
}

// allows reports whether the policy grants row and no listener took it away
// (contract: S0-5, S0-6).
func (d decision) allows(row *Row) bool {
	for _, names := range d.kept {
		if _, kept := names[row.Name]; !kept {
			return false
		}
	}
	return d.grant.allows(row)
}

// question is what a policy is asked.
type question struct {
	caller *Caller
	grant  Grant // the answer
}

// ask returns a policy as a listener. The grant is copied before it is read: a
// policy may go on writing to what it returned.
func (p Policy) ask(ctx context.Context, q *question) error {
	grant, err := p(ctx, q.caller.clone())
	q.grant = grant.clone()
	return err
}

// askPolicy asks the policy, on this goroutine if a vigil is kept of it.
func (s *Server) askPolicy(ctx context.Context, caller *Caller, kept *vigil) (Grant, error) {
	q := &question{caller: caller}
	if err := askAt(ctx, s, s.on.policy, kept, q); err != nil {
		return Grant{}, fmt.Errorf("policy: %w", err)
	}
	return q.grant, nil
}

// askAt asks one of those who decide.
func askAt[E any](ctx context.Context, s *Server, l *listener[E], kept *vigil, e E) error {
	if kept == nil {
		return l.visit(ctx, s.on.timeout, false, e)
	}
	return l.visitAt(ctx, s.on.timeout, kept, place{stage: stageDeciding}, e)
}

// decideLenient decides for a listing: a policy that fails leaves the caller
// with the sections of the identity itself, a listener that fails has said
// nothing, and the listing succeeds (contract: S0-17). What is listed on that
// ground can still not be called while they fail.
func (s *Server) decideLenient(ctx context.Context, caller *Caller) decision {
	grant, err := s.askPolicy(ctx, caller, nil)
	if err != nil {
		s.logFailure(ctx, "policy failed, listing by the caller's own sections", err, "caller", caller.ID)
		grant = ownSections(*caller)
	}
	d := decision{grant: grant}
	for _, l := range s.on.list {
		if err := s.narrow(ctx, l, caller, &d, nil); err != nil {
			s.logFailure(ctx, "list listener failed, listing without it", err, "listener", l.what, "caller", caller.ID)
		}
	}
	return d
}

// narrow asks one listener, each with an event of its own: what one does to it
// is invisible to the others, and what an abandoned one does later is lost.
func (s *Server) narrow(ctx context.Context, l *listener[*ListEvent], caller *Caller, d *decision, kept *vigil) error {
	e := &ListEvent{caller: caller, grant: d.grant, rows: s.table.rows}
	if err := askAt(ctx, s, l, kept, e); err != nil {
		return err
	}
	if names := e.said(); names != nil {
		d.kept = append(d.kept, names)
	}
	return nil
}

// decideStrict decides for a call: a policy or a listener that fails in any way
// fails the decision, which must then be read as neither yes nor no, whatever
// was said before it failed (contract: S0-11, S0-18, S0-19).
func (s *Server) decideStrict(ctx context.Context, caller *Caller, kept *vigil) (decision, error) {
	grant, err := s.askPolicy(ctx, caller, kept)
	if err != nil {
		return decision{}, err
	}
	d := decision{grant: grant}
	for _, l := range s.on.list {
		if err := s.narrow(ctx, l, caller, &d, kept); err != nil {
			return decision{}, fmt.Errorf("%s: %w", l.what, err)
		}
	}
	return d, nil
}

// resolve decides what the caller of the request may call and finds its row, nil if
// there is none. Policy and listeners are asked once for any name, before the table
// is looked at once, so that hidden and absent cost the host the same (contract:
// S0-7, S0-16).
func (s *Server) resolve(ctx context.Context, req *request, kept *vigil) (*Row, decision, error) {
	d, err := s.decideStrict(ctx, req.caller, kept)
	if err != nil {
		return nil, decision{}, err
	}
	row, _ := s.lookup(req.name)
	return row, d, nil
}
