package main

import (
	"encoding/json"
	"io"
	"log/slog"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// The texts of the ledger and of the gate.
const (
	textRunning    = "Error: A call with this idempotency key is still running. Retry it with the same key in a moment."
	textMismatch   = "Error: This idempotency key belongs to another call. Send a new key with a new call."
	textUnknown    = "Error: A call with this idempotency key has begun and its outcome is not known. It is not run again: find out what it did, then send a new key."
	textLongKey    = "Error: The idempotency key has more than 255 characters."
	textUnapproved = "Error: Tool 'tasks_archive' needs an approval, and there is none for this caller."
)

// patient keeps a machine under load from failing a listener.
func patient() mcprt.Option { return mcprt.WithListenerTimeout(time.Minute) }

func withLedger() settings { return settings{ledgerKey: defaultLedgerKey} }

// governed serves a store, without a word.
func governed(t *testing.T, store *Store, set settings, more ...mcprt.Option) *mcprt.Server {
	t.Helper()
	srv, err := newServer(store, set, slog.DiscardHandler, io.Discard, append(more, patient())...)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// storeAt is a store in a file of its own whose clock tests move.
func storeAt(t *testing.T) (*Store, *clock) {
	t.Helper()
	c := &clock{start()}
	return openStore(t, filepath.Join(t.TempDir(), "tasks.db"), c.Now), c
}

// send calls a tool with a key, which is JSON and may be no string.
func send(t *testing.T, client *runtimetest.Client, key, tool, args string) (*mcp.CallToolResult, error) {
	t.Helper()
	return client.Session().CallTool(t.Context(), &mcp.CallToolParams{
		Name: tool, Arguments: json.RawMessage(args),
		Meta: mcp.Meta{defaultLedgerKey: json.RawMessage(key)},
	})
}

// read calls a tool with a key and returns the text of its answer.
func read(t *testing.T, client *runtimetest.Client, key, tool, args string) string {
	t.Helper()
	result, err := send(t, client, key, tool, args)
	if err != nil {
		t.Fatal(err)
	}
	return runtimetest.Text(t, result)
}

// wantTitles compares all tasks of the store, oldest first.
func wantTitles(t *testing.T, store *Store, want ...string) {
	t.Helper()
	got := titles(t, store, nil, 1000)
	slices.Reverse(got)
	if diff := cmp.Diff(append([]string{}, want...), got); diff != "" {
		t.Errorf("tasks (-want +got):\n%s", diff)
	}
}
