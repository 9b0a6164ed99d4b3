package runtime

import (
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
		}
		o.scopes = has
	})
}

// checkScopes refuses rows whose scopes nobody would check.
func (o options) checkScopes(reg *Registry) []error {
	var problems []error
	for row := range reg.Rows() {
		if len(row.Scopes) > 0 && o.scopes == nil {
			problems = append(problems, fmt.Errorf("tool %q (%s): needs scopes and nothing checks them: use WithScopes", row.Name, row.Source))
		}
	}
	return problems
}

// missing returns the scopes of row that caller lacks.
func (h HasScope) missing(caller *Caller, row *Row) []string {
	var missing []string
	for _, scope := range row.Scopes {
		if !h(slices.Clone(caller.Scopes), scope) {
			missing = append(missing, scope)
		}
	}
	return missing
}
