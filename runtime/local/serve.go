package local

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// serveStdio serves the given streams. The process's own need the care of
// ServeStdio: what host code prints must not get between the messages.
func (p program) serveStdio(ctx context.Context, srv *mcprt.Server) error {
	if p.stdin == io.ReadCloser(os.Stdin) && p.stdout == io.WriteCloser(os.Stdout) {
		return srv.ServeStdio(ctx, localCaller())
	}
	return srv.ServeIO(ctx, localCaller(), p.stdin, p.stdout)
}

// serveHTTP serves on an address of this machine until ctx ends. There is no
// sign-in, so no other address is taken.
func (p program) serveHTTP(ctx context.Context, srv *mcprt.Server, address string) error {
	listener, err := listen(ctx, address)
	if err != nil {
		return err
	}
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return localCaller(), nil })
	if err != nil {
		return errors.Join(err, listener.Close())
	}
	mux := http.NewServeMux()
	mux.Handle("/mcp", handler)
	web := &http.Server{Handler: mux, ReadHeaderTimeout: 10 * time.Second}
	fmt.Fprintf(p.stderr, "listening on http://%s/mcp\n", listener.Addr())

	done := make(chan error, 1)
	go func() { done <- web.Serve(listener) }()
	select {
	case err := <-done:
		return err
	case <-ctx.Done():
	}
	ctx = context.WithoutCancel(ctx)
	err = errors.Join(srv.Shutdown(ctx), web.Shutdown(ctx))
	<-done // says that it was shut down
	return err
}

// listen opens a loopback address.
func listen(ctx context.Context, address string) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, errUsage{fmt.Sprintf("serve: --http %q is not HOST:PORT", address)}
	}
	if ip := net.ParseIP(host); host != "localhost" && (ip == nil || !ip.IsLoopback()) {
		return nil, errUsage{fmt.Sprintf("serve: --http %q is not an address of this machine only", address)}
	}
	return new(net.ListenConfig).Listen(ctx, "tcp", address)
}
