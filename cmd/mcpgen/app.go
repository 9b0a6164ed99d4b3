package main

import (
	"context"
	"fmt"
	"io"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// app is one run of the command: its streams and what all subcommands share.
type app struct {
	stdin          io.Reader
	stdout, stderr io.Writer

	tags []string // --tags
}

// action adapts a command's code to the command line parser.
func action(f func(ctx context.Context, args []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		return typed(f(cmd.Context(), args))
	}
}

// load reads the packages. With problems in them it prints those and ends the
// run.
func (a *app) load(ctx context.Context, patterns []string) (parser.Result, error) {
	res, err := a.read(ctx, patterns)
	if err != nil {
		return res, err
	}
	return res, a.refuse(res.Diagnostics)
}

// read reads the packages; no pattern means the current folder.
func (a *app) read(ctx context.Context, patterns []string) (parser.Result, error) {
	if len(patterns) == 0 {
		patterns = []string{"."}
	}
	defer a.working("reading packages")()
	return parser.Load(ctx, parser.Config{Tags: a.tags}, patterns...)
}

// refuse prints problems and ends the run with them; without any it does
// nothing.
func (a *app) refuse(problems diag.List) error {
	if len(problems) == 0 {
		return nil
	}
	diag.Text(a.stderr, problems)
	return exitCode(exitProblems)
}

// note tells people something that is no problem.
func (a *app) note(format string, args ...any) {
	fmt.Fprintf(a.stderr, "mcpgen: note: "+format+"\n", args...)
}
