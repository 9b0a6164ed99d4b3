package runtime

import (
	"context"
	"crypto/sha256"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The listings that a grant decides. What changes in the last two is told as one.
const (
	listedTools = iota
	listedPrompts
	listedResources
	listedTemplates
	lists
)

// sight is what a caller may see, one digest of the names in each listing: two
// are equal if and only if nothing that could be listed differs.
type sight [lists][sha256.Size]byte

// notice is a notification about listings.
type notice struct {
	method string
	lists  []int
	params func() mcp.Params // new ones each time: the SDK may write to them
}

// notices are all there are: tools, prompts, resources.
var notices = [...]notice{
	{"notifications/tools/list_changed", []int{listedTools}, func() mcp.Params { return &mcp.ToolListChangedParams{} }},
	{"notifications/prompts/list_changed", []int{listedPrompts}, func() mcp.Params { return &mcp.PromptListChangedParams{} }},
	{"notifications/resources/list_changed", []int{listedResources, listedTemplates}, func() mcp.Params { return &mcp.ResourceListChangedParams{} }},
}

// differs reports whether a is not b in what n is about.
func (n notice) differs(a, b sight) bool {
	for _, list := range n.lists {
		if a[list] != b[list] {
			return true
		}
	}
	return false
}

// look returns what caller may see, decided as for the listings themselves.
func (s *Server) look(ctx context.Context, caller *Caller) sight {
	d := s.decideLenient(ctx, caller)
	var names [lists][]string
	for _, row := range s.table.rows {
		if d.allows(row) {
			names[listedTools] = append(names[listedTools], row.Name)
		}
	}
	for _, p := range s.readables.prompts {
		if d.grant.reads(p.Section) {
			names[listedPrompts] = append(names[listedPrompts], p.Name)
		}
	}
	for _, r := range s.readables.resources {
		if !d.grant.reads(r.Section) {
			continue
		}
		list := listedResources
		if r.pattern.IsTemplate() {
			list = listedTemplates
		}
		names[list] = append(names[list], r.URI)
	}
	var seen sight
	for list := range names {
		seen[list] = digest(names[list], func(name string) string { return name })
	}
	return seen
}

// digest is that of the names of what is visible, in order.
func digest[T any](visible []T, name func(T) string) (sum [sha256.Size]byte) {
	h := sha256.New()
	for _, one := range visible {
		hashText(h, name(one))
	}
	h.Sum(sum[:0])
	return sum
}
