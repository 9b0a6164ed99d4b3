package main

import (
	"context"
	"fmt"
	"io"
	"net"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// serveHTTP serves on the address until ctx ends.
func serveHTTP(ctx context.Context, srv *mcprt.Server, set settings, stderr io.Writer) error {
	options := []front.Option{front.WithIdentify(identify(set.caller))}
	if set.sessions {
		options = append(options, front.WithSessions(0))
	}
	web, err := front.New(srv, options...)
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", set.addr)
	if err != nil {
		return err
	}
	announce(stderr, listener.Addr())
	return web.Serve(ctx, listener)
}

// announce says where the server is and who may call it.
func announce(stderr io.Writer, addr net.Addr) {
	fmt.Fprintf(stderr, "listening on http://%s/mcp\n", addr)
	for _, a := range accounts() {
		fmt.Fprintf(stderr, "%-5s  Authorization: Bearer %s\n", a.name, a.token)
	}
}
