package parser

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// made is a //mcp:new function, kept until all receivers are known.
type made struct {
	decl     *ast.FuncDecl
	receiver string
	how      ir.Constructor
}

// constructor reads a //mcp:new function: func() T, func() (T, error),
// func(context.Context) (T, error).
func (h *host) constructor(decl *ast.FuncDecl) {
	fn, _ := h.Types.Scope().Lookup(decl.Name.Name).(*types.Func)
	if fn == nil || decl.Recv != nil || fn.Signature().TypeParams().Len() > 0 {
		h.badNew(decl, "it is no plain function")
		return
	}
	m := made{decl: decl, how: ir.Constructor{Func: decl.Name.Name}}
	params, results := fn.Signature().Params(), fn.Signature().Results()
	switch {
	case params.Len() == 0:
	case params.Len() == 1 && isNamed(params.At(0).Type(), "context", "Context"):
		m.how.Context = true
	default:
		h.badNew(decl, "it takes parameters other than a context")
		return
	}
	switch {
	case results.Len() == 1:
	case results.Len() == 2 && schema.IsError(results.At(1).Type()):
		m.how.Error = true
	default:
		h.badNew(decl, "it does not return T or (T, error)")
		return
	}
	m.receiver, m.how.Pointer = h.localType(results.At(0).Type())
	h.made = append(h.made, m)
}

// localType names a type of this package, through one pointer.
func (h *host) localType(t types.Type) (name string, pointer bool) {
	t = types.Unalias(t)
	if p, ok := t.(*types.Pointer); ok {
		t, pointer = types.Unalias(p.Elem()), true
	}
	if n, ok := t.(*types.Named); ok && n.Obj().Pkg() == h.Types {
		name = n.Obj().Name()
	}
	return name, pointer
}

func (h *host) badNew(decl *ast.FuncDecl, why string) {
	pos, end := name(decl.Name)
	h.report(pos, end, diag.CodeBadNew, fmt.Sprintf("%s cannot make a receiver: %s", decl.Name.Name, why), "use func() T, func() (T, error) or func(context.Context) (T, error)")
}

// constructors joins the //mcp:new functions with the receivers they make.
func (h *host) constructors(s *ir.Server) {
	for _, m := range h.made {
		r := receiverNamed(s, m.receiver)
		switch {
		case r == nil:
			h.badNew(m.decl, "no tool has the type that it returns as its receiver")
		case r.New != nil:
			h.badNew(m.decl, r.New.Func+" makes that receiver already")
		case r.Pointer && !m.how.Pointer || !r.Pointer && m.how.Pointer:
			h.badNew(m.decl, fmt.Sprintf("the tools need %s", receiverType(r)))
		default:
			r.New = &m.how
		}
	}
}

func receiverNamed(s *ir.Server, name string) *ir.Receiver {
	for i := range s.Receivers {
		if s.Receivers[i].Type == name {
			return &s.Receivers[i]
		}
	}
	return nil
}

func receiverType(r *ir.Receiver) string {
	if r.Pointer {
		return "*" + r.Type
	}
	return r.Type
}
