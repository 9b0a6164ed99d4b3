package runtime

import (
	"cmp"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/uri"
)

// readables is what a server has besides tools, as it is read: sorted, so that
// listings are deterministic, and indexed. It never changes.
type readables struct {
	prompts   []*Prompt  // by name
	resources []*located // by URI

	named       map[string]*Prompt
	addressed   map[string]*located
	completions map[completionKey]*Completion
}

// located is a resource with its URI, parsed.
type located struct {
	Resource
	pattern *uri.Pattern
}

// completionKey is what a completion/complete names; one of the first two is
// empty.
type completionKey struct{ prompt, uri, argument string }

func newReadables(reg *Registry) *readables {
	r := &readables{named: map[string]*Prompt{}, addressed: map[string]*located{}, completions: map[completionKey]*Completion{}}
	for p := range reg.Prompts() {
		r.prompts = append(r.prompts, &p)
		r.named[p.Name] = &p
	}
	for one := range reg.Resources() {
		pattern, err := uri.Parse(one.URI)
		if err != nil {
			panic("resource was not checked: " + err.Error())
		}
		entry := &located{one, pattern}
		r.resources = append(r.resources, entry)
		r.addressed[one.URI] = entry
	}
	for c := range reg.Completions() {
		r.completions[completionKey{c.Prompt, c.URI, c.Argument}] = &c
	}
	slices.SortFunc(r.prompts, func(a, b *Prompt) int { return cmp.Compare(a.Name, b.Name) })
	slices.SortFunc(r.resources, func(a, b *located) int { return cmp.Compare(a.URI, b.URI) })
	return r
}

// find returns the resource among those that grant allows that answers to a URI,
// one URI before any template, and its variables. What is hidden is passed over as
// if it were not there: it can neither stand in the way nor be found out.
func (r *readables) find(grant Grant, address string) (found *located, variables map[string]string) {
	if one, exact := r.addressed[address]; exact && !one.pattern.IsTemplate() && grant.reads(one.Section) {
		return one, nil
	}
	for _, one := range r.resources {
		if !one.pattern.IsTemplate() || !grant.reads(one.Section) {
			continue
		}
		if variables, ok := one.pattern.Match(address); ok {
			return one, variables
		}
	}
	return nil, nil
}

// reads reports whether g grants what changes nothing in a section.
func (g Grant) reads(section string) bool {
	return g.allows(&Row{Section: section, Hints: Hints{ReadOnly: true}})
}

func (p *Prompt) definition() *mcp.Prompt {
	d := &mcp.Prompt{Name: p.Name, Title: p.Title, Description: p.Description}
	for _, a := range p.Arguments {
		d.Arguments = append(d.Arguments, &mcp.PromptArgument{Name: a.Name, Description: a.Description, Required: a.Required})
	}
	return d
}

func (r *located) definition() *mcp.Resource {
	return &mcp.Resource{URI: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType}
}

func (r *located) templateDefinition() *mcp.ResourceTemplate {
	return &mcp.ResourceTemplate{URITemplate: r.URI, Name: r.Name, Title: r.Title, Description: r.Description, MIMEType: r.MIMEType}
}
