package runtime

import (
	"errors"
	"fmt"
	"slices"

	"github.com/mcpgen-go/mcpgen/runtime/uri"
)

// checkReadables returns all that is wrong with the prompts, resources and
// completions of reg (contract: R-1).
func checkReadables(reg *Registry) []error {
	problems := checkPrompts(reg)
	problems = append(problems, checkResources(reg)...)
	return append(problems, checkCompletions(reg)...)
}

// once finds what is declared twice.
type once struct {
	kind    string
	sources map[string]string
}

func newOnce(kind string) once { return once{kind, map[string]string{}} }

func (o once) check(name, source string) error {
	if first, taken := o.sources[name]; taken {
		return fmt.Errorf("%s %q: declared by both %s and %s", o.kind, name, first, source)
	}
	o.sources[name] = source
	return nil
}

func checkPrompts(reg *Registry) []error {
	var problems []error
	names := newOnce("prompt")
	for p := range reg.Prompts() {
		wrong := func(err error) { problems = append(problems, fmt.Errorf("prompt %q (%s): %w", p.Name, p.Source, err)) }
		if !toolName.MatchString(p.Name) {
			wrong(errors.New("name is not 1 to 64 of [A-Za-z0-9_-]"))
		}
		if p.Section == "" {
			wrong(errors.New("section is empty"))
		}
		if p.Handler.run == nil {
			wrong(errors.New("handler is missing"))
		}
		if err := names.check(p.Name, p.Source); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

func checkResources(reg *Registry) []error {
	var problems []error
	uris := newOnce("resource")
	for r := range reg.Resources() {
		wrong := func(err error) { problems = append(problems, fmt.Errorf("resource %q (%s): %w", r.URI, r.Source, err)) }
		if _, err := uri.Parse(r.URI); err != nil {
			wrong(fmt.Errorf("uri %w", err))
		}
		if r.Name == "" {
			wrong(errors.New("name is empty"))
		}
		if r.Section == "" {
			wrong(errors.New("section is empty"))
		}
		if r.Handler.run == nil {
			wrong(errors.New("handler is missing"))
		}
		if err := uris.check(r.URI, r.Source); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

func checkCompletions(reg *Registry) []error {
	var problems []error
	known := newOnce("completion")
	for c := range reg.Completions() {
		if c.Complete == nil {
			problems = append(problems, fmt.Errorf("completion of %q (%s): function is missing", c.Argument, c.Source))
		}
		if !completes(reg, c) {
			problems = append(problems, fmt.Errorf("completion of %q (%s): completes nothing that the server has", c.Argument, c.Source))
		}
		if err := known.check(c.Prompt+c.URI+" "+c.Argument, c.Source); err != nil {
			problems = append(problems, err)
		}
	}
	return problems
}

// completes reports whether there is an argument or variable for c.
func completes(reg *Registry, c Completion) bool {
	if (c.Prompt == "") == (c.URI == "") {
		return false
	}
	for p := range reg.Prompts() {
		if p.Name == c.Prompt {
			return slices.ContainsFunc(p.Arguments, func(a PromptArgument) bool { return a.Name == c.Argument })
		}
	}
	for r := range reg.Resources() {
		if r.URI == c.URI {
			pattern, err := uri.Parse(r.URI)
			return err == nil && slices.Contains(pattern.Variables(), c.Argument)
		}
	}
	return false
}
