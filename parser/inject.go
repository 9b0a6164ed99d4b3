package parser

import (
	"fmt"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// injectable are the runtime's types that a function may ask for, and what it
// then is.
var injectable = []struct{ name, noun string }{
	{"Call", "tool"}, {"PromptCall", "prompt"}, {"ResourceCall", "resource"},
}

// injected names the runtime's type that a parameter is or points to, "" for one
// that the caller sends.
func injected(typ types.Type) string {
	typ = types.Unalias(typ)
	if p, ok := typ.(*types.Pointer); ok {
		typ = p.Elem()
	}
	for _, one := range injectable {
		if isNamed(typ, runtimePath, one.name) {
			return one.name
		}
	}
	return ""
}

// inject takes the call as a parameter. That of another kind, or a copy of it,
// nobody could pass.
func (t *target) inject(p parameter) {
	name := injected(p.v.Type())
	right := t.injectable()
	if name == right && isPointerTo(p.v.Type(), runtimePath, name) {
		t.param(ir.RoleCall)
		return
	}
	message, fix := fmt.Sprintf("%s: a %s is passed as a pointer", t.what(), name), "take a *mcprt."+name
	if name != right {
		message, fix = fmt.Sprintf("%s: a *%s is that of a %s", t.what(), name, nounOf(name)), "remove the parameter"
		if right != "" {
			fix = "take a *mcprt." + right
		}
	}
	t.report(p.pos, p.end, diag.CodeBadSignature, message, fix)
}

// injectable names the type that this function may ask for, "" if there is none.
func (t *target) injectable() string {
	for _, one := range injectable {
		if one.noun == t.noun {
			return one.name
		}
	}
	return ""
}

func nounOf(name string) string {
	for _, one := range injectable {
		if one.name == name {
			return one.noun
		}
	}
	return ""
}
