package parser

import (
	"fmt"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// headers finds the mirrored arguments of every tool, wherever they are nested. A
// client drops a tool whose schema breaks one of the rules, so each of them is an
// error here (specification 2026-07-28, tools, "x-mcp-header").
func (h *host) headers(s *ir.Server) {
	mirrors := func(st ir.Struct) bool {
		return slices.ContainsFunc(st.Fields, func(f ir.Field) bool { return f.Header != "" })
	}
	if !slices.ContainsFunc(s.Inputs, mirrors) {
		return
	}
	for i := range s.Tools {
		if t := &s.Tools[i]; t.Args >= 0 {
			m := mirroring{host: h, tool: t, structs: s.Inputs, first: map[string]mirror{}, lost: map[int]bool{}}
			m.visit(t.Args, way{})
		}
	}
}

// mirroring collects the mirrored arguments of one tool.
type mirroring struct {
	*host
	tool    *ir.Tool
	structs []ir.Struct
	first   map[string]mirror // by the header's name in lower case
	stack   []int             // structs that are being written into the schema
	lost    map[int]bool      // structs that were seen where no client looks
}

// mirror is one mirrored argument.
type mirror struct {
	text directive.Text // the directive's
	way  way
}

// way leads from the arguments to a value.
type way struct {
	path   []string
	secret string // the secret that it leads through
	lost   bool   // it leads through more than properties
}

func (w way) String() string { return strings.Join(w.path, ".") }

// to goes on to a member.
func (w way) to(f *ir.Field) way {
	w.path = append(slices.Clone(w.path), f.Name)
	if f.Secret {
		w.secret = f.Name
	}
	return w
}

// inside goes on to the elements of a list or map.
func (w way) inside(t *ir.Type) way {
	suffix := "[]"
	if t.Kind == ir.KindMap {
		suffix = "{}"
	}
	w.path = slices.Clone(w.path)
	w.path[len(w.path)-1] += suffix
	w.lost = true
	return w
}

// visit follows the schema: a struct that is being written is a reference there,
// and what it refers to is no property of the arguments any more.
func (m *mirroring) visit(index int, to way) {
	to.lost = to.lost || slices.Contains(m.stack, index)
	if to.lost && m.lost[index] {
		return
	}
	m.lost[index] = m.lost[index] || to.lost
	m.stack = append(m.stack, index)
	defer func() { m.stack = m.stack[:len(m.stack)-1] }()
	for i := range m.structs[index].Fields {
		f := &m.structs[index].Fields[i]
		if f.Header != "" {
			m.mirror(f, to.to(f))
		}
		m.nested(f.Type, to.to(f))
	}
}

// nested finds the struct that a type holds.
func (m *mirroring) nested(t *ir.Type, to way) {
	for ; t != nil; t = t.Elem {
		switch t.Kind {
		case ir.KindSlice, ir.KindArray, ir.KindMap:
			to = to.inside(t)
		case ir.KindStruct:
			m.visit(t.Struct, to)
		}
	}
}

// mirror adds one argument to the tool.
func (m *mirroring) mirror(f *ir.Field, to way) {
	text := m.inputs.HeaderOf(f)
	what := fmt.Sprintf("tool %q: header %q", m.tool.Name, f.Header)
	name := strings.ToLower(f.Header)
	first, taken := m.first[name]
	switch {
	case to.lost:
		m.report(text.Pos, text.End, diag.CodeBadHeader, fmt.Sprintf("%s on %q: clients look for it in nested objects only", what, to), "mirror an argument outside of lists, maps and recursive types")
	case to.secret != "":
		m.report(text.Pos, text.End, diag.CodeBadHeader, fmt.Sprintf("%s on %q, which is part of the secret %q", what, to, to.secret), "remove header=")
	case m.tool.Coerce && len(to.path) > 1:
		// An object that comes as text is repaired by the binder, when headers have been
		// compared already.
		m.report(text.Pos, text.End, diag.CodeBadHeader, fmt.Sprintf("%s on %q: the tool has coerce, which takes %q as text too", what, to, to.path[0]), "mirror an argument itself, or remove coerce")
	case taken:
		m.report(text.Pos, text.End, diag.CodeBadHeader, fmt.Sprintf("%s is on %q and on %q", what, first.way, to), "give every argument a header of its own")
		m.relate(first.text, text)
	default:
		m.first[name] = mirror{text, to}
		m.advise(f, text, to)
		m.tool.Headers = append(m.tool.Headers, ir.Header{Name: f.Header, Path: to.path, Kind: schema.HeaderKind(f)})
	}
}

// relate points at the first of two equal headers, unless both are one field.
func (m *mirroring) relate(first, second directive.Text) {
	if first.Pos == second.Pos {
		return
	}
	last := &m.problems[len(m.problems)-1]
	last.Related = append(last.Related, diag.Related{Pos: m.position(first.Pos), Message: "the other one"})
}

// advise warns of a string that may be empty.
func (m *mirroring) advise(f *ir.Field, text directive.Text, to way) {
	if mayBeEmpty(f) {
		m.warn(text.Pos, text.End, diag.CodeEmptyHeader, fmt.Sprintf("tool %q: argument %q may be empty, and some servers and proxies cannot tell an empty header from none", m.tool.Name, to), "minlen=1")
	}
}

// mayBeEmpty tells strings whose constraints do not say otherwise.
func mayBeEmpty(f *ir.Field) bool {
	t := f.Type
	for t.Kind == ir.KindPointer || t.Kind == ir.KindOptional {
		t = t.Elem
	}
	if t.Kind != ir.KindString {
		return false
	}
	r := t.Rules
	return r == nil || r.Enum == nil && r.Pattern == "" && r.Format == "" && (r.MinLen == nil || *r.MinLen == 0)
}
