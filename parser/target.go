package parser

import (
	"fmt"
	"go/ast"
	"go/token"
	"go/types"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// target is one annotated function while it is read: what tools, prompts,
// resources and completions have in common.
type target struct {
	*host
	file     sourceFile
	decl     *ast.FuncDecl
	set      *directive.Set
	fn       *types.Func
	noun     string    // tool, prompt, resource, completion
	pos, end token.Pos // of the directive that makes it one

	called string // its name, as messages give it
	call   ir.Func
	args   int // index of the arguments in the inputs, or -1

	receiver *types.Named // nil: a plain function
	pointer  bool         // the method has a pointer receiver
}

// what names the target in a message: tool "refund".
func (t *target) what() string { return fmt.Sprintf("%s %q", t.noun, t.called) }

// as says what the function is.
func (t target) as(noun string, pos, end token.Pos) target {
	t.noun, t.pos, t.end = noun, pos, end
	return t
}

// finished returns how the function is called, with its receiver.
func (t *target) finished(s *ir.Server) ir.Func {
	t.call.Receiver = -1
	if t.receiver != nil {
		t.call.Receiver = addReceiver(s, t.receiver, t.pointer)
	}
	return t.call
}

// duplicate reports the second of two of one name.
func (t *target) duplicate(called directive.Text, code diag.Code, first ir.Position, fix string) {
	pos, end := t.at(called)
	t.report(pos, end, code, t.what()+" is declared twice", fix)
	last := &t.problems[len(t.problems)-1]
	last.Related = append(last.Related, diag.Related{
		Pos:     diag.Position{File: t.relative(t.Dir + "/" + first.File), Line: first.Line, Column: first.Column},
		Message: "the other one",
	})
}

// lookup finds the type checker's view of the function.
func (t *target) lookup() bool {
	id := t.decl.Name
	if t.decl.Recv == nil {
		t.fn, _ = t.Types.Scope().Lookup(id.Name).(*types.Func)
	} else if named := t.receiverType(); named != nil {
		t.receiver = named
		for m := range named.Methods() {
			if m.Name() == id.Name {
				t.fn = m
			}
		}
	}
	if t.fn == nil || t.fn.Pos() != id.Pos() {
		pos, end := name(id)
		if !t.refusedName() {
			t.report(pos, end, diag.CodeTypeError, id.Name+" does not type-check", "make `go vet` pass for this declaration")
		}
		return false
	}
	if r := t.fn.Signature().Recv(); r != nil {
		_, t.pointer = types.Unalias(r.Type()).(*types.Pointer)
	}
	return true
}

// everywhere reports a receiver that some builds do not have.
func (t *target) everywhere() {
	if t.receiver != nil {
		pos, end := name(t.decl.Name)
		t.inputs.Everywhere(t.receiver, schema.Site{Pos: pos, End: end, Words: t.what() + ": receiver"})
	}
}

// refusedName reports functions that nobody can call.
func (t *target) refusedName() bool {
	id := t.decl.Name
	if id.Name != "_" && id.Name != "init" && id.Name != "main" {
		return false
	}
	t.refuse("a function called "+id.Name+" cannot be called", "give it another name")
	return true
}

func (t *target) receiverType() *types.Named {
	id := embeddedName(t.decl.Recv.List[0].Type)
	if id == nil {
		return nil
	}
	obj := t.Types.Scope().Lookup(id.Name)
	if obj == nil {
		return nil
	}
	named, _ := types.Unalias(obj.Type()).(*types.Named)
	return named
}

// plausible refuses functions that have no fixed types.
func (t *target) plausible() bool {
	switch {
	case t.fn.Signature().TypeParams().Len() > 0:
		t.refuse("a generic function cannot be a "+t.noun, "annotate a function that calls it with fixed types")
	case t.receiver != nil && t.receiver.TypeParams().Len() > 0:
		t.refuse("a method of a generic type cannot be a "+t.noun, "annotate a function that calls it with fixed types")
	case t.decl.Recv == nil && t.refusedName():
	default:
		return true
	}
	return false
}

func (t *target) refuse(message, fix string) {
	pos, end := name(t.decl.Name)
	t.report(pos, end, diag.CodeBadSignature, message, fix)
}

func (t *target) place() ir.Position {
	p := t.Fset.PositionFor(t.decl.Name.Pos(), false)
	return ir.Position{File: t.file.Name, Line: p.Line, Column: p.Column}
}

// at is the position of a value, or of the function if it was not given.
func (t *target) at(v directive.Text) (pos, end token.Pos) {
	if v.Given() {
		return v.Pos, v.End
	}
	return name(t.decl.Name)
}

// section is the unit of permission, without which there is no grant.
func (t *target) section() string {
	s := t.sectionOf(t.set, t.receiverName())
	if s == nil {
		t.report(t.pos, t.end, diag.CodeMissingSection, t.what()+" belongs to no section, so nobody could be granted it", "add //mcp:section NAME to the function, its receiver's type or the package")
		return ""
	}
	if !isSection(s.Value) {
		t.report(s.Pos, s.End, diag.CodeBadName, fmt.Sprintf("section name %q", s.Value), sectionFix)
	}
	return s.Value
}

func (t *target) receiverName() string {
	if t.receiver == nil {
		return ""
	}
	return t.receiver.Obj().Name()
}
