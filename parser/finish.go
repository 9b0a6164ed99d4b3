package parser

import (
	"cmp"
	"iter"
	"maps"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// offersNothing tells packages for which nothing is generated. A completion
// alone completes nothing.
func offersNothing(s *ir.Server) bool {
	return len(s.Tools)+len(s.Prompts)+len(s.Resources)+len(s.Completions) == 0
}

// finish orders what was read and adds what needs all of it.
func (h *host) finish(s *ir.Server) {
	h.registryClash(s)
	h.constructors(s)
	sortReceivers(s)
	sortOffers(s)
	if len(h.problems) == 0 {
		h.checkCompletions(s)
	}
	s.Inputs, s.Outputs = h.inputs.Structs(), h.outputs.Structs()
	s.Imports = maps.Clone(h.inputs.Imports())
	maps.Copy(s.Imports, h.outputs.Imports())
	h.headers(s)
	if len(h.problems) == 0 {
		h.schemas(s)
		secrets(s)
	}
}

// sortOffers orders everything by what clients call it.
func sortOffers(s *ir.Server) {
	slices.SortStableFunc(s.Tools, func(a, b ir.Tool) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.Prompts, func(a, b ir.Prompt) int { return strings.Compare(a.Name, b.Name) })
	slices.SortStableFunc(s.Resources, func(a, b ir.Resource) int { return strings.Compare(a.URI, b.URI) })
	slices.SortStableFunc(s.Completions, func(a, b ir.Completion) int {
		return cmp.Or(strings.Compare(a.Prompt, b.Prompt), strings.Compare(a.URI, b.URI), strings.Compare(a.Argument, b.Argument))
	})
}

// calls yields how every function of a server is called.
func calls(s *ir.Server) iter.Seq[*ir.Func] {
	return func(yield func(*ir.Func) bool) {
		var all []*ir.Func
		for i := range s.Tools {
			all = append(all, &s.Tools[i].Func)
		}
		for i := range s.Prompts {
			all = append(all, &s.Prompts[i].Func)
		}
		for i := range s.Resources {
			all = append(all, &s.Resources[i].Func)
		}
		for i := range s.Completions {
			all = append(all, &s.Completions[i].Func)
		}
		slices.Values(all)(yield)
	}
}
