package main

import (
	"context"
	"fmt"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

func (a *app) explainCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "explain [CODE]",
		Short: "explain a code that stands behind a problem",
		Long:  "Explain tells the longer story of a problem's code, such as unknown-key. Without a code it lists them all.",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) > 1 {
				return usagef("explain: want one code, got %d", len(args))
			}
			return nil
		},
		ValidArgsFunction: func(_ *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
			if len(args) > 0 {
				return nil, cobra.ShellCompDirectiveNoFileComp
			}
			return codes(), cobra.ShellCompDirectiveNoFileComp
		},
		RunE: action(a.explain),
	}
}

func codes() []string {
	var out []string
	for _, c := range diag.Codes() {
		out = append(out, string(c))
	}
	return out
}

func (a *app) explain(_ context.Context, args []string) error {
	if len(args) == 0 {
		return a.listCodes()
	}
	code := strings.Trim(args[0], "[]") // as it is printed
	e, ok := diag.Explain(diag.Code(code))
	if !ok {
		return usagef("unknown code %q%s", code, diag.DidYouMean(code, codes()))
	}
	_, err := fmt.Fprintf(a.stdout, "%s: %s\n\n%s\n\nrefused:\n\n%s\n\nright:\n\n%s\n",
		e.Code, e.Summary, wrap(e.Text, 80), indented(e.Bad), indented(e.Good))
	return err
}

func (a *app) listCodes() error {
	w := tabwriter.NewWriter(a.stdout, 0, 0, 2, ' ', 0)
	for _, c := range diag.Codes() {
		e, _ := diag.Explain(c)
		fmt.Fprintf(w, "%s\t%s\n", c, e.Summary)
	}
	return w.Flush()
}

// wrap breaks a text into lines of at most width bytes where it can.
func wrap(text string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range strings.Fields(text) {
		switch {
		case column == 0:
		case column+1+len(word) > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += len(word)
	}
	return b.String()
}

func indented(code string) string {
	return "\t" + strings.ReplaceAll(strings.TrimRight(code, "\n"), "\n", "\n\t")
}
