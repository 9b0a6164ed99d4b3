package generator

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// handlers names the runtime's constructors by result shape.
var handlers = map[ir.ResultShape]string{
	ir.ShapeNothing: "Nothing",
	ir.ShapeText:    "Text",
	ir.ShapeObject:  "Structured",
	ir.ShapeWrapped: "Structured",
	ir.ShapeContent: "Contents",
	ir.ShapeRaw:     "Result",
}

// callee is a host function that generated code calls.
type callee struct {
	what string   // tool list_tasks, prompt plan_day
	fn   *ir.Func // how it is called
	args int      // the struct that holds the arguments, or -1
}

func toolCallee(t *ir.Tool) callee { return callee{"tool " + t.Name, &t.Func, t.Args} }

// id is the part of generated names that stands for the function.
func (f *file) id(c callee) string {
	if c.args >= 0 && f.server.Inputs[c.args].Params {
		return f.server.Inputs[c.args].Name
	}
	return exported(c.fn.Name)
}

// handler prints binder, call and encoder of one tool.
func (f *file) handler(t *ir.Tool, id string, receivers []string) *jen.Statement {
	c := toolCallee(t)
	args := []jen.Code{f.argsBinder(c, id), f.call(c, receivers, "Call", f.resultType(t))}
	if t.Result.Shape == ir.ShapeObject || t.Result.Shape == ir.ShapeWrapped {
		args = append(args, jen.Id(f.resultEncoder(t, id)))
	}
	return calling(handlers[t.Result.Shape], args)
}

// calling calls a constructor of the runtime with one argument a line.
func calling(constructor string, args []jen.Code) *jen.Statement {
	return rt(constructor).Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, args...)
}

// argsBinder is the binder of the arguments, nil if there are none.
func (f *file) argsBinder(c callee, id string) *jen.Statement {
	if c.args < 0 {
		return jen.Nil()
	}
	if f.server.Inputs[c.args].Params {
		f.argumentStruct(c, id)
	}
	return jen.Id(f.binder(c.args))
}

// argumentStruct declares the struct that plain parameters are bound to.
func (f *file) argumentStruct(c callee, id string) {
	var fields []jen.Code
	for _, field := range f.server.Inputs[c.args].Fields {
		fields = append(fields, jen.Id(field.Path[0].Name).Add(f.qualified(field.Type.Go)))
	}
	name := f.fresh("mcpArgs" + id)
	f.arguments[c.args] = name
	doc := jen.Comment(fmt.Sprintf("%s holds the arguments of %s.", name, c.what)).Line()
	f.functions = append(f.functions, doc.Type().Id(name).Struct(fields...))
}

// argsType spells the type of the arguments.
func (f *file) argsType(c callee) *jen.Statement {
	if c.args < 0 {
		return jen.Struct()
	}
	return f.inputType(c.args)
}

// call prints the closure that calls the host's function. injected is the
// runtime's type of the call; a nil result is a function that returns an error at
// most.
func (f *file) call(c callee, receivers []string, injected string, result *jen.Statement) *jen.Statement {
	ctx, call, a := jen.Id("_"), jen.Id("_"), jen.Id("_")
	var args []jen.Code
	for i, p := range c.fn.Params {
		switch p.Role {
		case ir.RoleContext:
			ctx = jen.Id(f.local("ctx"))
			args = append(args, ctx.Clone())
		case ir.RoleCall:
			call = jen.Id(f.local("call"))
			args = append(args, call.Clone())
		default:
			a = jen.Id(f.local("a"))
			args = append(args, f.argument(c, p, i == len(c.fn.Params)-1))
		}
	}
	params := []jen.Code{
		ctx.Clone().Qual(contextPath, "Context"),
		call.Clone().Op("*").Add(rt(injected)),
		a.Clone().Op("*").Add(f.argsType(c)),
	}
	return jen.Func().Params(params...).Add(f.results(result)).Block(body(c, result, f.function(c, receivers).Call(args...))...)
}

// function names the host's function.
func (f *file) function(c callee, receivers []string) *jen.Statement {
	if c.fn.Receiver >= 0 {
		return jen.Id(receivers[c.fn.Receiver]).Dot(c.fn.Name)
	}
	return jen.Id(c.fn.Name)
}

// argument is what one parameter receives.
func (f *file) argument(c callee, p ir.Param, last bool) jen.Code {
	a := jen.Id(f.local("a"))
	if p.Role == ir.RoleWhole {
		if p.Pointer {
			return a
		}
		return jen.Op("*").Add(a)
	}
	field := a.Dot(p.Field)
	if c.fn.Variadic && last {
		return field.Op("...")
	}
	return field
}

func (f *file) results(value *jen.Statement) *jen.Statement {
	if value == nil {
		return f.builtin("error")
	}
	return jen.Params(value, f.builtin("error"))
}

func (f *file) resultType(t *ir.Tool) *jen.Statement {
	switch t.Result.Shape {
	case ir.ShapeNothing:
		return nil
	case ir.ShapeText:
		return f.builtin("string")
	case ir.ShapeContent:
		return jen.Index().Qual(sdkPath, "Content")
	case ir.ShapeRaw:
		return jen.Op("*").Qual(sdkPath, "CallToolResult")
	}
	return f.qualified(t.Result.Type.Go)
}

// body turns the four result lists of Go into (T, error) or error.
func body(c callee, result, call *jen.Statement) []jen.Code {
	switch {
	case c.fn.Error:
		return []jen.Code{jen.Return(call)}
	case result == nil:
		return []jen.Code{call, jen.Return(jen.Nil())}
	}
	return []jen.Code{jen.Return(call, jen.Nil())}
}
