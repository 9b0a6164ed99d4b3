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

// handler prints binder, call and encoder of one tool.
func (f *file) handler(t *ir.Tool, id string, receivers []string) *jen.Statement {
	args := []jen.Code{f.toolBinder(t, id), f.call(t, receivers)}
	if t.Result.Shape == ir.ShapeObject || t.Result.Shape == ir.ShapeWrapped {
		args = append(args, jen.Id(f.resultEncoder(t, id)))
	}
	return rt(handlers[t.Result.Shape]).Custom(jen.Options{Open: "(", Close: ")", Separator: ",", Multi: true}, args...)
}

// toolBinder is the binder of the arguments, nil if there are none.
func (f *file) toolBinder(t *ir.Tool, id string) *jen.Statement {
	if t.Args < 0 {
		return jen.Nil()
	}
	if f.server.Inputs[t.Args].Params {
		f.argumentStruct(t, id)
	}
	return jen.Id(f.binder(t.Args))
}

// argumentStruct declares the struct that plain parameters are bound to.
func (f *file) argumentStruct(t *ir.Tool, id string) {
	var fields []jen.Code
	for _, field := range f.server.Inputs[t.Args].Fields {
		fields = append(fields, jen.Id(field.Path[0].Name).Add(f.qualified(field.Type.Go)))
	}
	name := f.fresh("mcpArgs" + id)
	f.arguments[t.Args] = name
	doc := jen.Comment(fmt.Sprintf("%s holds the arguments of tool %s.", name, t.Name)).Line()
	f.functions = append(f.functions, doc.Type().Id(name).Struct(fields...))
}

// argsType spells the type of the arguments.
func (f *file) argsType(t *ir.Tool) *jen.Statement {
	if t.Args < 0 {
		return jen.Struct()
	}
	return f.inputType(t.Args)
}

// call prints the closure that calls the host's function.
func (f *file) call(t *ir.Tool, receivers []string) *jen.Statement {
	ctx, call, a := jen.Id("_"), jen.Id("_"), jen.Id("_")
	var args []jen.Code
	for i, p := range t.Func.Params {
		switch p.Role {
		case ir.RoleContext:
			ctx = jen.Id(f.local("ctx"))
			args = append(args, ctx.Clone())
		case ir.RoleCall:
			call = jen.Id(f.local("call"))
			args = append(args, call.Clone())
		default:
			a = jen.Id(f.local("a"))
			args = append(args, f.argument(t, p, i == len(t.Func.Params)-1))
		}
	}
	params := []jen.Code{
		ctx.Clone().Qual(contextPath, "Context"),
		call.Clone().Op("*").Add(rt("Call")),
		a.Clone().Op("*").Add(f.argsType(t)),
	}
	target := jen.Id(t.Func.Name)
	if t.Func.Receiver >= 0 {
		target = jen.Id(receivers[t.Func.Receiver]).Dot(t.Func.Name)
	}
	return jen.Func().Params(params...).Add(f.results(t)).Block(f.body(t, target.Call(args...))...)
}

// argument is what one parameter receives.
func (f *file) argument(t *ir.Tool, p ir.Param, last bool) jen.Code {
	a := jen.Id(f.local("a"))
	if p.Role == ir.RoleWhole {
		if p.Pointer {
			return a
		}
		return jen.Op("*").Add(a)
	}
	field := a.Dot(p.Field)
	if t.Func.Variadic && last {
		return field.Op("...")
	}
	return field
}

func (f *file) results(t *ir.Tool) *jen.Statement {
	value := f.resultType(t)
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
func (f *file) body(t *ir.Tool, call *jen.Statement) []jen.Code {
	switch {
	case t.Func.Error:
		return []jen.Code{jen.Return(call)}
	case t.Result.Shape == ir.ShapeNothing:
		return []jen.Code{call, jen.Return(jen.Nil())}
	}
	return []jen.Code{jen.Return(call, jen.Nil())}
}
