package generator

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// constructor prints the function that a host calls, with its table of rows.
func (f *file) constructor() *jen.Statement {
	s := f.server
	receivers := f.receivers()
	params := make([]jen.Code, len(receivers))
	checks := make([]jen.Code, len(receivers))
	for i, r := range s.Receivers {
		params[i] = jen.Id(receivers[i]).Add(jen.Id(receiverType(r)))
		checks[i] = f.check(r, receivers[i])
	}
	rows := make([]jen.Code, len(s.Tools))
	for i := range s.Tools {
		rows[i] = f.row(&s.Tools[i], receivers)
	}
	args := []jen.Code{
		jen.Line().Add(f.identity()),
		jen.Line().Index().Add(rt("Receiver")).Add(block(checks)),
		jen.Line().Index().Add(rt("Row")).Add(block(rows)),
	}
	for _, part := range f.parts(receivers) {
		args = append(args, jen.Line().Add(part))
	}
	args = append(args, jen.Line())
	return f.doc(receivers).Func().Id(s.Registry).Params(params...).Op("*").Add(rt("Registry")).Block(
		jen.Return(rt("NewRegistry").Call(args...)),
	)
}

// doc shows how the constructor is used.
func (f *file) doc(receivers []string) *jen.Statement {
	call := fmt.Sprintf("%s(%s)", f.server.Registry, strings.Join(receivers, ", "))
	return jen.Comment(f.server.Registry + " returns " + offered(f.server) + " of this package for a server:").Line().
		Comment("//").Line().
		Comment("//\tsrv, err := mcprt.NewServer(" + call + ", mcprt.WithSections(policy))").Line()
}

// block is a composite literal's body with one element a line.
func block(elements []jen.Code) *jen.Statement {
	if len(elements) == 0 {
		return jen.Values()
	}
	return jen.Custom(jen.Options{Open: "{", Close: "}", Separator: ",", Multi: true}, elements...)
}

// receivers names the constructor's parameters after their types. The closures
// inside it have parameters of their own.
func (f *file) receivers() []string {
	out := make([]string, len(f.server.Receivers))
	seen := map[string]bool{f.local("a"): true, f.local("ctx"): true, f.local("call"): true}
	if len(f.server.Completions) > 0 {
		seen[f.local("value")] = true
	}
	for i, r := range f.server.Receivers {
		id := lowerFirst(r.Type)
		if seen[id] || !f.free(id) {
			id += "Receiver"
		}
		for n := 2; seen[id] || !f.free(id); n++ {
			id = fmt.Sprintf("%sReceiver%d", lowerFirst(r.Type), n)
		}
		seen[id] = true
		out[i] = id
	}
	return out
}

// lowerFirst lowers the leading capitals: HTTPServer becomes httpServer.
func lowerFirst(s string) string {
	r := []rune(s)
	for i := range r {
		if !unicode.IsUpper(r[i]) || i > 0 && i+1 < len(r) && unicode.IsLower(r[i+1]) {
			break
		}
		r[i] = unicode.ToLower(r[i])
	}
	return string(r)
}

func receiverType(r ir.Receiver) string {
	if r.Pointer {
		return "*" + r.Type
	}
	return r.Type
}

// check tells NewServer about a receiver that is nil.
func (f *file) check(r ir.Receiver, id string) jen.Code {
	isNil := f.builtin("false")
	if r.Pointer || r.Nilable {
		isNil = jen.Id(id).Op("==").Nil()
	}
	return jen.Values(jen.Id("Type").Op(":").Lit(receiverType(r)), jen.Id("Nil").Op(":").Add(isNil))
}

func (f *file) identity() *jen.Statement {
	s := f.server
	entries := []jen.Code{jen.Id("Name").Op(":").Lit(s.Name)}
	for _, e := range []struct{ key, value string }{{"Version", s.Version}, {"Title", s.Title}, {"Instructions", s.Instructions}} {
		if e.value != "" {
			entries = append(entries, jen.Id(e.key).Op(":").Lit(e.value))
		}
	}
	return rt("Identity").Values(entries...)
}

// row prints one tool of the table.
func (f *file) row(t *ir.Tool, receivers []string) jen.Code {
	id := f.id(toolCallee(t))
	var out []jen.Code
	add := func(key string, value jen.Code) { out = append(out, jen.Id(key).Op(":").Add(value)) }
	add("Name", jen.Lit(t.Name))
	if t.Title != "" {
		add("Title", jen.Lit(t.Title))
	}
	add("Section", jen.Lit(t.Section))
	add("Hints", f.hints(t.Hints))
	add("Source", jen.Lit(t.Func.Source))
	if t.Strict {
		add("Strict", f.builtin("true"))
	}
	if t.Coerce {
		add("Coerce", f.builtin("true"))
	}
	f.policy(t, add)
	if t.Meta != nil {
		add("Meta", jen.Index().Add(rt("Entry")).Values(metaEntries(t.Meta)...))
	}
	if t.Refusals {
		add("ShowRefusals", f.builtin("true"))
	}
	if t.Description != "" {
		add("Description", description(t.Description))
	}
	add("Input", f.schema("mcpInput", id, t.Input))
	if t.Output != nil {
		add("Output", f.schema("mcpOutput", id, t.Output))
	}
	add("Handler", f.handler(t, id, receivers))
	return block(out)
}

func literals(list []string) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, s := range list {
		out[i] = jen.Lit(s)
	}
	return out
}

func metaEntries(list []ir.Entry) []jen.Code {
	out := make([]jen.Code, len(list))
	for i, e := range list {
		out[i] = jen.Values(jen.Id("Key").Op(":").Lit(e.Key), jen.Id("Value").Op(":").Add(text(string(e.Value))))
	}
	return out
}

func description(s string) *jen.Statement {
	if strings.Contains(s, "\n") {
		return text(s)
	}
	return jen.Lit(s)
}

// hints prints all four, so that a reviewer sees what clients are told.
func (f *file) hints(h ir.Hints) *jen.Statement {
	entry := func(key string, v bool) jen.Code { return jen.Id(key).Op(":").Add(f.builtin(strconv.FormatBool(v))) }
	return rt("Hints").Values(entry("ReadOnly", h.ReadOnly), entry("Destructive", h.Destructive), entry("Idempotent", h.Idempotent), entry("OpenWorld", h.OpenWorld))
}
