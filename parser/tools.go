package parser

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"maps"
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
	*host
	file sourceFile
	decl *ast.FuncDecl
	set  *directive.Set
	fn   *types.Func
	out  ir.Tool

	receiver *types.Named // nil: a plain function
	pointer  bool         // the method has a pointer receiver
}

// tools reads the annotated functions of one file, in source order.
func (h *host) tools(s *ir.Server, f sourceFile) {
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
		if set.Tool != nil && f.Constrained == "" {
			t := &tool{host: h, file: f, decl: fn, set: set}
			t.read(s)
		}
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
	t.join(s)
}

// join adds the tool with its receiver.
func (t *tool) join(s *ir.Server) {
	t.out.Func.Receiver = -1
	if t.receiver != nil {
		t.out.Func.Receiver = addReceiver(s, t.receiver, t.pointer)
	}
	first := slices.IndexFunc(s.Tools, func(o ir.Tool) bool { return o.Name == t.out.Name })
	if first >= 0 {
		t.duplicate(&s.Tools[first])
	}
	s.Tools = append(s.Tools, t.out)
}

func (t *tool) duplicate(first *ir.Tool) {
	pos, end := t.at(t.set.Tool.Name)
	t.report(pos, end, diag.CodeDuplicateTool, fmt.Sprintf("tool %q is declared twice", t.out.Name), "give one of them another name with //mcp:tool name=")
	last := &t.problems[len(t.problems)-1]
	last.Related = append(last.Related, diag.Related{
		Pos:     diag.Position{File: t.relative(t.Dir + "/" + first.Pos.File), Line: first.Pos.Line, Column: first.Pos.Column},
		Message: "the other one",
	})
}

// lookup finds the type checker's view of the function.
func (t *tool) lookup() bool {
	id := t.decl.Name
	if t.decl.Recv == nil {
		t.fn, _ = t.Types.Scope().Lookup(id.Name).(*types.Func)
	} else if named := t.receiverType(); named != nil {
		t.receiver = named
		for m := range named.Methods() {
			if m.Name() == id.Name {
				t.fn = m
			}
		}
	}
	if t.fn == nil || t.fn.Pos() != id.Pos() {
		pos, end := name(id)
		if !t.refusedName() {
			t.report(pos, end, diag.CodeTypeError, id.Name+" does not type-check", "make `go vet` pass for this declaration")
		}
		return false
	}
	if r := t.fn.Signature().Recv(); r != nil {
		_, t.pointer = types.Unalias(r.Type()).(*types.Pointer)
	}
	return true
}

// everywhere reports a receiver that some builds do not have.
func (t *tool) everywhere() {
	if t.receiver != nil {
		pos, end := name(t.decl.Name)
		t.inputs.Everywhere(t.receiver, schema.Site{Pos: pos, End: end, Words: fmt.Sprintf("tool %q: receiver", t.out.Name)})
	}
}

// refusedName reports functions that nobody can call.
func (t *tool) refusedName() bool {
	id := t.decl.Name
	if id.Name != "_" && id.Name != "init" && id.Name != "main" {
		return false
	}
	t.refuse("a function called "+id.Name+" cannot be called", "give it another name")
	return true
}

func (t *tool) receiverType() *types.Named {
	id := embeddedName(t.decl.Recv.List[0].Type)
	if id == nil {
		return nil
	}
	obj := t.Types.Scope().Lookup(id.Name)
	if obj == nil {
		return nil
	}
	named, _ := types.Unalias(obj.Type()).(*types.Named)
	return named
}

// plausible refuses functions that have no fixed types.
func (t *tool) plausible() bool {
	switch {
	case t.fn.Signature().TypeParams().Len() > 0:
		t.refuse("a generic function cannot be a tool", "annotate a function that calls it with fixed types")
	case t.receiver != nil && t.receiver.TypeParams().Len() > 0:
		t.refuse("a method of a generic type cannot be a tool", "annotate a function that calls it with fixed types")
	case t.decl.Recv == nil && t.refusedName():
	default:
		return true
	}
	return false
}

func (t *tool) refuse(message, fix string) {
	pos, end := name(t.decl.Name)
	t.report(pos, end, diag.CodeBadSignature, message, fix)
}

func (t *tool) place() ir.Position {
	p := t.Fset.PositionFor(t.decl.Name.Pos(), false)
	return ir.Position{File: t.file.Name, Line: p.Line, Column: p.Column}
}

// at is the position of a value, or of the function if it was not given.
func (t *tool) at(v directive.Text) (pos, end token.Pos) {
	if v.Given() {
		return v.Pos, v.End
	}
	return name(t.decl.Name)
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
	if !toolName.MatchString(t.out.Name) {
		pos, end := t.at(n)
		t.report(pos, end, diag.CodeBadName, fmt.Sprintf("tool name %q", t.out.Name), "use 1 to 64 of the letters A-Z a-z, digits, _ and -")
	}
}

