package schema

import (
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// path spells the selectors to a field: as short as Go's promotion allows, and
// in full where the rules of Go and of encoding/json disagree. Embedded pointers
// are always spelled, since they may be nil. It is nil if the way leads through
// an unexported embedded type of another package that Go does not promote
// through.
func (r *Resolver) path(owner types.Type, m member) []ir.Step {
	var short, full []ir.Step
	hidden := false
	for i, v := range m.path {
		last := i == len(m.path)-1
		step := ir.Step{Name: v.Name(), Pointer: !last && isPointer(types.Unalias(v.Type()))}
		if last || step.Pointer {
			short = append(short, step)
		}
		full = append(full, step)
		foreign := !v.Exported() && v.Pkg() != r.pkg
		if foreign && step.Pointer {
			return nil
		}
		hidden = hidden || foreign
	}
	switch {
	case r.reaches(owner, short, m.v):
		return short
	case hidden:
		return nil
	}
	return full
}

// reaches follows selectors as the Go compiler would.
func (r *Resolver) reaches(owner types.Type, steps []ir.Step, want *types.Var) bool {
	t := owner
	var got types.Object
	for _, s := range steps {
		got, _, _ = types.LookupFieldOrMethod(t, true, r.pkg, s.Name)
		v, ok := got.(*types.Var)
		if !ok {
			return false
		}
		t = v.Type()
	}
	return got == want
}
