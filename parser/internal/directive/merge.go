package directive

import (
	"fmt"
	"go/token"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// MergePackage merges the package docs of all files, which are one place, in the order given. Sets may be nil; the
// result never is.
func MergePackage(sets []*Set, report Report) *Set {
	specs, merged := Registry(), &Set{}
	for _, s := range sets {
		if !s.Empty() {
			merged.add(s, specs, report)
		}
	}
	return merged
}

// add merges what may stand in a package doc.
func (s *Set) add(other *Set, specs []Spec, report Report) {
	if other.Server != nil {
		target := s.server(other.Server.Pos, other.Server.End)
		newMerger(specs, "server", target.slots(), report).all(other.Server.slots())
	}
	if other.Section != nil {
		s.section(*other.Section, report)
	}
	if other.Hint != nil {
		target := s.hint(other.Hint.Pos, other.Hint.End)
		newMerger(specs, "hint", target.slots(), report).all(other.Hint.slots())
	}
}

func (s *Set) server(pos, end token.Pos) *Server {
	if s.Server == nil {
		s.Server = &Server{Pos: pos, End: end}
	}
	return s.Server
}

func (s *Set) tool(pos, end token.Pos) *Tool {
	if s.Tool == nil {
		s.Tool = &Tool{Pos: pos, End: end}
	}
	return s.Tool
}

func (s *Set) hint(pos, end token.Pos) *Hint {
	if s.Hint == nil {
		s.Hint = &Hint{Pos: pos, End: end}
	}
	return s.Hint
}

func (s *Set) cache(pos, end token.Pos) *Cache {
	if s.Cache == nil {
		s.Cache = &Cache{Pos: pos, End: end}
	}
	return s.Cache
}

func (s *Set) limit(pos, end token.Pos) *Limit {
	if s.Limit == nil {
		s.Limit = &Limit{Pos: pos, End: end}
	}
	return s.Limit
}

func (s *Set) prompt(pos, end token.Pos) *Prompt {
	if s.Prompt == nil {
		s.Prompt = &Prompt{Pos: pos, End: end}
	}
	return s.Prompt
}

func (s *Set) resource(pos, end token.Pos) *Resource {
	if s.Resource == nil {
		s.Resource = &Resource{Pos: pos, End: end}
	}
	return s.Resource
}

func (s *Set) complete(pos, end token.Pos) *Complete {
	if s.Complete == nil {
		s.Complete = &Complete{Pos: pos, End: end}
	}
	return s.Complete
}

func (s *Set) param(name Text, pos, end token.Pos) *Param {
	for _, p := range s.Params {
		if p.Go.Value == name.Value {
			return p
		}
	}
	p := &Param{Pos: pos, End: end, Go: name}
	s.Params = append(s.Params, p)
	return p
}

// section keeps the first of two sections: a place belongs to one.
func (s *Set) section(name Text, report Report) {
	if s.Section == nil {
		s.Section = &name
		return
	}
	report(name.Pos, name.End, diag.CodeDuplicateKey,
		fmt.Sprintf("second //mcp:section at one place: %q after %q", name.Value, s.Section.Value), "keep one of them")
}

// merger puts values into the slots of one directive and reports what is there already.
type merger struct {
	spec   Spec
	slots  slots
	label  string // the directive as messages name it: "//mcp:param limit"
	report Report
}

func newMerger(specs []Spec, name string, s slots, report Report) merger {
	spec, _ := find(specs, name)
	return merger{spec: spec, slots: s, label: prefix + name, report: report}
}

// all puts everything that another directive of the same name says, in the order of the table.
func (m merger) all(from slots) {
	for _, k := range m.spec.Keys {
		if t := from.texts[k.Name]; t != nil && t.Given() {
			m.text(k.Name, *t)
		}
		if l := from.lists[k.Name]; l != nil && l.Given() {
			m.list(k.Name, *l)
		}
	}
	for _, w := range m.spec.Words {
		if w.Available && from.given(w) {
			m.word(w, from.flag(w))
		}
	}
}

func (m merger) text(key string, t Text) {
	if slot := m.slots.texts[key]; slot.Given() {
		m.duplicate(key, t.Pos, t.End)
	} else {
		*slot = t
	}
}

func (m merger) list(key string, l List) {
	if slot := m.slots.lists[key]; slot.Given() {
		m.duplicate(key, l.Pos, l.End)
	} else {
		*slot = l
	}
}

// duplicate reports the second of two equal keys as a whole: the key stands right before its value.
func (m merger) duplicate(key string, valuePos, end token.Pos) {
	pos := valuePos - token.Pos(len(key)+len("="))
	m.report(pos, end, diag.CodeDuplicateKey, fmt.Sprintf("key %q is given twice for %s", key, m.label), "keep one of them")
}

// word says a word; saying it again changes nothing, saying one that it excludes is an error.
func (m merger) word(w Word, f Flag) {
	for _, other := range m.spec.Words {
		if w.Group != "" && other.Group == w.Group && other.Name != w.Name && m.slots.given(other) {
			m.report(f.Pos, f.End, diag.CodeConflictingHint,
				fmt.Sprintf("%q contradicts %q in %s", w.Name, other.Name, m.label), "keep one of them")
			return
		}
	}
	switch {
	case m.slots.given(w):
	case w.Group == effectGroup:
		*m.slots.effect = Text{Value: w.Name, Pos: f.Pos, End: f.End}
	default:
		*m.slots.flags[w.Name] = f
	}
}

// flag returns where a given word stands.
func (s slots) flag(w Word) Flag {
	if w.Group == effectGroup {
		return Flag{Pos: s.effect.Pos, End: s.effect.End}
	}
	return *s.flags[w.Name]
}