// governance decides section and hints, without which there is no tool.
func (t *tool) governance() {
	t.section()
	t.reaches()
	t.hints()
	t.policy()
	if t.out.Coerce && t.out.Hints.Destructive {
		t.report(t.set.Tool.Coerce.Pos, t.set.Tool.Coerce.End, diag.CodeCoerceDestructive,
			fmt.Sprintf("tool %q: coerce on a destructive tool: nothing is guessed where something is destroyed", t.out.Name), "drop coerce")
	}
}

func (t *tool) section() {
	s := t.sectionOf(t.set, t.receiverName())
	if s == nil {
		pos, end := t.set.Tool.Pos, t.set.Tool.End
		t.report(pos, end, diag.CodeMissingSection, fmt.Sprintf("tool %q belongs to no section, so nobody could be granted it", t.out.Name), "add //mcp:section NAME to the function, its receiver's type or the package")
		return
	}
	t.out.Section = s.Value
	if !isSection(s.Value) {
		t.report(s.Pos, s.End, diag.CodeBadName, fmt.Sprintf("section name %q", s.Value), sectionFix)
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
			t.report(l.Pos, l.End, diag.CodeDuplicateKey, fmt.Sprintf("tool %q reaches section %q anyway", t.out.Name, s), "name each further section once")
		default:
			t.out.Reaches = append(t.out.Reaches, s)
		}
	}
}

func (t *tool) receiverName() string {
	if t.receiver == nil {
		return ""
	}
	return t.receiver.Obj().Name()
}

func (t *tool) hints() {
	d := t.hintOf(t.set, t.receiverName())
	if d == nil || !d.Effect.Given() {
		pos, end := t.set.Tool.Pos, t.set.Tool.End
		if d != nil {
			pos, end = d.Pos, d.End
		}
		t.report(pos, end, diag.CodeMissingEffect, fmt.Sprintf("tool %q does not say what it does to the world", t.out.Name), "add //mcp:hint readOnly, additive or destructive")
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
	if c := t.set.Cache; c != nil {
		t.out.Cache = c.TTL.Value
		t.given(c.Pos, c.End, "cache", "ttl=60s", c.TTL)
		if !t.out.Hints.ReadOnly {
			t.report(c.Pos, c.End, diag.CodeCacheWrites, fmt.Sprintf("tool %q: cache on a tool that is not readOnly: a cached answer would stand for a change that never happened", t.out.Name), "drop the cache")
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
		t.report(pos, end, diag.CodeBadValue, fmt.Sprintf("tool %q: //mcp:%s says nothing", t.out.Name, name), "//mcp:"+name+" "+usage)
	}
}

// addReceiver returns the index of a receiver type; the list is sorted later,
// when all of them are known.
func addReceiver(s *ir.Server, named *types.Named, pointer bool) int {
	for i := range s.Receivers {
		if s.Receivers[i].Type == named.Obj().Name() {
			s.Receivers[i].Pointer = s.Receivers[i].Pointer || pointer
			return i
		}
	}
	s.Receivers = append(s.Receivers, ir.Receiver{Type: named.Obj().Name(), Pointer: pointer, Nilable: nilable(named)})
	return len(s.Receivers) - 1
}

func nilable(t types.Type) bool {
	switch t.Underlying().(type) {
	case *types.Map, *types.Slice, *types.Signature, *types.Chan, *types.Interface, *types.Pointer:
		return true
	}
	return false
}

// finish orders what was read and adds what needs all of it.
func (h *host) finish(s *ir.Server) {
	h.registryClash(s)
	h.constructors(s)
	sortReceivers(s)
	slices.SortStableFunc(s.Tools, func(a, b ir.Tool) int { return strings.Compare(a.Name, b.Name) })
	s.Inputs, s.Outputs = h.inputs.Structs(), h.outputs.Structs()
	s.Imports = maps.Clone(h.inputs.Imports())
	maps.Copy(s.Imports, h.outputs.Imports())
	if len(h.problems) == 0 {
		h.schemas(s)
		secrets(s)
	}
}

// sortReceivers orders the constructor's parameters by type name.
func sortReceivers(s *ir.Server) {
	order := make([]int, len(s.Receivers)) // new index to old
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return cmp.Compare(s.Receivers[a].Type, s.Receivers[b].Type) })
	sorted := make([]ir.Receiver, len(order))
	moved := make([]int, len(order))
	for to, from := range order {
		sorted[to], moved[from] = s.Receivers[from], to
	}
	s.Receivers = sorted
	for i := range s.Tools {
		if r := &s.Tools[i].Func.Receiver; *r >= 0 {
			*r = moved[*r]
		}
	}
}
