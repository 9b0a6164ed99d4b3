package runtime

import (
	"iter"
	"slices"
)

// Prompt is one prompt's static data, as [Row] is a tool's. What it promises
// callers holds for prompts too: whether a caller may see a prompt is decided on
// its section alone, and one that may not be seen is absent. A prompt changes
// nothing, so that it counts as readOnly.
type Prompt struct {
	// Name is the published name: 1 to 64 of [A-Za-z0-9_-], unique among the
	// prompts of the server.
	Name string
	// Title is the human-readable name; empty publishes none.
	Title string
	// Description tells what the prompt is for.
	Description string
	// Section is the unit of permission the prompt belongs to; never empty.
	Section string
	// Source is the import path and function behind the prompt, never published.
	Source string
	// Arguments are published in this order.
	Arguments []PromptArgument
	// Handler binds, runs and shapes; made by [PromptText], [PromptMessages] or
	// [PromptResult].
	Handler PromptHandler
}

// PromptArgument is one argument of a prompt. On the wire it is a string.
type PromptArgument struct {
	Name        string
	Description string
	Required    bool
}

// Prompts is the [Part] of a registry that holds prompts.
type Prompts []Prompt

func (ps Prompts) join(p *part) {
	for _, one := range ps {
		p.prompts = append(p.prompts, one.clone())
	}
}

func (p Prompt) clone() Prompt {
	p.Arguments = slices.Clone(p.Arguments)
	return p
}

// Prompts yields a copy of every prompt, in the order of registration.
func (r *Registry) Prompts() iter.Seq[Prompt] {
	return func(yield func(Prompt) bool) {
		for p := range r.all() {
			for i := range p.prompts {
				if !yield(p.prompts[i].clone()) {
					return
				}
			}
		}
	}
}
