package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
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

	sessions bool // over HTTP, for clients of older revisions

	ledgerKey string // of _meta; empty is no ledger
	approvals string // the file; empty is no gate
	audit     string // the file; empty is stderr

	budget int64 // calls of a session; 0 is no bound
	rate   int   // calls a minute of a client and a tool; 0 is no bound
}

// parseFlags reports what is wrong on stderr itself, with the usage.
func parseFlags(args []string, stderr io.Writer) (settings, error) {
	var set settings
	flags := flag.NewFlagSet("tasks", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&set.file, "db", defaultFile, "keep the tasks in this SQLite `file`")
	flags.StringVar(&set.addr, "http", "", "serve HTTP on this `address` instead of stdio")
	flags.StringVar(&set.as, "as", "alice", "be the caller of this `name`, nobody if it is empty;\nover HTTP who sends no token is that caller, by default nobody\n")
	flags.BoolVar(&set.sessions, "sessions", false, "serve clients of the protocol's older revisions in sessions over HTTP")
	flags.StringVar(&set.ledgerKey, "ledger-key", defaultLedgerKey, "run a call once that comes twice with the same value of this `entry` of _meta;\nan empty entry switches that off\n")
	flags.StringVar(&set.approvals, "approvals", "", "run a destructive tool only for callers that this `file` names,\na tool and a caller or * on each line")
	flags.StringVar(&set.audit, "audit", "", "append a line of JSON for every call to this `file` instead of writing text to stderr")
	flags.Int64Var(&set.budget, "budget", 0, "accept this `number` of calls in a session; 0 is no bound")
	flags.IntVar(&set.rate, "rate", 0, "accept this `number` of calls a minute from each client to each tool; 0 is no bound")
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
	if set.budget < 0 || set.rate < 0 {
		return errors.New("-budget and -rate are numbers of calls and not below 0")
	}
	given := map[string]bool{}
	flags.Visit(func(f *flag.Flag) { given[f.Name] = true })
	if set.addr != "" && !given["as"] {
		set.as = "" // over HTTP nobody is signed in unless somebody says so
	}
	set.caller, err = callerNamed(set.as)
	return err
}

// serve opens what the server writes to and serves until the input or ctx ends.
func serve(ctx context.Context, set settings, stderr io.Writer) (err error) {
	records, shut, err := openRecords(set.audit, stderr)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, shut()) }()
	store, err := Open(ctx, set.file, time.Now)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, store.Close()) }()
	srv, err := newServer(store, set, records, stderr)
	if err != nil {
		return err
	}
	if set.addr != "" {
		return serveHTTP(ctx, srv, set, stderr)
	}
	return srv.ServeStdio(ctx, set.caller)
}
