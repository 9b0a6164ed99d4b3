package main

import (
	"context"

	"github.com/spf13/cobra"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

func (a *app) irCommand() *cobra.Command {
	return &cobra.Command{
		Use:   "ir [packages]",
		Short: "print what the generator prints from, as JSON",
		Long: `Ir prints what the parser made of the packages: an array of one object a package that
offers something, as documented at ` + modulePath + `/parser/ir. Nothing is built or written.`,
		Args: cobra.ArbitraryArgs,
		RunE: action(a.printIR),
	}
}

func (a *app) printIR(ctx context.Context, patterns []string) error {
	res, err := a.load(ctx, patterns)
	if err != nil {
		return err
	}
	if res.Servers == nil {
		res.Servers = []*ir.Server{}
	}
	return writeJSON(a.stdout, res.Servers, "  ")
}
