package generator

import (
	"encoding/json"
	"fmt"
	"strconv"
	"strings"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// fields prints the table of an object's members and returns its name.
func (b *binding) fields(s *ir.Struct) *jen.Statement {
	if len(s.Fields) == 0 {
		return jen.Nil()
	}
	entries := make([]jen.Code, len(s.Fields))
	for i := range s.Fields {
		entries[i] = b.member(&s.Fields[i])
	}
	id := b.fresh("mcpFields" + s.Name)
	b.tables = append(b.tables, jen.Id(id).Op("=").Add(bd("Fields")).Add(block(entries)))
	return jen.Id(id)
}

func (b *binding) member(f *ir.Field) jen.Code {
	out := []jen.Code{jen.Id("Name").Op(":").Lit(f.Name)}
	if f.Required {
		out = append(out, jen.Id("Required").Op(":").Add(b.builtin("true")))
	}
	if f.Default != nil {
		out = append(out, jen.Id("Default").Op(":").Add(text(string(f.Default))))
	}
	return jen.Values(out...)
}

// rule prints the constraints of a value and returns their name; equal
// constraints share one.
func (b *binding) rule(t *ir.Type) *jen.Statement {
	constraints := constraintsOf(t)
	if len(constraints) == 0 {
		return jen.Nil()
	}
	key := ruleKey(t)
	if b.rules[key] == "" {
		b.rules[key] = b.fresh("mcpRule" + b.ruleName(t))
		b.tables = append(b.tables, jen.Id(b.rules[key]).Op("=").Add(bd("NewRule").Call(constraints...)))
	}
	return jen.Id(b.rules[key])
}

// ruleKey is equal for rules that print the same.
func ruleKey(t *ir.Type) string {
	raw, err := json.Marshal(t.Rules)
	if err != nil {
		panic(fmt.Sprintf("rules of %s: %v", t.Go, err)) // they are texts and numbers
	}
	if t.Kind == ir.KindFloat {
		return "float " + string(raw)
	}
	return string(raw)
}

// ruleName calls the rule of an enum type after the type, others after the
// place where they are used first.
func (b *binding) ruleName(t *ir.Type) string {
	name := t.Go[strings.LastIndexAny(t.Go, ".»")+1:]
	if t.Rules.Enum == nil || !identifierOnly(name) || predeclared[name] {
		return b.owner
	}
	return exported(name)
}

func identifierOnly(s string) bool {
	return s != "" && !strings.ContainsAny(s, "[]*{} ,;\"")
}

// constraintsOf prints the constraints that the primitive of this kind knows.
func constraintsOf(t *ir.Type) []jen.Code {
	r := t.Rules
	if r == nil || t.Kind == ir.KindText {
		return nil
	}
	var out []jen.Code
	if r.Enum != nil {
		out = append(out, enum(t))
	}
	bound := "Int"
	if t.Kind == ir.KindFloat {
		bound = "Float"
	}
	for _, c := range []struct{ name, value string }{{"Min" + bound, r.Min}, {"Max" + bound, r.Max}} {
		if c.value != "" {
			out = append(out, bd(c.name).Call(jen.Op(c.value)))
		}
	}
	for _, c := range []struct {
		name  string
		value *int
	}{{"MinLen", r.MinLen}, {"MaxLen", r.MaxLen}, {"MinItems", r.MinItems}, {"MaxItems", r.MaxItems}} {
		if c.value != nil {
			out = append(out, bd(c.name).Call(jen.Lit(*c.value)))
		}
	}
	for _, c := range []struct{ name, value string }{{"Pattern", r.Pattern}, {"Format", r.Format}} {
		if c.value != "" {
			out = append(out, bd(c.name).Call(raw(c.value)))
		}
	}
	return out
}

// enum prints the permitted values.
func enum(t *ir.Type) jen.Code {
	name := "OneOf"
	values := make([]jen.Code, len(t.Rules.Enum))
	for i, v := range t.Rules.Enum {
		values[i] = jen.Op(string(v))
		if t.Kind == ir.KindString {
			values[i] = jen.Lit(unquote(v))
		}
	}
	if t.Kind != ir.KindString {
		name = "OneOfInts"
	}
	return bd(name).Call(values...)
}

func unquote(v json.RawMessage) string {
	var s string
	if err := json.Unmarshal(v, &s); err != nil {
		panic(fmt.Sprintf("enum value %s is no JSON string: %v", v, err)) // the parser quoted it
	}
	return s
}

// raw prints expressions such as patterns without doubled backslashes.
func raw(s string) *jen.Statement {
	if strconv.CanBackquote(s) && strings.ContainsAny(s, `\"`) {
		return jen.Op("`" + s + "`")
	}
	return jen.Lit(s)
}
