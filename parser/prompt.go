package parser

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// prompt is one //mcp:prompt function while it is read.
type prompt struct {
	target
	out ir.Prompt
}

// read resolves one prompt and adds it.
func (t *prompt) read(s *ir.Server) {
	if !t.lookup() || !t.plausible() {
		return
	}
	d := t.set.Prompt
	t.out.Name = t.publicName(d.Name)
	t.called = t.out.Name
	if !toolName.MatchString(t.out.Name) {
		pos, end := t.at(d.Name)
		t.report(pos, end, diag.CodeBadName, fmt.Sprintf("prompt name %q", t.out.Name), toolNameFix)
	}
	t.out.Title, t.out.Description, t.out.Pos = d.Title.Value, directive.StripDoc(t.decl.Doc), t.place()
	t.everywhere()
	t.out.Section = t.section()
	t.texts(t.signature())
	t.results()
	t.join(s)
}

// results accepts what messages can be made of.
func (t *prompt) results() {
	const fix = "return string, []*mcp.PromptMessage or *mcp.GetPromptResult, with or without an error"
	typ, ok := t.value(fix)
	if !ok {
		return
	}
	if t.out.Result.Shape = promptShape(typ); t.out.Result.Shape == "" {
		t.badResults(fix)
	}
}

func promptShape(typ types.Type) ir.ResultShape {
	switch {
	case typ == nil:
	case types.Identical(typ, types.Typ[types.String]):
		return ir.ShapeText
	case isPointerTo(typ, sdkPath, "GetPromptResult"):
		return ir.ShapeRaw
	default:
		if s, ok := types.Unalias(typ).(*types.Slice); ok && isPointerTo(s.Elem(), sdkPath, "PromptMessage") {
			return ir.ShapeMessages
		}
	}
	return ""
}

// join adds the prompt, its arguments published.
func (t *prompt) join(s *ir.Server) {
	t.out.Func, t.out.Args = t.finished(s), t.args
	for _, f := range t.fields() {
		t.out.Arguments = append(t.out.Arguments, ir.Argument{Name: f.Name, Description: f.Description, Required: f.Required})
	}
	first := slices.IndexFunc(s.Prompts, func(o ir.Prompt) bool { return o.Name == t.out.Name })
	if first >= 0 {
		t.duplicate(t.set.Prompt.Name, diag.CodeDuplicatePrompt, s.Prompts[first].Pos, "give one of them another name with //mcp:prompt name=")
	}
	s.Prompts = append(s.Prompts, t.out)
}
