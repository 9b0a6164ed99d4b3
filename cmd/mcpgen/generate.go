package main

import (
	"context"
	"fmt"
	"slices"

	"github.com/mcpgen-go/mcpgen/generator"
	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// generation is `mcpgen [packages]`.
type generation struct {
	*app
	check, diff, json bool
}

// outcome is what a generation found and did, as --json prints it. Paths are
// relative to the current folder.
type outcome struct {
	Diagnostics diag.List `json:"diagnostics"` // warnings among them
	Stale       []string  `json:"stale"`       // --check: differ from what the source asks for
	Written     []string  `json:"written"`     // created or replaced
	Removed     []string  `json:"removed"`     // left over in packages without tools
}

func (g *generation) run(ctx context.Context, patterns []string) error {
	out, changes, err := g.prepare(ctx, patterns)
	if err != nil {
		return err
	}
	switch {
	case out.Diagnostics.HasErrors():
	case g.diff:
		diag.Text(g.stderr, out.Diagnostics)
		return g.printDiff(changes)
	case g.check:
		out.Stale = names(changes)
	default:
		g.write(&out, changes)
	}
	return g.report(out)
}

// prepare makes the whole set of changes before any of it is carried out.
func (g *generation) prepare(ctx context.Context, patterns []string) (outcome, []change, error) {
	res, err := g.read(ctx, patterns)
	found := slices.Concat(res.Diagnostics, res.Warnings)
	found.Sort()
	if err != nil || found.HasErrors() {
		return outcome{Diagnostics: found}, nil, err
	}
	g.warnVersions(res)
	files, err := generator.Files(res.Servers)
	if err != nil {
		return outcome{}, nil, err
	}
	if len(files) == 0 {
		g.noteBare(res.Bare)
	}
	compare := sameBytes
	if g.check || g.diff {
		compare = sameText
	}
	changes, problems := plan(files, res.Bare, compare)
	return outcome{Diagnostics: append(found, problems...)}, changes, nil
}

// noteBare says why nothing is generated.
func (g *generation) noteBare(bare []ir.Package) {
	if len(bare) == 1 {
		g.note("package %s offers nothing: nothing to generate", bare[0].Path)
		return
	}
	g.note("no package offers anything: nothing to generate")
}

// write carries the changes out.
func (g *generation) write(out *outcome, changes []change) {
	problems := apply(changes)
	out.Diagnostics = append(out.Diagnostics, problems...)
	if len(problems) > 0 {
		return
	}
	for _, c := range changes {
		if c.removes() {
			out.Removed = append(out.Removed, c.name)
			continue
		}
		out.Written = append(out.Written, c.name)
	}
}

// report prints the outcome and gives the exit code.
func (g *generation) report(out outcome) error {
	if g.json {
		if err := g.printJSON(out); err != nil {
			return err
		}
	} else {
		g.printText(out)
	}
	if out.Diagnostics.HasErrors() || len(out.Stale) > 0 {
		return exitCode(exitProblems)
	}
	return nil
}

func (g *generation) printText(out outcome) {
	diag.Text(g.stderr, out.Diagnostics)
	for _, name := range out.Stale {
		fmt.Fprintln(g.stdout, name)
	}
	for _, name := range out.Written {
		fmt.Fprintln(g.stderr, "wrote", name)
	}
	for _, name := range out.Removed {
		fmt.Fprintln(g.stderr, "removed", name)
	}
}

// printJSON writes lists, never null.
func (g *generation) printJSON(out outcome) error {
	if out.Diagnostics == nil {
		out.Diagnostics = diag.List{}
	}
	for _, list := range []*[]string{&out.Stale, &out.Written, &out.Removed} {
		if *list == nil {
			*list = []string{}
		}
	}
	return writeJSON(g.stdout, out, "")
}
