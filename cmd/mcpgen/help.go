package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/templates"
)

// helpCommand is cobra's but for what it does with a topic that it does not
// know: that is wrong usage like any other.
func helpCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "help [command or topic]",
		Short: "help about a command, or about directives",
		RunE: func(cmd *cobra.Command, args []string) error {
			topic, rest, err := cmd.Root().Find(args)
			if err != nil || len(rest) > 0 {
				return usagef("no help on %q%s", args[0], diag.DidYouMean(args[0], commandNames(cmd.Root())))
			}
			return typed(topic.Help())
		},
		ValidArgsFunction: func(cmd *cobra.Command, _ []string, _ string) ([]string, cobra.ShellCompDirective) {
			return commandNames(cmd.Root()), cobra.ShellCompDirectiveNoFileComp
		},
	}
}

// directivesTopic is a topic and no command: it has nothing to run.
func (a *app) directivesTopic() *cobra.Command {
	topic := &cobra.Command{Use: "directives", Short: "every //mcp: line and what it takes"}
	topic.SetHelpFunc(func(*cobra.Command, []string) {
		if err := templates.Write(a.stdout, templates.DirectiveHelp, parser.Directives()); err != nil {
			fmt.Fprintf(a.stderr, "mcpgen: %v\n", err)
		}
	})
	return topic
}

func commandNames(root *cobra.Command) []string {
	var names []string
	for _, sub := range root.Commands() {
		names = append(names, sub.Name())
	}
	return names
}
