package runtime

import (
	"encoding/json"
	"maps"
	"slices"

	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// maskers hide secrets in what is recorded of a call.
type maskers struct {
	rows map[string]*mask.Masker // of tools, by name
	rest *mask.Masker            // of what belongs to no tool

	unknown *mask.Masker // of the arguments of what is no tool to its caller
}

// newMaskers returns the maskers of all rows. The rest hides the secrets of them all.
func newMaskers(base *mask.Masker, reg *Registry) maskers {
	m := maskers{rows: map[string]*mask.Masker{}}
	var secrets []string
	for row := range reg.Rows() {
		secrets = append(secrets, row.Secrets...)
		masker := base
		if len(row.Secrets) > 0 {
			masker = base.With(row.Secrets...)
		}
		m.rows[row.Name] = masker.Only(declared(row.Input)...)
	}
	m.rest = base.With(secrets...)
	m.unknown = m.rest.Only()
	return m
}

func (m maskers) of(name string) *mask.Masker {
	if masker, found := m.rows[name]; found {
		return masker
	}
	return m.rest
}

// declared names the arguments in an input schema. What a caller sends beside
// them is dropped by the binder and hidden in events.
func declared(schema string) []string {
	var root struct {
		Properties map[string]json.RawMessage `json:"properties"`
	}
	if err := json.Unmarshal([]byte(schema), &root); err != nil {
		return nil // refused by checkSchema before
	}
	return slices.Collect(maps.Keys(root.Properties))
}
