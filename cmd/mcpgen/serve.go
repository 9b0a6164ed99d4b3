package main

import (
	"context"

	"github.com/spf13/cobra"
)

const serveHelp = `Serve builds the packages with a temporary program around their tools and serves them
to one local caller who may use every section: over stdio, or over HTTP on this
machine. Nothing is written into the source tree.

A receiver comes from the function marked //mcp:new, else it is the zero value.`

func (a *app) serveCommand() *cobra.Command {
	var address string
	cmd := &cobra.Command{
		Use:   "serve [packages]",
		Short: "serve the tools of packages to a local client",
		Long:  serveHelp,
		Args:  cobra.ArbitraryArgs,
		RunE: action(func(ctx context.Context, patterns []string) error {
			args := []string{"serve"}
			if address != "" {
				args = append(args, "--http", address)
			}
			return a.serve(ctx, patterns, args)
		}),
	}
	cmd.Flags().StringVar(&address, "http", "", "serve over HTTP on this loopback `address`, such as 127.0.0.1:8080")
	return cmd
}

// serve builds the temporary program and runs it to its end.
func (a *app) serve(ctx context.Context, patterns, args []string) error {
	res, err := a.load(ctx, patterns)
	if err != nil {
		return err
	}
	return a.launch(ctx, res.Servers, args)
}
