package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// listing is `mcpgen list`.
type listing struct {
	*app
	json bool
}

func (a *app) listCommand() *cobra.Command {
	l := listing{app: a}
	cmd := &cobra.Command{
		Use:   "list [packages]",
		Short: "list what packages offer: tools, prompts, resources",
		Long: `List prints the tools, prompts, resources and completions that the packages offer.
With --json it prints the result of tools/list, so the tools alone, as a caller gets it
who may see every tool; mcpgen ir has everything. Nothing is built or written.`,
		Args: cobra.ArbitraryArgs,
		RunE: action(l.run),
	}
	cmd.Flags().BoolVar(&l.json, "json", false, "print a tools/list result")
	return cmd
}

func (l *listing) run(ctx context.Context, patterns []string) error {
	res, err := l.load(ctx, patterns)
	if err != nil {
		return err
	}
	if l.json {
		return writeJSON(l.stdout, definitions(placed(res.Servers)), "")
	}
	return l.table(offers(res.Servers))
}

// placedTool is a tool and the file that declares it.
type placedTool struct {
	ir.Tool
	file string
}

// placed collects the tools of all servers in the order in which a server sends
// them: by name.
func placed(servers []*ir.Server) []placedTool {
	var tools []placedTool
	for _, s := range servers {
		for _, t := range s.Tools {
			tools = append(tools, placedTool{t, shown(filepath.Join(s.Package.Dir, t.Pos.File))})
		}
	}
	slices.SortStableFunc(tools, func(a, b placedTool) int { return strings.Compare(a.Name, b.Name) })
	return tools
}

// offer is one line of the table.
type offer struct{ kind, name, section, effect, place string }

// kinds are what a package can offer, in the order of the table.
var kinds = []string{"tool", "prompt", "resource", "completion"}

// offers lists everything by kind and name.
func offers(servers []*ir.Server) []offer {
	var out []offer
	for _, s := range servers {
		at := func(p ir.Position) string {
			return fmt.Sprintf("%s:%d", shown(filepath.Join(s.Package.Dir, p.File)), p.Line)
		}
		for _, t := range s.Tools {
			out = append(out, offer{"tool", t.Name, t.Section, effect(t.Hints), at(t.Pos)})
		}
		for _, p := range s.Prompts {
			out = append(out, offer{"prompt", p.Name, p.Section, "readOnly", at(p.Pos)})
		}
		for _, r := range s.Resources {
			out = append(out, offer{"resource", r.URI, r.Section, "readOnly", at(r.Pos)})
		}
		for _, c := range s.Completions {
			out = append(out, offer{"completion", c.Prompt + c.URI + " " + c.Argument, "-", "readOnly", at(c.Pos)})
		}
	}
	slices.SortStableFunc(out, func(a, b offer) int {
		return cmp.Or(slices.Index(kinds, a.kind)-slices.Index(kinds, b.kind), strings.Compare(a.name, b.name))
	})
	return out
}

// table prints one line for each.
func (l *listing) table(all []offer) error {
	w := tabwriter.NewWriter(l.stdout, 0, 0, 2, ' ', 0)
	if len(all) > 0 {
		fmt.Fprintln(w, "KIND\tNAME\tSECTION\tEFFECT\tPOSITION")
	}
	for _, o := range all {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s\t%s\n", o.kind, o.name, o.section, o.effect, o.place)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write list: %w", err)
	}
	_, err := fmt.Fprintln(l.stdout, totals(all))
	return err
}

// totals counts what there is; tools are counted even if there is none.
func totals(all []offer) string {
	var words []string
	for _, kind := range kinds {
		n := 0
		for _, o := range all {
			if o.kind == kind {
				n++
			}
		}
		if n > 0 || kind == "tool" {
			words = append(words, count(n, kind))
		}
	}
	return strings.Join(words, ", ")
}

func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

// effect spells hints as the directive does.
func effect(h ir.Hints) string {
	words := []string{"additive"}
	switch {
	case h.ReadOnly:
		words[0] = "readOnly"
	case h.Destructive:
		words[0] = "destructive"
	}
	if h.Idempotent {
		words = append(words, "idempotent")
	}
	if h.OpenWorld {
		words = append(words, "openWorld")
	}
	return strings.Join(words, " ")
}
