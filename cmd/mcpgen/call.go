package main

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

func (a *app) callCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "call PACKAGE TOOL [JSON]",
		Short: "call one tool and print what it answers",
		Long: `Call builds the package as serve does, makes one call and prints the answer. It exits
with 1 if the tool is unknown or answers with an error.`,
		Example:           `  mcpgen call ./tasks list_tasks '{"limit":5}'`,
		Args:              callArgs,
		ValidArgsFunction: a.completeCall,
		RunE:              action(a.call),
	}
}

func callArgs(_ *cobra.Command, args []string) error {
	if len(args) < 2 || len(args) > 3 {
		return usagef("call: want PACKAGE TOOL and the arguments as JSON, got %s", count(len(args), "argument"))
	}
	if len(args) == 3 && !json.Valid([]byte(args[2])) {
		return usagef("call: the arguments are not JSON")
	}
	return nil
}

// call looks the tool up before anything is built.
func (a *app) call(ctx context.Context, args []string) error {
	res, err := a.load(ctx, args[:1])
	if err != nil {
		return err
	}
	tool, known := args[1], toolNames(res.Servers)
	if !slices.Contains(known, tool) {
		fmt.Fprintf(a.stderr, "mcpgen: unknown tool %q%s\n", tool, diag.DidYouMean(tool, known))
		return exitCode(exitProblems)
	}
	return a.launch(ctx, res.Servers, append([]string{"call"}, args[1:]...))
}

// completeCall offers packages (as files) and then the names of the tools.
func (a *app) completeCall(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveFilterDirs
	}
	if len(args) > 1 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	res, err := a.read(cmd.Context(), args)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	return toolNames(res.Servers), cobra.ShellCompDirectiveNoFileComp
}
