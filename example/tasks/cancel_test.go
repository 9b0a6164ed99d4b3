package main

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// gate is a clock that keeps the function of a call waiting. It stands still
// while the ledger asks, which is first.
type gate struct {
	armed            atomic.Bool
	entered, release chan struct{}
}

func newGate() *gate {
	return &gate{entered: make(chan struct{}), release: make(chan struct{})}
}

func (g *gate) now() time.Time {
	if g.armed.CompareAndSwap(true, false) {
		close(g.entered)
		<-g.release
	}
	return start()
}

// arm makes the next look at the clock, after the before-call listeners, wait.
func (g *gate) arm() mcprt.Option {
	return mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error {
		g.armed.Store(true)
		return nil
	})
}

// bell is a log that only says that there is something in it.
type bell chan struct{}

func (b bell) Write(line []byte) (int, error) {
	select {
	case b <- struct{}{}:
	default:
	}
	return len(line), nil
}

// A call that is cancelled while its function runs is answered at once; its key
// is running until the function has returned, and its end is recorded then.
func TestCancelledCall(t *testing.T) { // catalogue I13
	tests := map[string]struct{ tool, args, then string }{
		"not idempotent": {"tasks_create", `{"title":"t"}`, textUnknown},
		"idempotent":     {"tasks_archive", `{"id":1}`, `{"id":1,"title":"kept","status":"archived"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			g := newGate()
			store := openStore(t, filepath.Join(t.TempDir(), "tasks.db"), g.now)
			create(t, store, "kept")
			settled := make(chan mcprt.Outcome, 10)
			reg := MCPRegistry(&Service{store})
			ledger := &Ledger{store, defaultLedgerKey}
			noticed := make(bell, 1)
			protected, err := protection(settings{}) // a server without a cache says so in its log
			if err != nil {
				t.Fatal(err)
			}
			srv, err := mcprt.NewServer(reg, mcprt.WithSections(policy), mcprt.WithScopes(mcprt.ExactScope), patient(), mcprt.Options(protected...),
				mcprt.WithLogger(slog.New(slog.NewTextHandler(noticed, nil))), // it logs a call that ends early
				mcprt.OnBeforeCall(ledger.before), g.arm(), mcprt.OnAfterCall(ledger.after),
				mcprt.OnAfterCall(func(_ context.Context, e *mcprt.AfterCall) error {
					settled <- e.Outcome()
					return nil
				}))
			if err != nil {
				t.Fatal(err)
			}
			client := runtimetest.Connect(t, srv, caller(t, "alice"))
			ctx, cancel := context.WithCancel(t.Context())
			answered := make(chan error, 1)
			go func() {
				_, err := client.Session().CallTool(ctx, &mcp.CallToolParams{
					Name: test.tool, Arguments: json.RawMessage(test.args), Meta: mcp.Meta{defaultLedgerKey: "k"}})
				answered <- err
			}()
			<-g.entered
			cancel()
			if err := <-answered; !errors.Is(err, context.Canceled) {
				t.Fatalf("error %v", err)
			}
			<-noticed
			wantStanding(t, store, Claim{Caller: "alice", Key: "k", Fingerprint: fingerprint(test.tool, []byte(test.args))}, Running, "")
			close(g.release)
			if got := <-settled; got != mcprt.OutcomeCancelled {
				t.Fatalf("outcome %s", got)
			}
			retry := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
			for range 2 {
				if got := read(t, retry, `"k"`, test.tool, test.args); !strings.HasPrefix(got, test.then) {
					t.Errorf("text %q, want %q", got, test.then)
				}
			}
			wantTasks(t, store, 1)
		})
	}
}

// A call whose function ignores that it was cancelled, and succeeds, is recorded
// when it returns: the retry gets its answer and runs nothing.
func TestLateAnswerIsReplayed(t *testing.T) { // catalogue I13
	entered, release := make(chan struct{}), make(chan struct{})
	var runs atomic.Int64
	slow := mcprt.Row{
		Name: "slow", Section: "tasks", Source: "example.com/tasks.Slow", Input: `{"type":"object","properties":{}}`,
		Handler: mcprt.Text(nil, func(context.Context, *mcprt.Call, *struct{}) (string, error) {
			runs.Add(1)
			close(entered)
			<-release
			return "done late", nil
		}),
	}
	ledger := &Ledger{openStore(t, filepath.Join(t.TempDir(), "tasks.db"), start), defaultLedgerKey}
	settled := make(chan mcprt.Outcome, 2)
	noticed := make(bell, 1)
	srv, err := mcprt.NewServer(mcprt.NewRegistry(mcprt.Identity{Name: "slow"}, nil, []mcprt.Row{slow}),
		mcprt.WithSections(policy), patient(), mcprt.WithLogger(slog.New(slog.NewTextHandler(noticed, nil))), // it logs a call that ends early
		mcprt.OnBeforeCall(ledger.before), mcprt.OnAfterCall(ledger.after),
		mcprt.OnAfterCall(func(_ context.Context, e *mcprt.AfterCall) error {
			settled <- e.Outcome()
			return nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	client := runtimetest.Connect(t, srv, caller(t, "alice"))
	params := &mcp.CallToolParams{Name: "slow", Meta: mcp.Meta{defaultLedgerKey: "k"}}
	ctx, cancel := context.WithCancel(t.Context())
	answered := make(chan error, 1)
	go func() {
		_, err := client.Session().CallTool(ctx, params)
		answered <- err
	}()
	<-entered
	cancel()
	if err := <-answered; !errors.Is(err, context.Canceled) {
		t.Fatalf("error %v", err)
	}
	<-noticed
	close(release)
	if got := <-settled; got != mcprt.OutcomeCancelled {
		t.Fatalf("outcome %s", got)
	}
	result, err := client.Session().CallTool(t.Context(), params)
	if err != nil {
		t.Fatal(err)
	}
	if got := runtimetest.Text(t, result); got != "done late" || result.IsError || runs.Load() != 1 {
		t.Errorf("text %q isError %t after %d runs", got, result.IsError, runs.Load())
	}
}
