package generator

import (
	"fmt"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// place is a variable that generated code reads or fills: an expression for the
// value itself, or one for a pointer to it.
type place struct {
	expr    *jen.Statement
	pointer bool
}

func value(expr *jen.Statement) place   { return place{expr: expr} }
func pointed(expr *jen.Statement) place { return place{expr: expr, pointer: true} }

// addr is a pointer to the variable.
func (p place) addr() *jen.Statement {
	if p.pointer {
		return p.expr.Clone()
	}
	return jen.Op("&").Add(p.expr.Clone())
}

// load is the value.
func (p place) load() *jen.Statement {
	if p.pointer {
		return jen.Op("*").Add(p.expr.Clone())
	}
	return p.expr.Clone()
}

// follow is what the pointer in the variable points to.
func (p place) follow() place {
	if p.pointer {
		return pointed(jen.Parens(p.load()))
	}
	return pointed(p.load())
}

// dot selects a field; Go looks through the pointer by itself.
func (p place) dot(name string) place { return value(p.expr.Clone().Dot(name)) }

// at selects an element.
func (p place) at(index *jen.Statement) place {
	if p.pointer {
		return value(jen.Parens(p.load()).Index(index))
	}
	return value(p.expr.Clone().Index(index))
}

// nested is the name of a variable at a depth of nesting: p, p2, p3.
func (f *file) nested(base string, depth int) *jen.Statement {
	if depth > 0 {
		base = fmt.Sprintf("%s%d", base, depth+1)
	}
	return jen.Id(f.local(base))
}

// conversion converts to a basic type unless the value has it already.
func (n *names) conversion(t *ir.Type, basic string, v *jen.Statement) *jen.Statement {
	if t.Go == basic && !n.taken[basic] || t.Go == "«"+predeclaredPath+"»."+exported(basic) {
		return v
	}
	return n.builtin(basic).Call(v)
}
