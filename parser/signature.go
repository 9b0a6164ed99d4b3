package parser

import (
	"fmt"
	"go/token"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// runtimePath is the import path of the types that can be injected.
const runtimePath = "github.com/mcpgen-go/mcpgen/runtime"

// sdkPath is where the result types that pass as written come from.
const sdkPath = "github.com/modelcontextprotocol/go-sdk/mcp"

// parameter is one parameter of an annotated function.
type parameter struct {
	v           *types.Var
	pos, end    token.Pos // its name, or its type if it has none
	description string
	variadic    bool
}

// signature reads the parameters and returns what the caller has to send.
func (t *target) signature() []parameter {
	t.call.Name = t.decl.Name.Name
	t.call.Source = t.source()
	t.call.Variadic = t.fn.Signature().Variadic()
	args := t.arguments(t.parameters())
	t.unknownParams(args)
	t.bindTo(args)
	return args
}

// source names the function for events and logs: pkg.Func, pkg.(*T).Method.
func (t *target) source() string {
	switch {
	case t.receiver == nil:
		return t.Path + "." + t.decl.Name.Name
	case t.pointer:
		return fmt.Sprintf("%s.(*%s).%s", t.Path, t.receiverName(), t.decl.Name.Name)
	}
	return fmt.Sprintf("%s.%s.%s", t.Path, t.receiverName(), t.decl.Name.Name)
}

// parameters pairs the type checker's parameters with their syntax.
func (t *target) parameters() []parameter {
	var out []parameter
	sig := t.fn.Signature()
	list := t.decl.Type.Params
	for i, field := range list.List {
		text := t.paramDoc(list, i)
		names := field.Names
		if len(names) == 0 {
			out = append(out, parameter{pos: field.Type.Pos(), end: field.Type.End(), description: text})
			continue
		}
		for _, id := range names {
			out = append(out, parameter{pos: id.Pos(), end: id.End(), description: text})
		}
	}
	for i := range out {
		out[i].v = sig.Params().At(i)
		out[i].variadic = sig.Variadic() && i == len(out)-1
	}
	return out
}

// arguments takes the context and the injected parameters off the front and
// returns what the caller has to send.
func (t *target) arguments(params []parameter) []parameter {
	var args []parameter
	for i, p := range params {
		switch {
		case isNamed(p.v.Type(), "context", "Context") && i == 0:
			t.param(ir.RoleContext)
		case isNamed(p.v.Type(), "context", "Context"):
			t.report(p.pos, p.end, diag.CodeBadSignature, t.what()+": a context that is not the first parameter", "take one context.Context, first")
		case injected(p.v.Type()) != "":
			t.inject(p)
		case p.v.Name() == "" || p.v.Name() == "_":
			t.report(p.pos, p.end, diag.CodeBadSignature, t.what()+": a parameter without a name has no argument name", "give it a name, which callers will use")
		default:
			t.call.Params = append(t.call.Params, ir.Param{Role: ir.RoleArgument, Field: p.v.Name()})
			args = append(args, p)
		}
	}
	return args
}

func (t *target) param(role ir.ParamRole) {
	t.call.Params = append(t.call.Params, ir.Param{Role: role})
}

func isNamed(typ types.Type, path, name string) bool {
	n, ok := types.Unalias(typ).(*types.Named)
	return ok && n.Obj().Pkg() != nil && n.Obj().Pkg().Path() == path && n.Obj().Name() == name
}

func isPointerTo(typ types.Type, path, name string) bool {
	p, ok := types.Unalias(typ).(*types.Pointer)
	return ok && isNamed(p.Elem(), path, name)
}

// unknownParams reports //mcp:param lines for parameters that do not exist, or
// that stand for a struct whose fields have their own.
func (t *target) unknownParams(args []parameter) {
	var known []string
	for _, p := range args {
		known = append(known, p.v.Name())
	}
	flat := t.whole(args)
	for _, d := range t.set.Params {
		switch {
		case flat:
			t.report(d.Go.Pos, d.Go.End, diag.CodeUnknownParam, t.what()+" takes one struct, whose fields are the arguments", "write //mcp:param without a name on the field")
		case t.paramOf(known, d) == "":
			t.report(d.Go.Pos, d.Go.End, diag.CodeUnknownParam, fmt.Sprintf("%s has no parameter %q%s", t.what(), d.Go.Value, diag.DidYouMean(d.Go.Value, known)), "name a parameter of the function")
		}
	}
}

func (t *target) paramOf(known []string, d *directive.Param) string {
	for _, k := range known {
		if k == d.Go.Value {
			return k
		}
	}
	return ""
}

// whole tells whether the only parameter is a struct that holds the arguments.
func (t *target) whole(args []parameter) bool {
	if len(args) != 1 || args[0].variadic {
		return false
	}
	typ := types.Unalias(args[0].v.Type())
	if p, ok := typ.(*types.Pointer); ok {
		typ = types.Unalias(p.Elem())
	}
	_, isStruct := typ.Underlying().(*types.Struct)
	return isStruct && !t.inputs.IsKnown(typ)
}

// bindTo resolves the arguments into the struct that the binder fills.
func (t *target) bindTo(args []parameter) {
	switch {
	case len(args) == 0:
	case t.whole(args):
		t.bindWhole(args[0])
	default:
		t.bindPlain(args)
	}
}

func (t *target) bindWhole(p parameter) {
	typ := p.v.Type()
	pointer, isPtr := types.Unalias(typ).(*types.Pointer)
	if isPtr {
		typ = pointer.Elem()
	}
	resolved := t.inputs.Type(typ, t.site(p))
	if resolved == nil {
		return
	}
	if resolved.Go == "" {
		t.unnameable(p.pos, p.end, fmt.Sprintf("parameter %q", p.v.Name()), typ)
		return
	}
	t.inputs.Whole(resolved)
	t.args = resolved.Struct
	for i := range t.call.Params {
		if p := &t.call.Params[i]; p.Role == ir.RoleArgument { // the only one
			*p = ir.Param{Role: ir.RoleWhole, Pointer: isPtr}
		}
	}
}

func (t *target) bindPlain(args []parameter) {
	fields := []ir.Field{}
	for _, p := range args {
		if f := t.argument(p); f != nil {
			fields = append(fields, *f)
		}
	}
	t.distinct(fields, args)
	t.args = t.inputs.Params(t.decl.Name.Name, fields)
}

func (t *target) argument(p parameter) *ir.Field {
	at := t.site(p)
	resolved := t.inputs.Type(p.v.Type(), at)
	if resolved == nil {
		return nil
	}
	if resolved.Go == "" {
		t.unnameable(p.pos, p.end, fmt.Sprintf("parameter %q", p.v.Name()), p.v.Type())
		return nil
	}
	f := &ir.Field{Name: p.v.Name(), Path: []ir.Step{{Name: p.v.Name()}}, Type: resolved, Description: p.description}
	f.Required = !p.variadic && resolved.Kind != ir.KindPointer && resolved.Kind != ir.KindOptional
	for _, d := range t.set.Params {
		if d.Go.Value == p.v.Name() {
			t.inputs.Apply(f, d, at)
		}
	}
	f.Description = t.inputs.WithEnum(f.Description, p.v.Type(), f.Type)
	return f
}

func (t *target) site(p parameter) schema.Site {
	return schema.Site{Pos: p.pos, End: p.end, Words: fmt.Sprintf("%s: parameter %q", t.what(), p.v.Name())}
}

func (t *target) unnameable(pos, end token.Pos, what string, typ types.Type) {
	t.report(pos, end, diag.CodeUnnameableType, fmt.Sprintf("%s: %s has a type that generated code cannot name: %s", t.what(), what, typ), "export the type, or declare a type of your own")
}

// distinct reports argument names that name= made equal.
func (t *target) distinct(fields []ir.Field, args []parameter) {
	seen := map[string]bool{}
	for i, f := range fields {
		if seen[f.Name] && i < len(args) {
			t.report(args[i].pos, args[i].end, diag.CodeDuplicateParam, fmt.Sprintf("%s: two arguments are called %q", t.what(), f.Name), "give one of them another name")
		}
		seen[f.Name] = true
	}
}
