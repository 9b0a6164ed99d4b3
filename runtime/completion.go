package runtime

import (
	"context"
	"iter"
)

// maxCompletions is how many values the specification lets an answer have.
const maxCompletions = 100

// Completion completes one argument of a prompt, or one variable of a resource
// template. It is seen by whoever sees what it completes, and by nobody else.
type Completion struct {
	// Prompt is the name of a prompt of the server; empty if URI is given.
	Prompt string
	// URI is a resource template of the server as it is published; empty if
	// Prompt is given.
	URI string
	// Argument is the name of the argument or variable.
	Argument string
	// Source is the import path and function behind it, never published.
	Source string
	// Complete returns the values for what has been typed so far, the best ones
	// first. Of more than 100 the first are sent, and how many there are.
	Complete func(ctx context.Context, value string) ([]string, error)
}

// Completions is the [Part] of a registry that holds completions.
type Completions []Completion

func (cs Completions) join(p *part) { p.completions = append(p.completions, cs...) }

// Completions yields a copy of every completion, in the order of registration.
func (r *Registry) Completions() iter.Seq[Completion] {
	return func(yield func(Completion) bool) {
		for p := range r.all() {
			for _, one := range p.completions {
				if !yield(one) {
					return
				}
			}
		}
	}
}
