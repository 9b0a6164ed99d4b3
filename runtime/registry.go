package runtime

import (
	"iter"
	"slices"
)

// Identity is what a server says about itself.
type Identity struct {
	// Name is the server's programmatic name; never empty.
	Name string
	// Version is the server's version; empty means the main module's version
	// from the build information, or "dev" where there is none.
	Version string
	// Title is the human-readable name; empty publishes none.
	Title string
	// Instructions tell a model how to use the server; empty publishes none.
	Instructions string
}

// Receiver says of one receiver type whether the host passed a nil value.
// [NewServer] refuses a nil receiver, so that a forgotten dependency is found
// at the start and not by the first call.
type Receiver struct {
	Type string // as written in the constructor's signature, such as "*Service"
	Nil  bool
}

// Registry holds the rows of a server. It is immutable: nothing that a
// registry was made from is shared with it. The checks are made by
// [NewServer], so that all problems of all registries are reported together.
type Registry struct {
	parts []part
}

// part is one generated constructor's contribution; merged registries keep
// theirs apart so that a problem can name its origin.
type part struct {
	identity  Identity
	receivers []Receiver
	rows      []Row
	absent    bool // a nil *Registry given to Merge

	prompts     []Prompt
	resources   []Resource
	completions []Completion
}

// Part is what a registry may have besides tools: [Prompts], [Resources] and
// [Completions].
type Part interface{ join(*part) }

// NewRegistry returns a registry of copies of rows and of what the parts hold; a
// nil part holds nothing. Generated code calls it.
func NewRegistry(identity Identity, receivers []Receiver, rows []Row, parts ...Part) *Registry {
	p := part{
		identity:  identity,
		receivers: slices.Clone(receivers),
		rows:      cloneRows(rows),
	}
	for _, one := range parts {
		if one != nil {
			one.join(&p)
		}
	}
	return &Registry{parts: []part{p}}
}

// all yields the parts of a registry that may be nil.
func (r *Registry) all() iter.Seq[part] {
	return func(yield func(part) bool) {
		if r == nil {
			return
		}
		for _, p := range r.parts {
			if !yield(p) {
				return
			}
		}
	}
}

func cloneRows(rows []Row) []Row {
	clones := slices.Clone(rows)
	for i := range clones {
		clones[i] = clones[i].clone()
	}
	return clones
}

// Merge returns one registry with the rows of all regs, in order, and the
// identity of the first. A nil registry and a name that occurs twice are
// errors of [NewServer].
func Merge(regs ...*Registry) *Registry {
	merged := &Registry{}
	for _, reg := range regs {
		if reg == nil {
			merged.parts = append(merged.parts, part{absent: true})
			continue
		}
		merged.parts = append(merged.parts, reg.parts...)
	}
	return merged
}

// Identity returns what the server says about itself: the identity of the
// first registry that was merged.
func (r *Registry) Identity() Identity {
	if r == nil {
		return Identity{}
	}
	for _, p := range r.parts {
		if !p.absent {
			return p.identity
		}
	}
	return Identity{}
}

// Rows yields a copy of every row, in the order of registration.
func (r *Registry) Rows() iter.Seq[Row] {
	return func(yield func(Row) bool) {
		if r == nil {
			return
		}
		for _, p := range r.parts {
			for i := range p.rows {
				if !yield(p.rows[i].clone()) {
					return
				}
			}
		}
	}
}
