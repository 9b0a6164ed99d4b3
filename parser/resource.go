package parser

import (
	"fmt"
	"go/types"
	"mime"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
	"github.com/mcpgen-go/mcpgen/runtime/uri"
)

// jsonType is the MIME type of what is written as JSON.
const jsonType = "application/json"

// resource is one //mcp:resource function while it is read.
type resource struct {
	target
	out ir.Resource
}

// read resolves one resource and adds it.
func (t *resource) read(s *ir.Server) {
	if !t.lookup() || !t.plausible() {
		return
	}
	d := t.set.Resource
	t.out.Name = t.publicName(d.Name)
	t.called = t.out.Name
	t.out.URI, t.out.Title, t.out.MIME = d.URI.Value, d.Title.Value, d.MIME.Value
	t.out.Description, t.out.Pos = directive.StripDoc(t.decl.Doc), t.place()
	t.everywhere()
	t.out.Section = t.section()
	args := t.signature()
	t.texts(args)
	t.address(args)
	t.mime()
	t.results()
	t.join(s)
}

func (t *resource) mime() {
	d := t.set.Resource.MIME
	if _, _, err := mime.ParseMediaType(d.Value); d.Given() && (err != nil || !strings.Contains(d.Value, "/")) {
		t.report(d.Pos, d.End, diag.CodeBadValue, fmt.Sprintf("%s: mime=%s is no MIME type", t.what(), d.Value), "write a type such as text/markdown")
	}
}

// address checks the URI, and that every variable has a parameter.
func (t *resource) address(args []parameter) {
	d := t.set.Resource
	if !d.URI.Given() {
		t.report(t.pos, t.end, diag.CodeBadURI, t.what()+" has no uri=", "//mcp:resource uri=SCHEME://PATH")
		return
	}
	pattern, err := uri.Parse(d.URI.Value)
	if err != nil {
		t.report(d.URI.Pos, d.URI.End, diag.CodeBadURI, fmt.Sprintf("%s: uri=%s %v", t.what(), d.URI.Value, err), "write a URI such as tasks://all, or a template such as tasks://{id}")
		return
	}
	t.out.Variables = pattern.Variables()
	fields := t.fields()
	for _, v := range t.out.Variables {
		if !slices.ContainsFunc(fields, func(f ir.Field) bool { return f.Name == v }) {
			t.report(d.URI.Pos, d.URI.End, diag.CodeUnmatchedVariable, fmt.Sprintf("%s: variable %q has no parameter", t.what(), v), "name a parameter so, or give one that name with //mcp:param name=")
		}
	}
	for _, f := range fields {
		if !slices.Contains(t.out.Variables, f.Name) {
			p := parameterOf(args, f)
			t.report(p.pos, p.end, diag.CodeUnmatchedVariable, fmt.Sprintf("%s: argument %q is no variable of the uri", t.what(), f.Name), "put {"+f.Name+"} into the uri, or remove the parameter")
		}
	}
}

// results accepts text, bytes and everything that has a JSON form.
func (t *resource) results() {
	const fix = "return string, []byte, *mcp.ReadResourceResult or a value, with or without an error"
	typ, ok := t.value(fix)
	switch {
	case !ok:
	case typ == nil:
		t.badResults(fix)
	case resourceShape(typ) != "":
		t.out.Result.Shape = resourceShape(typ)
	default:
		if resolved := t.encodable(typ); resolved != nil {
			t.out.Result = ir.Result{Shape: ir.ShapeJSON, Type: resolved}
		}
		if t.out.MIME == "" {
			t.out.MIME = jsonType
		}
	}
}

func resourceShape(typ types.Type) ir.ResultShape {
	switch {
	case types.Identical(typ, types.Typ[types.String]):
		return ir.ShapeText
	case types.Identical(typ, types.NewSlice(types.Typ[types.Byte])):
		return ir.ShapeBlob
	case isPointerTo(typ, sdkPath, "ReadResourceResult"):
		return ir.ShapeRaw
	}
	return ""
}

// join adds the resource.
func (t *resource) join(s *ir.Server) {
	t.out.Func, t.out.Args = t.finished(s), t.args
	first := slices.IndexFunc(s.Resources, func(o ir.Resource) bool { return o.URI == t.out.URI && o.URI != "" })
	if first >= 0 {
		t.duplicate(t.set.Resource.URI, diag.CodeDuplicateResource, s.Resources[first].Pos, "give one of them another uri=")
	}
	s.Resources = append(s.Resources, t.out)
}
