package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// drainTimeout bounds how long connections may take to end once their calls
// have ended.
const drainTimeout = 5 * time.Second

// serveHTTP serves on the address until ctx ends.
func serveHTTP(ctx context.Context, srv *mcprt.Server, set settings, stderr io.Writer) error {
	handler, err := srv.HTTPHandler(identify(set.caller))
	if err != nil {
		return err
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", set.addr)
	if err != nil {
		return err
	}
	web := newWeb(handler)
	announce(stderr, listener.Addr())
	done := make(chan error, 1)
	go func() { done <- web.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
		return drain(context.WithoutCancel(ctx), srv, web)
	}
}

// newWeb mounts the handler at /mcp. There is no write timeout: how long an
// answer takes is the tool's affair, and a client that has gone cancels it.
func newWeb(handler http.Handler) *http.Server {
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	return &http.Server{
		Handler:           mux,
		ReadHeaderTimeout: 5 * time.Second,
		ReadTimeout:       30 * time.Second,
		IdleTimeout:       2 * time.Minute,
	}
}

// drain lets the calls in flight end, then their connections.
func drain(ctx context.Context, srv *mcprt.Server, web *http.Server) error {
	err := srv.Shutdown(ctx)
	ctx, cancel := context.WithTimeout(ctx, drainTimeout)
	defer cancel()
	return errors.Join(err, web.Shutdown(ctx))
}

// announce says where the server is and who may call it.
func announce(stderr io.Writer, addr net.Addr) {
	fmt.Fprintf(stderr, "listening on http://%s/mcp\n", addr)
	for _, a := range accounts() {
		fmt.Fprintf(stderr, "%-5s  Authorization: Bearer %s\n", a.name, a.token)
	}
}
