package directive

import (
	"go/token"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// stated is a directive of a function.
type stated struct {
	name     string
	pos, end token.Pos
}

// roles returns what a function is said to be: one thing, if nothing is wrong.
func (s *Set) roles() []stated {
	var out []stated
	if s.Tool != nil {
		out = append(out, stated{name: "tool", pos: s.Tool.Pos, end: s.Tool.End})
	}
	if s.Prompt != nil {
		out = append(out, stated{name: "prompt", pos: s.Prompt.Pos, end: s.Prompt.End})
	}
	if s.Resource != nil {
		out = append(out, stated{name: "resource", pos: s.Resource.Pos, end: s.Resource.End})
	}
	if s.Complete != nil {
		out = append(out, stated{name: "complete", pos: s.Complete.Pos, end: s.Complete.End})
	}
	return out
}

// fits reports what has no effect on a function because of what that is. It is
// asked only where nothing else is wrong: the line that says what the function is
// may be the one that could not be read.
func (c collector) fits(set *Set) {
	if set == nil {
		return
	}
	switch roles := set.roles(); len(roles) {
	case 0:
		c.useless(set, roleLess)
	case 1:
		c.useless(set, roles[0].name)
	default:
		for _, second := range roles[1:] {
			c.report(second.pos, second.end, diag.CodeMisplaced,
				prefix+second.name+" is misplaced: on a function that has "+prefix+roles[0].name, "split the function in two")
		}
	}
}

// roleLess is the role of a function that is nothing to a client.
const roleLess = ""

// useless reports the directives that mean nothing to a role.
func (c collector) useless(set *Set, role string) {
	var list []stated
	if role == roleLess || role == "complete" {
		list = append(list, set.ofReading()...)
	}
	if role != "tool" {
		list = append(list, set.ofTools()...)
	}
	slices.SortFunc(list, func(a, b stated) int { return int(a.pos - b.pos) })
	for _, one := range list {
		where, fix := reason(role, one.name)
		c.report(one.pos, one.end, diag.CodeMisplaced, prefix+one.name+" is misplaced: "+where, fix)
	}
}

// reason says why a directive means nothing to a role, and what to do.
func reason(role, name string) (where, fix string) {
	switch {
	case role == roleLess:
		return "on a function that is no tool", "add " + prefix + "tool"
	case role == "complete":
		return "on a completion, which belongs to what it completes", "remove it"
	case name == "scope":
		return "on a " + role + ": only tools need scopes", "remove it: the section says who may read it"
	}
	return "on a " + role + ", which only reads", "remove it"
}

// ofReading returns the directives that tools, prompts and resources share.
func (s *Set) ofReading() []stated {
	var out []stated
	if s.Section != nil {
		out = append(out, stated{name: "section", pos: s.Section.Pos, end: s.Section.End})
	}
	for _, p := range s.Params {
		out = append(out, stated{name: "param", pos: p.Pos, end: p.End})
	}
	return out
}

// ofTools returns the directives that only tools have.
func (s *Set) ofTools() []stated {
	var out []stated
	if s.Hint != nil {
		out = append(out, stated{name: "hint", pos: s.Hint.Pos, end: s.Hint.End})
	}
	if s.Cache != nil {
		out = append(out, stated{name: "cache", pos: s.Cache.Pos, end: s.Cache.End})
	}
	if s.Limit != nil {
		out = append(out, stated{name: "limit", pos: s.Limit.Pos, end: s.Limit.End})
	}
	if len(s.Scopes) > 0 {
		out = append(out, stated{name: "scope", pos: s.Scopes[0].Pos, end: s.Scopes[0].End})
	}
	for _, m := range s.Meta {
		out = append(out, stated{name: "meta", pos: m.Key.Pos, end: m.Value.End})
	}
	return out
}
