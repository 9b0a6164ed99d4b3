package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
)

// HasScope says whether the scopes of a caller's token include one that a tool
// needs. A host whose scopes form a hierarchy, such as an admin scope that
// contains a read scope, says so here.
type HasScope func(granted []string, needed string) bool

// ExactScope is the [HasScope] of scopes without a hierarchy.
func ExactScope(granted []string, needed string) bool { return slices.Contains(granted, needed) }

// WithScopes sets what decides whether a caller's scopes are enough for a tool. A
// row with scopes and no WithScopes is an error of [NewServer], and so is a nil
// function.
//
// A caller who may see a tool and lacks a scope of it is told which one: over
// HTTP by the status 403 and a challenge, elsewhere by a tool error. The tool
// stays unknown to a caller who may not see it, whatever the token says.
func WithScopes(has HasScope) Option {
	return optionFunc(func(o *options) {
		if has == nil {
			o.problems = append(o.problems, errors.New("check of scopes is nil"))
			return
		}
		o.on.scopes = &listener[*scopeQuestion]{what: "check of scopes", run: has.ask}
	})
}

// checkScopes refuses rows whose scopes nobody would check.
func (o options) checkScopes(reg *Registry) []error {
	var problems []error
	for row := range reg.Rows() {
		if len(row.Scopes) > 0 && o.on.scopes == nil {
			problems = append(problems, fmt.Errorf("tool %q (%s): needs scopes and nothing checks them: use WithScopes", row.Name, row.Source))
		}
	}
	return problems
}

// scopeQuestion asks which scopes of a row a caller lacks.
type scopeQuestion struct {
	granted, needed []string
	missing         []string // the answer
}

// ask returns the check as a listener.
func (h HasScope) ask(_ context.Context, q *scopeQuestion) error {
	for _, scope := range q.needed {
		if !h(slices.Clone(q.granted), scope) {
			q.missing = append(q.missing, scope)
		}
	}
	return nil
}

// missingScopes returns the scopes of row that caller lacks. The check is the
// host's, so that it can fail; then nothing is decided.
func (s *Server) missingScopes(ctx context.Context, caller *Caller, row *Row) ([]string, error) {
	q := &scopeQuestion{granted: slices.Clone(caller.Scopes), needed: row.Scopes}
	if err := s.on.scopes.visit(ctx, s.on.timeout, false, q); err != nil {
		return nil, fmt.Errorf("%s: %w", s.on.scopes.what, err)
	}
	return q.missing, nil
}
