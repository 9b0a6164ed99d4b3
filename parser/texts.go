package parser

import (
	"fmt"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// publicName is the given name, or the function's.
func (t *target) publicName(given directive.Text) string {
	if given.Given() {
		return given.Value
	}
	return snake(t.decl.Name.Name)
}

// fields returns the members of the arguments.
func (t *target) fields() []ir.Field {
	if t.args < 0 {
		return nil
	}
	return t.inputs.Structs()[t.args].Fields
}

// texts reports parameters that cannot be sent as one text: prompts have strings
// as arguments, and so do templates.
func (t *target) texts(args []parameter) {
	for _, f := range t.fields() {
		p := parameterOf(args, f)
		if !scalar(f.Type) {
			t.report(p.pos, p.end, diag.CodeUnsupportedType, fmt.Sprintf("%s: argument %q is no single text", t.what(), f.Name), "use a string, bool, number, time or another type with a text form")
		}
		if f.Header != "" {
			at := t.inputs.HeaderOf(&f)
			t.report(at.Pos, at.End, diag.CodeMisplaced, fmt.Sprintf("%s: argument %q has a header, which only tools do", t.what(), f.Name), "remove header=")
		}
		if f.Secret {
			t.report(p.pos, p.end, diag.CodeMisplaced, fmt.Sprintf("%s: argument %q is secret, which only says how the call of a tool is recorded", t.what(), f.Name), "remove secret")
		}
	}
}

// parameterOf finds the parameter that a field belongs to: its own, or the
// struct that holds it.
func parameterOf(args []parameter, f ir.Field) parameter {
	for _, p := range args {
		if p.v.Name() == f.Path[0].Name {
			return p
		}
	}
	return args[0]
}

// scalars are the kinds that are one text.
var scalars = []ir.Kind{
	ir.KindBool, ir.KindInt, ir.KindUint, ir.KindFloat, ir.KindString,
	ir.KindTime, ir.KindDuration, ir.KindURL, ir.KindBigInt, ir.KindText,
}

func scalar(t *ir.Type) bool {
	if t.Kind == ir.KindPointer || t.Kind == ir.KindOptional {
		t = t.Elem
	}
	return slices.Contains(scalars, t.Kind)
}
