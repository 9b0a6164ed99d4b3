package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

const defaultFile = "tasks.db"

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
		fmt.Fprintf(stderr, "tasks: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// settings is what the command line says.
type settings struct {
	file   string        // of the database
	addr   string        // of HTTP; empty is stdio
	as     string        // the caller's name
	caller *mcprt.Caller // the one of that name
}

// parseFlags reports what is wrong on stderr itself, with the usage.
func parseFlags(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("tasks", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&set.file, "db", defaultFile, "keep the tasks in this SQLite `file`")
	flags.StringVar(&set.addr, "http", "", "serve HTTP on this `address` instead of stdio")
	flags.StringVar(&set.as, "as", "alice", "be the caller of this `name`, nobody if it is empty;\nover HTTP who sends no token is that caller, by default nobody\n")
	if err := flags.Parse(args); err != nil {
		return set, err
	}
	err := set.complete(flags)
	if err != nil {
		fmt.Fprintln(stderr, err)
		flags.Usage()
	}
	return set, err
}

// complete finds the caller and refuses what would be ignored otherwise.
func (set *settings) complete(flags *flag.FlagSet) (err error) {
	if flags.NArg() > 0 {
		return fmt.Errorf("unexpected argument %q", flags.Arg(0))
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if set.addr != "" && !given["as"] {
		set.as = "" // over HTTP nobody is signed in unless somebody says so
	}
	set.caller, err = callerNamed(set.as)
	return err
}

// serve opens the store and serves it until the input or ctx ends.
func serve(ctx context.Context, set settings, stderr io.Writer) error {
	store, err := Open(ctx, set.file, time.Now)
	if err != nil {
		return err
	}
	srv, err := newServer(store, stderr)
	switch {
	case err != nil:
	case set.addr != "":
		err = serveHTTP(ctx, srv, set, stderr)
	default:
		err = srv.ServeStdio(ctx, set.caller)
	}
	return errors.Join(err, store.Close())
}

// newServer puts the tools under the policy.
func newServer(store *Store, stderr io.Writer) (*mcprt.Server, error) {
	return mcprt.NewServer(MCPRegistry(&Service{store}),
		mcprt.WithSections(policy),
		mcprt.WithLogger(slog.New(slog.NewTextHandler(stderr, nil))))
}
