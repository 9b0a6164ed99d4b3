package runtime

import "github.com/mcpgen-go/mcpgen/runtime/mask"

// maskers hide secrets in what is recorded of a call.
type maskers struct {
	rows map[string]*mask.Masker // of tools with secret parameters, by name
	rest *mask.Masker            // of all others, and of names that are no tool's
}

// newMaskers returns the maskers of all rows. A name that was mistyped may come
// with any tool's arguments, so the rest hides the secrets of them all.
func newMaskers(base *mask.Masker, reg *Registry) maskers {
	m := maskers{rows: map[string]*mask.Masker{}}
	var secrets []string
	for row := range reg.Rows() {
		if len(row.Secrets) > 0 {
			secrets = append(secrets, row.Secrets...)
			m.rows[row.Name] = base.With(row.Secrets...)
		}
	}
	m.rest = base.With(secrets...)
	return m
}

func (m maskers) of(name string) *mask.Masker {
	if masker, found := m.rows[name]; found {
		return masker
	}
	return m.rest
}
