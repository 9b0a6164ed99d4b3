package main

import (
	"context"
	"log"
	"os/signal"
	"syscall"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	err := serve(ctx)
	stop()
	if err != nil {
		log.Fatal(err)
	}
}

// serve answers over standard input and output. Whoever started the program is
// its one caller, here with the right to use the section orders.
func serve(ctx context.Context) error {
	srv, err := mcprt.NewServer(MCPRegistry(NewBar()), mcprt.WithSections(mcprt.BySections))
	if err != nil {
		return err
	}
	return srv.ServeStdio(ctx, &mcprt.Caller{ID: "barista", Sections: []string{"orders"}})
}
