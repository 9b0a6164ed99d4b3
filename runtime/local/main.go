package local

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"os/signal"
	"syscall"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// The exit codes of [Main].
const (
	ExitOK    = 0 // served to the end, or the tool succeeded
	ExitTool  = 1 // the tool answered with an error, or is unknown
	ExitUsage = 2 // the command line is wrong
	ExitOurs  = 3 // the registry is wrong, or serving failed
)

const usage = `usage: serve [--http 127.0.0.1:PORT]   serve over stdio, or over HTTP on this machine
       call TOOL [JSON]               call one tool and print what it answers
`

// localCaller is the one caller there is.
func localCaller() *mcprt.Caller { return &mcprt.Caller{ID: "local"} }

// errUsage is a command line that cannot be understood.
type errUsage struct{ text string }

func (e errUsage) Error() string { return e.text }

// Main runs one of the commands serve and call on the registry and returns the
// exit code. It ends in order when ctx is cancelled or the process is
// interrupted or terminated. Over stdio nothing but MCP is written to stdout.
func Main(ctx context.Context, reg *mcprt.Registry, args []string, stdin io.ReadCloser, stdout io.WriteCloser, stderr io.Writer) int {
	ctx, stop := signal.NotifyContext(ctx, syscall.SIGINT, syscall.SIGTERM)
	defer stop()
	p := program{reg: reg, stdin: stdin, stdout: stdout, stderr: stderr}
	return p.exit(p.run(ctx, args))
}

// program is one run of Main.
type program struct {
	reg    *mcprt.Registry
	stdin  io.ReadCloser
	stdout io.WriteCloser
	stderr io.Writer
}

func (p program) run(ctx context.Context, args []string) error {
	if len(args) == 0 {
		return errUsage{"no command"}
	}
	switch args[0] {
	case "serve":
		return p.serve(ctx, args[1:])
	case "call":
		return p.call(ctx, args[1:])
	}
	return errUsage{fmt.Sprintf("unknown command %q", args[0])}
}

// exit prints err, if any, and returns its code.
func (p program) exit(err error) int {
	if err == nil {
		return ExitOK
	}
	if tool, ok := errors.AsType[errTool](err); ok {
		fmt.Fprintln(p.stderr, tool.text)
		return ExitTool
	}
	fmt.Fprintln(p.stderr, err)
	if _, ok := errors.AsType[errUsage](err); ok {
		fmt.Fprint(p.stderr, usage)
		return ExitUsage
	}
	return ExitOurs
}

// server makes the governed server of every command.
func (p program) server() (*mcprt.Server, error) {
	return mcprt.NewServer(p.reg,
		mcprt.WithSections(mcprt.AllSections),
		mcprt.WithScopes(anyScope),
		mcprt.WithLogger(slog.New(slog.NewTextHandler(p.stderr, nil))))
}

// anyScope is for a process whose caller is its own user, without a token.
func anyScope([]string, string) bool { return true }

// serve runs `serve`.
func (p program) serve(ctx context.Context, args []string) error {
	flags := flag.NewFlagSet("serve", flag.ContinueOnError)
	flags.SetOutput(io.Discard)
	address := flags.String("http", "", "")
	if err := flags.Parse(args); err != nil {
		return errUsage{"serve: " + err.Error()}
	}
	if flags.NArg() > 0 {
		return errUsage{fmt.Sprintf("serve: unexpected argument %q", flags.Arg(0))}
	}
	srv, err := p.server()
	if err != nil {
		return err
	}
	if *address != "" {
		return p.serveHTTP(ctx, srv, *address)
	}
	return p.serveStdio(ctx, srv)
}
