package directive

import (
	"fmt"
	"go/token"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// section takes exactly one word. broken tells that the line has a syntax error, which then is the reason why the
// name is missing.
func (a arguments) section(set *Set, args []arg, broken bool) {
	if len(args) == 0 {
		if !broken {
			a.report(a.line.pos, a.line.at(len(prefix+"section")), diag.CodeBadValue, "//mcp:section names no section", "//mcp:section NAME")
		}
		return
	}
	if args[0].key != "" {
		a.sectionKey(args[0])
		return
	}
	set.section(a.operand(args[0]), a.report)
	for _, extra := range args[1:] {
		a.report(a.line.at(extra.pos), a.line.at(extra.end), diag.CodeUnknownWord,
			fmt.Sprintf("%q follows the name in //mcp:section, which takes one name only", a.line.text[extra.pos:extra.end]), "remove it")
	}
}

// sectionKey explains that the name stands without a key.
func (a arguments) sectionKey(one arg) {
	a.report(a.line.at(one.pos), a.line.at(one.end), diag.CodeUnknownKey,
		fmt.Sprintf("unknown key %q in //mcp:section, which takes a name only", one.key), a.merger.spec.Usage())
}

// param takes the Go name of a parameter first, unless it stands on a field.
func (a arguments) param(set *Set, args []arg, at site, pos, end token.Pos, broken bool) {
	if at.place == FieldDoc {
		a.merger.spec.Operand = "" // the field is the parameter
		a.fieldParam(set.param(Text{}, pos, end), args, at)
		return
	}
	if len(args) == 0 && broken {
		return
	}
	if len(args) == 0 || args[0].key != "" || !token.IsIdentifier(args[0].word) {
		a.nameless(args)
		return
	}
	name := a.operand(args[0])
	a.merger.label += " " + name.Value
	a.into(set.param(name, pos, end).slots(), args[1:])
}

func (a arguments) nameless(args []arg) {
	pos, end := a.line.pos, a.line.at(len(prefix+"param"))
	if len(args) > 0 && args[0].key == "" {
		pos, end = a.line.at(args[0].pos), a.line.at(args[0].end)
	}
	a.report(pos, end, diag.CodeBadValue, "//mcp:param names no parameter",
		format("param", append([]arg{{word: "GONAME"}}, keyed(args)...), a.merger.spec.isList))
}

func keyed(args []arg) []arg {
	var list []arg
	for _, one := range args {
		if one.key != "" {
			list = append(list, one)
		}
	}
	return list
}

// fieldParam refuses one name for several fields; everything else holds for each of them.
func (a arguments) fieldParam(p *Param, args []arg, at site) {
	a.into(p.slots(), args)
	if at.names > 1 && p.Name.Given() {
		a.report(p.Name.Pos, p.Name.End, diag.CodeBadValue,
			fmt.Sprintf("one name for %d fields: %q", at.names, p.Name.Value), "declare the fields one by one")
		p.Name = Text{}
	}
}

func (a arguments) operand(one arg) Text {
	return Text{Value: one.word, Pos: a.line.at(one.pos), End: a.line.at(one.end)}
}
