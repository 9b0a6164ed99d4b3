package main

import (
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
		Short: "list the tools of packages",
		Long: `List prints the tools that the packages offer. With --json it prints the result of
tools/list as a caller gets it who may see every tool. Nothing is built or written.`,
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
	tools := placed(res.Servers)
	if l.json {
		return writeJSON(l.stdout, definitions(tools), "")
	}
	return l.table(tools)
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

// table prints one line a tool.
func (l *listing) table(tools []placedTool) error {
	w := tabwriter.NewWriter(l.stdout, 0, 0, 2, ' ', 0)
	if len(tools) > 0 {
		fmt.Fprintln(w, "TOOL\tSECTION\tEFFECT\tPOSITION")
	}
	for _, t := range tools {
		fmt.Fprintf(w, "%s\t%s\t%s\t%s:%d\n", t.Name, t.Section, effect(t.Hints), t.file, t.Pos.Line)
	}
	if err := w.Flush(); err != nil {
		return fmt.Errorf("write list: %w", err)
	}
	_, err := fmt.Fprintf(l.stdout, "%s\n", count(len(tools), "tool"))
	return err
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
