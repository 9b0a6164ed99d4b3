package parser

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"slices"
	"strings"
	"unicode"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// tool is one annotated function while it is read.
type tool struct {
	target
	out ir.Tool
}

// functions reads the annotated functions of one file, in source order.
func (h *host) functions(s *ir.Server, f sourceFile) {
	h.constrainedFile(f)
	for _, decl := range f.Syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if !ok || f.found.Funcs[fn] == nil {
			continue
		}
		set := f.found.Funcs[fn]
		if set.New != nil {
			h.constructor(fn)
		}
		if f.Constrained == "" {
			h.offer(s, target{host: h, file: f, decl: fn, set: set, args: -1})
		}
	}
}

// offer reads what a function is to clients.
func (h *host) offer(s *ir.Server, t target) {
	set := t.set
	switch {
	case set.Tool != nil:
		(&tool{target: t.as("tool", set.Tool.Pos, set.Tool.End)}).read(s)
	case set.Prompt != nil:
		(&prompt{target: t.as("prompt", set.Prompt.Pos, set.Prompt.End)}).read(s)
	case set.Resource != nil:
		(&resource{target: t.as("resource", set.Resource.Pos, set.Resource.End)}).read(s)
	case set.Complete != nil:
		(&completion{target: t.as("completion", set.Complete.Pos, set.Complete.End)}).read(s)
	}
}

// constrainedFile reports directives in a file that some builds leave out: which
// tools exist never depends on the build.
func (h *host) constrainedFile(f sourceFile) {
	if f.Constrained == "" {
		return
	}
	for _, decl := range f.Syntax.Decls {
		fn, ok := decl.(*ast.FuncDecl)
		if ok && f.found.Funcs[fn] != nil {
			pos, end := name(fn.Name)
			h.report(pos, end, diag.CodeConstrainedFile, fmt.Sprintf("%s is annotated in a file that some builds leave out: %s", fn.Name.Name, f.Constrained), "move it to a file without build constraints and call the constrained code from there")
		}
	}
	if !f.found.Package.Empty() {
		h.report(f.Syntax.Name.Pos(), f.Syntax.Name.End(), diag.CodeConstrainedFile, "directives of the package stand in a file that some builds leave out: "+f.Constrained, "move them to a file without build constraints")
	}
}

// read resolves one tool and adds it; its problems are reported as they are met.
func (t *tool) read(s *ir.Server) {
	if !t.lookup() || !t.plausible() {
		return
	}
	t.out.Description = directive.StripDoc(t.decl.Doc)
	t.out.Title = t.set.Tool.Title.Value
	t.out.Strict, t.out.Coerce = t.set.Tool.Strict.Given(), t.set.Tool.Coerce.Given()
	t.out.Refusals = t.set.Tool.Opaque.Given()
	t.out.Meta = entries(t.set.Meta)
	t.out.Pos = t.place()
	t.naming()
	t.everywhere()
	t.governance()
	t.signature()
	t.results()
	t.join(s)
}

// join adds the tool with its receiver.
func (t *tool) join(s *ir.Server) {
	t.out.Func, t.out.Args = t.finished(s), t.args
	first := slices.IndexFunc(s.Tools, func(o ir.Tool) bool { return o.Name == t.out.Name })
	if first >= 0 {
		t.duplicate(t.set.Tool.Name, diag.CodeDuplicateTool, s.Tools[first].Pos, "give one of them another name with //mcp:tool name=")
	}
	s.Tools = append(s.Tools, t.out)
}

// naming gives the tool its wire name, prefix included.
func (t *tool) naming() {
	n := t.set.Tool.Name
	t.out.Name = snake(t.decl.Name.Name)
	if n.Given() {
		t.out.Name = n.Value
	}
	if d := t.doc.Server; d != nil && t.out.Name != "" {
		t.out.Name = d.Prefix.Value + t.out.Name
	}
	t.called = t.out.Name
	if !toolName.MatchString(t.out.Name) {
		pos, end := t.at(n)
		t.report(pos, end, diag.CodeBadName, fmt.Sprintf("tool name %q", t.out.Name), toolNameFix)
	}
}

