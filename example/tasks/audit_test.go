package main

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// journal is where records and the log go; several goroutines write to it.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(data []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(data)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

// records returns the records of one message, without what differs from run to
// run.
func records(t *testing.T, text, message string) []map[string]any {
	t.Helper()
	found := []map[string]any{}
	for line := range strings.Lines(text) {
		var record map[string]any
		if err := json.Unmarshal([]byte(line), &record); err != nil {
			t.Fatalf("line %q: %v", line, err)
		}
		if record["msg"] != message {
			continue
		}
		for _, key := range []string{"time", "level", "msg", "duration_ms", "request_id"} {
			if _, there := record[key]; !there {
				t.Errorf("record %v has no %s", record, key)
			}
			delete(record, key)
		}
		found = append(found, record)
	}
	return found
}

func TestAuditTellsOfEveryCall(t *testing.T) { // catalogue A3, M4
	type record = map[string]any
	tests := map[string]struct {
		caller, tool, args string
		want               []record
	}{
		"it ran": {"alice", "tasks_get", `{"id":1}`, []record{
			{"caller": "alice", "tool": "tasks_get", "section": "tasks", "outcome": "executed", "started": true, "arguments": `{"id":1}`}}},
		"a secret": {"alice", "tasks_get", `{"id":1, "token":"hunter2"}`, []record{
			{"caller": "alice", "tool": "tasks_get", "section": "tasks", "outcome": "executed", "started": true, "arguments": `{"id":1,"token":"***"}`}}},
		"arguments that are no JSON object": {"alice", "tasks_get", `"text"`, []record{
			{"caller": "alice", "tool": "tasks_get", "section": "tasks", "outcome": "invalid", "started": false, "arguments": `"text"`, "error_class": "*bind.ArgumentError"}}},
		"arguments too long to show": {"alice", "tasks_get", `{"id":1,"x":"` + strings.Repeat("x", maxArguments) + `"}`, []record{
			{"caller": "alice", "tool": "tasks_get", "section": "tasks", "outcome": "executed", "started": true, "arguments": "4111 bytes"}}},
		"the function refused": {"alice", "tasks_get", `{"id":7}`, []record{
			{"caller": "alice", "tool": "tasks_get", "section": "tasks", "outcome": "denied", "started": true, "arguments": `{"id":7}`}}},
		"the gate refused": {"alice", "tasks_archive", `{"id":1}`, []record{
			{"caller": "alice", "tool": "tasks_archive", "section": "tasks", "outcome": "denied", "started": false, "arguments": `{"id":1}`}}},
		"a panic": {"root", "debug_panic", `{}`, []record{
			{"caller": "root", "tool": "debug_panic", "section": "admin", "outcome": "failed", "started": true, "arguments": `{}`, "error_class": "*runtime.panicError"}}},
		"a hidden tool": {"alice", "admin_purge", `{}`, []record{}},
		"nobody":        {"", "tasks_get", `{"id":1}`, []record{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var j journal
			callAudited(t, &j, test.caller, test.tool, test.args)
			if diff := cmp.Diff(test.want, records(t, j.String(), "call")); diff != "" {
				t.Errorf("records (-want +got):\n%s", diff)
			}
		})
	}
}

// callAudited makes one call of a server that records to j and waits until it is
// over.
func callAudited(t *testing.T, j *journal, name, tool, args string) {
	t.Helper()
	store := newStore(t)
	create(t, store, "kept")
	handler := slog.NewJSONHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug})
	srv, err := newServer(store, settings{approvals: "none"}, handler, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	params := fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args)
	runtimetest.Stdio(t, srv, caller(t, name), "2026-07-28", runtimetest.Request("2026-07-28", "tools/call", params))
}

// What a caller cannot tell apart, operators can.
func TestAuditTellsHiddenFromAbsent(t *testing.T) { // catalogue A10
	tests := map[string]struct{ caller, tool, reason, plugin string }{
		"hidden":           {"alice", "admin_purge", "access_denied", "github.com/mcpgen-go/mcpgen/example/tasks.(*Service).Purge"},
		"not for a viewer": {"bob", "tasks_create", "access_denied", "github.com/mcpgen-go/mcpgen/example/tasks.(*Service).Create"},
		"nobody":           {"", "tasks_list", "access_denied", "github.com/mcpgen-go/mcpgen/example/tasks.(*Service).List"},
		"absent":           {"alice", "nosuch", "invalid_tool", ""},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var j journal
			callAudited(t, &j, test.caller, test.tool, `{"password":"hunter2"}`)
			want := []map[string]any{{
				"tool_name": test.tool, "plugin_id": test.plugin, "reason": test.reason, "arguments": `{"password":"***"}`,
			}}
			if diff := cmp.Diff(want, records(t, j.String(), "tool_execution_failed")); diff != "" {
				t.Errorf("events (-want +got):\n%s", diff)
			}
		})
	}
}

// full is a disk without room.
type full struct{ slog.Handler }

var errFull = errors.New("no space left")

func (full) Handle(context.Context, slog.Record) error { return errFull }

// A record that cannot be written is logged, and the call is answered.
func TestAuditThatCannotWrite(t *testing.T) { // catalogue A2
	var log journal
	store := newStore(t)
	srv, err := newServer(store, settings{}, full{slog.DiscardHandler}, &log)
	if err != nil {
		t.Fatal(err)
	}
	client := runtimetest.Connect(t, srv, caller(t, "alice"))
	result, err := client.Call("tasks_list", "")
	if err != nil || runtimetest.Text(t, result) != `{"result":[]}` {
		t.Errorf("result %+v, error %v", result, err)
	}
	if !strings.Contains(log.String(), errFull.Error()) {
		t.Errorf("log %q", log.String())
	}
}

// The file is appended to, by one process after the other.
func TestAuditFile(t *testing.T) {
	dir := t.TempDir()
	for range 2 {
		cmd := program(t, "-audit", filepath.Join(dir, "audit.jsonl"))
		cmd.Stdin = strings.NewReader(call("2026-07-28", "tasks_list") + "\n")
		if out, err := cmd.Output(); err != nil || !strings.Contains(string(out), `{"result":[]}`) {
			t.Fatalf("said %q, %v", out, err)
		}
	}
	text, err := os.ReadFile(filepath.Join(dir, "audit.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	for message, want := range map[string]int{"call": 2, "tool_execution_started": 2, "tool_execution_succeeded": 2} {
		if got := strings.Count(string(text), `"msg":"`+message+`"`); got != want {
			t.Errorf("%d records of %s, want %d", got, message, want)
		}
	}
}
