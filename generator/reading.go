package generator

import (
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// offered says in words what a package offers.
func offered(s *ir.Server) string {
	var words []string
	for _, kind := range []struct {
		name string
		n    int
	}{{"tools", len(s.Tools)}, {"prompts", len(s.Prompts)}, {"resources", len(s.Resources)}} {
		if kind.n > 0 {
			words = append(words, kind.name)
		}
	}
	switch n := len(words); n {
	case 0, 1:
		return "the " + strings.Join(words, "")
	default:
		return "the " + strings.Join(words[:n-1], ", ") + " and " + words[n-1]
	}
}

// parts prints what a registry has besides tools.
func (f *file) parts(receivers []string) []jen.Code {
	var prompts, resources, completions, out []jen.Code
	for i := range f.server.Prompts {
		prompts = append(prompts, f.prompt(&f.server.Prompts[i], receivers))
	}
	for i := range f.server.Resources {
		resources = append(resources, f.resource(&f.server.Resources[i], receivers))
	}
	for i := range f.server.Completions {
		completions = append(completions, f.completion(&f.server.Completions[i], receivers))
	}
	for _, part := range []struct {
		name string
		rows []jen.Code
	}{{"Prompts", prompts}, {"Resources", resources}, {"Completions", completions}} {
		if len(part.rows) > 0 {
			out = append(out, rt(part.name).Add(block(part.rows)))
		}
	}
	return out
}

// members collects the fields of a literal, empty texts left out.
type members []jen.Code

func (m *members) add(key string, value jen.Code) {
	*m = append(*m, jen.Id(key).Op(":").Add(value))
}

func (m *members) text(key, value string) {
	if value != "" {
		m.add(key, description(value))
	}
}

// promptHandlers names the runtime's constructors by result shape.
var promptHandlers = map[ir.ResultShape]string{
	ir.ShapeText:     "PromptText",
	ir.ShapeMessages: "PromptMessages",
	ir.ShapeRaw:      "PromptResult",
}

// prompt prints one prompt of the table.
func (f *file) prompt(p *ir.Prompt, receivers []string) jen.Code {
	c := callee{"prompt " + p.Name, &p.Func, p.Args}
	var out members
	out.text("Name", p.Name)
	out.text("Title", p.Title)
	out.text("Section", p.Section)
	out.text("Source", p.Func.Source)
	out.text("Description", p.Description)
	if len(p.Arguments) > 0 {
		out.add("Arguments", jen.Index().Add(rt("PromptArgument")).Add(block(f.promptArguments(p))))
	}
	args := []jen.Code{f.argsBinder(c, f.id(c)), f.call(c, receivers, "PromptCall", f.promptType(p))}
	out.add("Handler", calling(promptHandlers[p.Result.Shape], args))
	return block(out)
}

func (f *file) promptArguments(p *ir.Prompt) []jen.Code {
	var rows []jen.Code
	for _, a := range p.Arguments {
		var out members
		out.text("Name", a.Name)
		out.text("Description", a.Description)
		if a.Required {
			out.add("Required", f.builtin("true"))
		}
		rows = append(rows, jen.Values(out...))
	}
	return rows
}

func (f *file) promptType(p *ir.Prompt) *jen.Statement {
	switch p.Result.Shape {
	case ir.ShapeMessages:
		return jen.Index().Op("*").Qual(sdkPath, "PromptMessage")
	case ir.ShapeRaw:
		return jen.Op("*").Qual(sdkPath, "GetPromptResult")
	}
	return f.builtin("string")
}

// resourceHandlers names the runtime's constructors by result shape.
var resourceHandlers = map[ir.ResultShape]string{
	ir.ShapeText: "ResourceText",
	ir.ShapeBlob: "ResourceBlob",
	ir.ShapeJSON: "ResourceJSON",
	ir.ShapeRaw:  "ResourceResult",
}

// resource prints one resource or template of the table.
func (f *file) resource(r *ir.Resource, receivers []string) jen.Code {
	c := callee{"resource " + r.Name, &r.Func, r.Args}
	var out members
	out.text("URI", r.URI)
	out.text("Name", r.Name)
	out.text("Title", r.Title)
	out.text("MIMEType", r.MIME)
	out.text("Section", r.Section)
	out.text("Source", r.Func.Source)
	out.text("Description", r.Description)
	args := []jen.Code{f.argsBinder(c, f.id(c)), f.call(c, receivers, "ResourceCall", f.resourceType(r))}
	if r.Result.Shape == ir.ShapeJSON {
		args = append(args, jen.Id(f.valueEncoder(f.id(c), "the contents of "+c.what, r.Result.Type, func(w *writing, v place) []jen.Code {
			return w.element(r.Result.Type, v, 0)
		})))
	}
	out.add("Handler", calling(resourceHandlers[r.Result.Shape], args))
	return block(out)
}

func (f *file) resourceType(r *ir.Resource) *jen.Statement {
	switch r.Result.Shape {
	case ir.ShapeText:
		return f.builtin("string")
	case ir.ShapeBlob:
		return jen.Index().Add(f.builtin("byte"))
	case ir.ShapeRaw:
		return jen.Op("*").Qual(sdkPath, "ReadResourceResult")
	}
	return f.qualified(r.Result.Type.Go)
}

// completion prints one completion of the table.
func (f *file) completion(c *ir.Completion, receivers []string) jen.Code {
	var out members
	out.text("Prompt", c.Prompt)
	out.text("URI", c.URI)
	out.text("Argument", c.Argument)
	out.text("Source", c.Func.Source)
	out.add("Complete", f.completing(c, receivers))
	return block(out)
}

// completing prints the closure that calls the host's function.
func (f *file) completing(c *ir.Completion, receivers []string) jen.Code {
	ctx, typed := jen.Id("_"), jen.Id(f.local("value"))
	var args []jen.Code
	for _, p := range c.Func.Params {
		if p.Role == ir.RoleContext {
			ctx = jen.Id(f.local("ctx"))
			args = append(args, ctx.Clone())
		}
	}
	result := jen.Index().Add(f.builtin("string"))
	target := callee{fn: &c.Func, args: -1}
	call := f.function(target, receivers).Call(append(args, typed.Clone())...)
	return jen.Func().Params(ctx.Clone().Qual(contextPath, "Context"), typed.Clone().Add(f.builtin("string"))).
		Add(f.results(result)).Block(body(target, result, call)...)
}
