package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

func main() { os.Exit(run(context.Background(), os.Args[1:], os.Stderr)) }

func run(ctx context.Context, args []string, stderr io.Writer) int {
	set, err := parseFlags(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return exitOK
	}
	if err != nil {
		return exitUsage
	}
	ctx, stop := signal.NotifyContext(ctx, os.Interrupt, syscall.SIGTERM)
	context.AfterFunc(ctx, stop) // a second signal does not wait for anything
	if err := serve(ctx, set, stderr); err != nil {
		fmt.Fprintf(stderr, "everything: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// settings is what the command line says.
type settings struct {
	addr     string // of HTTP; empty is stdio
	sessions bool   // for clients of older revisions
}

// parseFlags reports what is wrong on stderr itself, with the usage.
func parseFlags(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("everything", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&set.addr, "http", "", "serve HTTP on this `address`, under /mcp, instead of stdio")
	flags.BoolVar(&set.sessions, "stateful", false, "serve clients of older revisions in sessions over HTTP")
	stateless := flags.Bool("stateless", false, "serve without sessions over HTTP; so it is unless -stateful is given")
	if err := flags.Parse(args); err != nil {
		return set, err
	}
	err := refuse(flags, set.sessions && *stateless)
	if err != nil {
		fmt.Fprintln(stderr, err)
		flags.Usage()
	}
	return set, err
}

func refuse(flags *flag.FlagSet, both bool) error {
	switch {
	case flags.NArg() > 0:
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	case both:
		return errors.New("-stateless and -stateful exclude each other")
	}
	return nil
}

// serve serves until ctx, or the input, ends.
func serve(ctx context.Context, set settings, stderr io.Writer) error {
	srv, err := newServer()
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancel(ctx)
	watching := make(chan struct{})
	go func() {
		defer close(watching)
		keepUpdating(ctx, srv.ResourceUpdated)
	}()
	defer func() { stop(); <-watching }()
	if set.addr == "" {
		return srv.ServeStdio(ctx, suite())
	}
	return serveHTTP(ctx, srv, set, stderr)
}

func serveHTTP(ctx context.Context, srv *mcprt.Server, set settings, stderr io.Writer) error {
	options := []front.Option{front.WithIdentify(func(*http.Request) (*mcprt.Caller, error) { return suite(), nil })}
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
	fmt.Fprintf(stderr, "listening on http://%s/mcp\n", listener.Addr())
	return web.Serve(ctx, listener)
}

// suite is the caller that every request is from: the suite signs in nowhere.
func suite() *mcprt.Caller { return &mcprt.Caller{ID: "conformance-suite"} }

// newServer joins the generated registry to the one that is written by hand.
func newServer() (*mcprt.Server, error) {
	stage := NewStage()
	srv, err := mcprt.NewServer(
		mcprt.Merge(MCPRegistry(stage), schemaRegistry()),
		mcprt.WithSections(stage.policy),
		mcprt.WithLogging(),
		mcprt.WithListChanged(),
		mcprt.WithResourceUpdates())
	if err != nil {
		return nil, err
	}
	stage.changed = srv.GrantsChanged
	return srv, nil
}
