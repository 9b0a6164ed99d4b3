package main

import (
	"strings"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

const rootHelp = `Mcpgen reads the //mcp: directives of the packages (default: the current folder)
and writes mcp_gen.go beside the annotated functions.`

// rootCommand is the generator itself with the subcommands below it.
func (a *app) rootCommand() *cobra.Command {
	g := &generation{app: a}
	root := &cobra.Command{
		Use:           "mcpgen [packages]",
		Short:         "turn annotated Go functions into a governed MCP server",
		Long:          rootHelp,
		Version:       ownVersion(),
		Args:          packageArgs,
		SilenceErrors: true,
		SilenceUsage:  true,
		RunE:          action(g.run),
	}
	root.PersistentFlags().StringSliceVar(&a.tags, "tags", nil, "build tags for type checking")
	root.Flags().BoolVar(&g.check, "check", false, "write nothing; list stale files and exit with 1 if there are any")
	root.Flags().BoolVar(&g.diff, "diff", false, "write nothing; show what would change and exit with 1 if anything would")
	root.Flags().BoolVar(&g.json, "json", false, "print problems and files as JSON")
	root.MarkFlagsMutuallyExclusive("check", "diff")
	root.MarkFlagsMutuallyExclusive("diff", "json")
	root.AddCommand(a.listCommand(), a.serveCommand(), a.callCommand(), a.explainCommand(), a.irCommand(), a.directivesTopic())
	root.SetHelpCommand(helpCommand())
	return root
}

// packageArgs takes an argument that looks like a misspelt subcommand for one:
// a package is hardly ever called "lsit", and the go command's message about it
// would lead nowhere.
func packageArgs(cmd *cobra.Command, args []string) error {
	names := commandNames(cmd.Root())
	for _, arg := range args {
		if near := diag.DidYouMean(arg, names); near != "" && !strings.ContainsAny(arg, "./") {
			return usagef("unknown command %q%s", arg, near)
		}
	}
	return nil
}
