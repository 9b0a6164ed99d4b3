package main

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"os"
	"strings"
	"testing"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// crashAt makes the test binary a server on tasks.db that kills itself once a
// call has come to the point the variable names.
const crashAt = "TASKS_TEST_CRASH_AT"

// The points of a call at which its process dies.
const (
	beforeClaim   = "before the claim"
	beforeRun     = "between claim and effect"
	beforeRecord  = "between effect and record"
	beforeAnswer  = "between record and answer"
	functionReads = 2 // of the clock: the claim's, then that of the function
)

// die ends the process as kill -9 does.
func die() error {
	self, err := os.FindProcess(os.Getpid())
	if err == nil {
		err = self.Kill()
	}
	if err != nil {
		return err
	}
	select {} // until the signal is there
}

// crashing serves stdio until it dies at point. It never returns in order.
func crashing(point string) error {
	reads := 0
	store, err := Open(context.Background(), defaultFile, func() time.Time {
		if reads++; reads == functionReads && point == beforeRun {
			_ = die()
		}
		return time.Now()
	})
	if err != nil {
		return err
	}
	srv, err := newServer(store, withLedger(), slog.DiscardHandler, os.Stderr, dieAt(point)...)
	if err != nil {
		return err
	}
	alice, err := callerNamed("alice")
	if err != nil {
		return err
	}
	return srv.ServeStdio(context.Background(), alice)
}

// dieAt returns the listeners that die at point. They stand before the ledger's;
// the event that a call has succeeded comes after all listeners.
func dieAt(point string) []mcprt.Option {
	return []mcprt.Option{
		mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error {
			if point == beforeClaim {
				return die()
			}
			return nil
		}),
		mcprt.OnAfterCall(func(context.Context, *mcprt.AfterCall) error {
			if point == beforeRecord {
				return die()
			}
			return nil
		}),
		mcprt.WithEvents(event.SinkFunc(func(_ context.Context, e event.Event) error {
			if e.Type() == event.TypeSucceeded && point == beforeAnswer {
				return die()
			}
			return nil
		})),
	}
}

// A process that is killed within a call leaves what it may have done unknown,
// and never runs it twice by itself.
func TestKilledWithinACall(t *testing.T) { // catalogue I4, H8
	const created = `{"id":1,"title":"t"`
	const archived = `{"id":1,"title":"kept","status":"archived"`
	tests := []struct {
		point, tool, args string
		soon, later       string // what a retry reads within the lease and after it
		tasks             int    // once all retries are over
	}{
		{beforeClaim, "tasks_create", `{"title":"t"}`, created, created, 1},
		{beforeRun, "tasks_create", `{"title":"t"}`, textRunning, textUnknown, 0},
		{beforeRecord, "tasks_create", `{"title":"t"}`, textRunning, textUnknown, 1},
		{beforeAnswer, "tasks_create", `{"title":"t"}`, created, created, 1},
		{beforeRun, "tasks_archive", `{"id":1}`, textRunning, archived, 1},
		{beforeRecord, "tasks_archive", `{"id":1}`, textRunning, archived, 1},
	}
	for _, test := range tests {
		t.Run(test.tool+" "+test.point, func(t *testing.T) {
			cmd := program(t)
			c := &clock{time.Now()}
			store := openStore(t, cmd.Dir+"/"+defaultFile, c.Now)
			if test.tool == "tasks_archive" {
				create(t, store, "kept")
			}
			cmd.Env = append(cmd.Env, crashAt+"="+test.point)
			params := fmt.Sprintf(`{"name":%q,"arguments":%s,"_meta":{%q:"k"}}`, test.tool, test.args, defaultLedgerKey)
			stdin, err := cmd.StdinPipe() // stays open, or the end of input might come first
			if err != nil {
				t.Fatal(err)
			}
			var stdout strings.Builder
			cmd.Stdout = &stdout
			if err := cmd.Start(); err != nil {
				t.Fatal(err)
			}
			if _, err := io.WriteString(stdin, runtimetest.Request("2026-07-28", "tools/call", params)+"\n"); err != nil {
				t.Fatal(err)
			}
			if err := cmd.Wait(); err == nil || cmd.ProcessState.Exited() || stdout.Len() > 0 {
				t.Fatalf("it was not killed within the call: %v, said %q", err, stdout.String())
			}
			client := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
			retry := func(when, want string) {
				t.Helper()
				if got := read(t, client, `"k"`, test.tool, test.args); !strings.HasPrefix(got, want) {
					t.Errorf("%s: text %q, want %q", when, got, want)
				}
			}
			retry("within the lease", test.soon)
			c.now = c.now.Add(claimLease + time.Minute)
			retry("after the lease", test.later)
			retry("once more", test.later)
			wantTasks(t, store, test.tasks)
		})
	}
}

// wantTasks counts the tasks that are there, archived ones included.
func wantTasks(t *testing.T, store *Store, want int) {
	t.Helper()
	var got int
	if err := store.read.QueryRowContext(t.Context(), `SELECT count(*) FROM task`).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("%d tasks, want %d", got, want)
	}
}