// governance decides section and hints, without which there is no tool.
func (t *tool) governance() {
	t.out.Section = t.section()
	t.reaches()
	t.hints()
	t.policy()
	if t.out.Coerce && t.out.Hints.Destructive {
		t.report(t.set.Tool.Coerce.Pos, t.set.Tool.Coerce.End, diag.CodeCoerceDestructive,
			t.what()+": coerce on a destructive tool: nothing is guessed where something is destroyed", "drop coerce")
	}
}

const sectionFix = "use 1 to 64 characters without blanks and commas"

func isSection(s string) bool {
	bad := func(c rune) bool { return unicode.IsControl(c) || unicode.IsSpace(c) || c == ',' }
	return s != "" && len(s) <= 64 && !strings.ContainsFunc(s, bad)
}

// reaches names the other sections whose data a generic driver can reach.
func (t *tool) reaches() {
	l := t.set.Tool.Reaches
	for _, s := range l.Values {
		switch {
		case !isSection(s):
			t.report(l.Pos, l.End, diag.CodeBadName, fmt.Sprintf("section name %q", s), sectionFix)
		case s == t.out.Section || slices.Contains(t.out.Reaches, s):
			t.report(l.Pos, l.End, diag.CodeDuplicateKey, fmt.Sprintf("%s reaches section %q anyway", t.what(), s), "name each further section once")
		default:
			t.out.Reaches = append(t.out.Reaches, s)
		}
	}
}

func (t *tool) hints() {
	d := t.hintOf(t.set, t.receiverName())
	if d == nil || !d.Effect.Given() {
		pos, end := t.set.Tool.Pos, t.set.Tool.End
		if d != nil {
			pos, end = d.Pos, d.End
		}
		t.report(pos, end, diag.CodeMissingEffect, t.what()+" does not say what it does to the world", "add //mcp:hint readOnly, additive or destructive")
		return
	}
	t.out.Hints = ir.Hints{
		ReadOnly:    d.Effect.Value == "readOnly",
		Destructive: d.Effect.Value == "destructive",
		Idempotent:  d.Idempotent.Given(),
		OpenWorld:   !d.ClosedWorld.Given(),
	}
}

// entries turns //mcp:meta into JSON: a bare number, true or false is itself,
// everything else is text.
func entries(metas []*directive.Meta) []ir.Entry {
	var out []ir.Entry
	for _, m := range metas {
		value := json.RawMessage(m.Value.Value)
		if m.Quoted || !isLiteral(value) {
			value = schema.Quote(m.Value.Value)
		}
		out = append(out, ir.Entry{Key: m.Key.Value, Value: value})
	}
	return out
}

// isLiteral tells JSON numbers and booleans.
func isLiteral(text json.RawMessage) bool {
	return json.Valid(text) && !bytes.ContainsAny(text[:1], "\"[{n \t")
}

// policy reads what the runtime enforces per row.
func (t *tool) policy() {
	for _, s := range t.set.Scopes {
		t.out.Scopes = append(t.out.Scopes, s.Value)
	}
	if c := t.set.Cache; c != nil {
		t.out.Cache = c.TTL.Value
		t.given(c.Pos, c.End, "cache", "ttl=60s", c.TTL)
		if !t.out.Hints.ReadOnly {
			t.report(c.Pos, c.End, diag.CodeCacheWrites, t.what()+": cache on a tool that is not readOnly: a cached answer would stand for a change that never happened", "drop the cache")
		}
	}
	if l := t.set.Limit; l != nil {
		t.out.Timeout = l.Timeout.Value
		t.out.ResultLimit, _ = directive.ParseSize(cmp.Or(l.Result.Value, "0")) // the directive's own check
		t.given(l.Pos, l.End, "limit", "result=64KiB timeout=30s", l.Result, l.Timeout)
	}
}

// given reports a directive without any of its values.
func (t *tool) given(pos, end token.Pos, name, usage string, values ...directive.Text) {
	if !slices.ContainsFunc(values, directive.Text.Given) {
		t.report(pos, end, diag.CodeBadValue, fmt.Sprintf("%s: //mcp:%s says nothing", t.what(), name), "//mcp:"+name+" "+usage)
	}
}
