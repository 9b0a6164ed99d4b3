// Command client connects to an MCP server over HTTP, lists what it offers and
// uses each of it once. The official conformance suite runs it, and it shows how
// a client of the Go SDK is made to mirror arguments into headers:
//
//	client [-v] URL
//
// The suite says by environment what to do: MCP_CONFORMANCE_CONTEXT is JSON, of
// which toolCalls are the calls to make instead of one of each tool. An answer
// that is an error is reported and is no failure: it is the suite that judges.
package main

import (
	"context"
	"encoding/json"
	"flag"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/catalog"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// patience is how long the whole visit may take.
const patience = 30 * time.Second

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Getenv, os.Stderr)
	stop()
	os.Exit(code)
}

func run(ctx context.Context, args []string, env func(string) string, stderr io.Writer) int {
	flags := flag.NewFlagSet("client", flag.ContinueOnError)
	flags.SetOutput(stderr)
	verbose := flags.Bool("v", false, "report what is done, not only what goes wrong")
	if err := flags.Parse(args); err != nil || flags.NArg() != 1 {
		fmt.Fprintln(stderr, "usage: client [-v] URL")
		return exitUsage
	}
	wanted, err := readTask(env("MCP_CONFORMANCE_CONTEXT"))
	if err != nil {
		fmt.Fprintf(stderr, "client: MCP_CONFORMANCE_CONTEXT: %v\n", err)
		return exitUsage
	}
	level := slog.LevelWarn
	if *verbose {
		level = slog.LevelInfo
	}
	log := slog.New(slog.NewTextHandler(stderr, &slog.HandlerOptions{Level: level}))
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	if err := visit(ctx, flags.Arg(0), wanted, log); err != nil {
		fmt.Fprintf(stderr, "client: %v\n", err)
		return exitFailed
	}
	return exitOK
}

// task is what the suite wants to be done.
type task struct {
	ToolCalls []toolCall `json:"toolCalls"`
}

type toolCall struct {
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"` // kept raw: a number stays what it is
}

// readTask reads the suite's context. Without one there is nothing special to do.
func readTask(raw string) (task, error) {
	var wanted task
	if raw == "" {
		return wanted, nil
	}
	return wanted, json.Unmarshal([]byte(raw), &wanted)
}

// connect returns a session whose requests go through a catalogue.
func connect(ctx context.Context, url string, log *slog.Logger) (*mcp.ClientSession, error) {
	cat := catalog.New(catalog.WithLogger(log))
	client := mcp.NewClient(&mcp.Implementation{Name: "mcpgen-everything-client", Version: "1.0.0"}, &mcp.ClientOptions{
		Logger:             log,
		ElicitationHandler: accept,
	})
	client.AddSendingMiddleware(cat.Middleware())
	return client.Connect(ctx, &mcp.StreamableClientTransport{
		Endpoint:   url,
		HTTPClient: &http.Client{Transport: cat.RoundTripper(nil)},
	}, nil)
}

// accept agrees to whatever a server asks. What it leaves out the SDK fills with
// the defaults of the server's schema.
func accept(context.Context, *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	return &mcp.ElicitResult{Action: "accept", Content: map[string]any{}}, nil
}
