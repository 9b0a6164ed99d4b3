package parser

import (
	"fmt"
	"go/types"
	"slices"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

const completionFix = "use func(value string) ([]string, error), with a context first or without"

// completion is one //mcp:complete function while it is read.
type completion struct {
	target
	out ir.Completion
}

// read resolves one completion and adds it; what it completes is looked for when
// everything is known.
func (t *completion) read(s *ir.Server) {
	if !t.lookup() || !t.plausible() {
		return
	}
	d := t.set.Complete
	t.called = t.decl.Name.Name
	t.out = ir.Completion{Prompt: d.Prompt.Value, URI: d.URI.Value, Argument: d.Arg.Value, Pos: t.place()}
	if d.Prompt.Given() == d.URI.Given() || !d.Arg.Given() {
		t.report(t.pos, t.end, diag.CodeBadCompletion, t.what()+" does not say what it completes", "//mcp:complete prompt=NAME arg=ARGUMENT, or uri=TEMPLATE arg=VARIABLE")
	}
	t.everywhere()
	t.parameter()
	t.results()
	t.out.Func = t.finished(s)
	s.Completions = append(s.Completions, t.out)
	t.completions = append(t.completions, t)
}

// parameter accepts one string behind an optional context.
func (t *completion) parameter() {
	t.call.Name, t.call.Source = t.decl.Name.Name, t.source()
	args := t.arguments(t.parameters())
	if len(args) != 1 || args[0].variadic || !types.Identical(args[0].v.Type(), types.Typ[types.String]) {
		t.report(t.decl.Type.Params.Pos(), t.decl.Type.Params.End(), diag.CodeBadSignature, t.what()+" does not take the text typed so far, one string", completionFix)
	}
}

func (t *completion) results() {
	typ, ok := t.value(completionFix)
	if ok && (typ == nil || !types.Identical(typ, types.NewSlice(types.Typ[types.String]))) {
		t.badResults(completionFix)
	}
}

// checkCompletions reports completions of what the package does not have, and second
// ones.
func (h *host) checkCompletions(s *ir.Server) {
	type subject struct{ prompt, uri, argument string }
	seen := map[subject]bool{}
	for _, t := range h.completions {
		d := t.set.Complete
		key := subject{d.Prompt.Value, d.URI.Value, d.Arg.Value}
		known, found := argumentsOf(s, t.out)
		switch {
		case !found && d.Prompt.Given():
			t.report(d.Prompt.Pos, d.Prompt.End, diag.CodeBadCompletion, fmt.Sprintf("%s: the package has no prompt %q", t.what(), d.Prompt.Value), "name a prompt as it is published")
		case !found:
			t.report(d.URI.Pos, d.URI.End, diag.CodeBadCompletion, fmt.Sprintf("%s: the package has no resource %q", t.what(), d.URI.Value), "write the template as its //mcp:resource does")
		case !slices.Contains(known, d.Arg.Value):
			t.report(d.Arg.Pos, d.Arg.End, diag.CodeBadCompletion, fmt.Sprintf("%s: there is no argument %q%s", t.what(), d.Arg.Value, diag.DidYouMean(d.Arg.Value, known)), "name an argument as it is published")
		case seen[key]:
			t.report(t.pos, t.end, diag.CodeBadCompletion, fmt.Sprintf("%s: argument %q is completed already", t.what(), d.Arg.Value), "keep one of them")
		}
		seen[key] = true
	}
}

// argumentsOf lists what can be completed of a prompt or template.
func argumentsOf(s *ir.Server, c ir.Completion) (names []string, found bool) {
	for _, p := range s.Prompts {
		if c.Prompt != "" && p.Name == c.Prompt {
			for _, a := range p.Arguments {
				names = append(names, a.Name)
			}
			return names, true
		}
	}
	for _, r := range s.Resources {
		if c.URI != "" && r.URI == c.URI {
			return r.Variables, true
		}
	}
	return nil, false
}
