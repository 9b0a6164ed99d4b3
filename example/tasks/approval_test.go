package main

import (
	"io"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const textArchived = `{"id":1,"title":"kept","status":"archived"`

func write(t *testing.T, file, text string) {
	t.Helper()
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
}

func TestApprovals(t *testing.T) {
	tests := map[string]struct {
		file     string
		approved bool
		log      string
	}{
		"empty":                  {"", false, ""},
		"the caller":             {"tasks_archive alice\n", true, ""},
		"every caller":           {"tasks_archive *", true, ""},
		"comments and blanks":    {"# yes\r\n\r\n \ttasks_archive\t alice # for now\r\n", true, ""},
		"among others":           {"admin_purge *\ntasks_archive bob\ntasks_archive alice\n", true, ""},
		"another caller":         {"tasks_archive bob\n", false, ""},
		"another case":           {"tasks_archive Alice\nTASKS_ARCHIVE alice\n", false, ""},
		"another tool":           {"admin_purge alice\n", false, ""},
		"a comment":              {"# tasks_archive alice\n", false, ""},
		"no caller":              {"tasks_archive alice\ntasks_archive\n", false, "line 2 is not a tool and a caller"},
		"two callers":            {"tasks_archive alice bob\n", false, "line 1 is not a tool and a caller"},
		"every tool":             {"tasks_archive alice\n* alice\n", false, "line 2 is not a tool and a caller"},
		"a line without an end":  {"tasks_archive alice\n" + strings.Repeat("x", 70_000), false, "token too long"},
		"more than anyone reads": {"tasks_archive alice\n" + strings.Repeat("#\n", maxApprovals/2), false, "has more than 1048576 bytes"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), "approvals")
			write(t, file, test.file)
			checkApproval(t, file, test.approved, test.log)
		})
	}
	t.Run("no file", func(t *testing.T) { checkApproval(t, filepath.Join(t.TempDir(), "none"), false, "") })
	t.Run("a folder", func(t *testing.T) { checkApproval(t, t.TempDir(), false, "is a directory") })
}

// checkApproval archives a task as alice.
func checkApproval(t *testing.T, file string, approved bool, wantLog string) {
	t.Helper()
	store := newStore(t)
	create(t, store, "kept")
	var log strings.Builder
	rec := &runtimetest.Recorder{}
	srv, err := newServer(store, settings{approvals: file}, slog.DiscardHandler, &log, rec.Options()...)
	if err != nil {
		t.Fatal(err)
	}
	client := runtimetest.Connect(t, srv, caller(t, "alice"))
	result, err := client.Call("tasks_archive", `{"id":1}`)
	if err != nil {
		t.Fatal(err)
	}
	want, reasons := textUnapproved, []event.Reason{event.ReasonPolicyApproval}
	if approved {
		want, reasons = textArchived, nil
	}
	if got := runtimetest.Text(t, result); !strings.HasPrefix(got, want) || result.IsError == approved {
		t.Errorf("text %q, isError %t, want %q", got, result.IsError, want)
	}
	var got []event.Reason
	for _, failed := range rec.Failed() {
		got = append(got, failed.Reason)
	}
	if diff := cmp.Diff(reasons, got); diff != "" {
		t.Errorf("reasons (-want +got):\n%s", diff)
	}
	if !strings.Contains(log.String(), wantLog) || (wantLog == "") != (log.Len() == 0) {
		t.Errorf("log %q, want %q", log.String(), wantLog)
	}
}

// What the file says holds from the next call on, in both directions.
func TestApprovalIsReadAnew(t *testing.T) {
	store := newStore(t)
	create(t, store, "kept")
	file := filepath.Join(t.TempDir(), "approvals")
	client := runtimetest.Connect(t, governed(t, store, settings{approvals: file}), caller(t, "alice"))
	archive := func(want string) {
		t.Helper()
		result, err := client.Call("tasks_archive", `{"id":1}`)
		if err != nil {
			t.Fatal(err)
		}
		if got := runtimetest.Text(t, result); !strings.HasPrefix(got, want) {
			t.Errorf("text %q, want %q", got, want)
		}
	}
	archive(textUnapproved)
	write(t, file, "tasks_archive alice\n")
	archive(textArchived)
	write(t, file, "tasks_archive  root\n") // as long as before, within one tick of the file's clock
	archive(textUnapproved)
	if err := os.Remove(file); err != nil {
		t.Fatal(err)
	}
	archive(textUnapproved)
}

func TestOnlyDestructiveToolsNeedApproval(t *testing.T) {
	want := map[string]bool{"admin_purge": true, "tasks_archive": true}
	for tool, args := range arguments() {
		t.Run(tool, func(t *testing.T) {
			store := newStore(t)
			create(t, store, "first", "second")
			client := runtimetest.Connect(t, governed(t, store, settings{approvals: "none"}), caller(t, "root"))
			result, err := client.Call(tool, args)
			if err != nil {
				t.Fatal(err)
			}
			text := runtimetest.Text(t, result)
			if got := strings.Contains(text, "needs an approval"); got != want[tool] {
				t.Errorf("text %q, needs an approval: %t", text, want[tool])
			}
		})
	}
}

// A replay needs the approval that the call needed (catalogue I6).
func TestReplayNeedsApproval(t *testing.T) {
	store := newStore(t)
	create(t, store, "kept")
	file := filepath.Join(t.TempDir(), "approvals")
	set := settings{ledgerKey: defaultLedgerKey, approvals: file}
	client := runtimetest.Connect(t, governed(t, store, set), caller(t, "alice"))
	for _, step := range []struct{ approvals, want string }{
		{"tasks_archive alice\n", textArchived}, {"", textUnapproved}, {"tasks_archive alice\n", textArchived},
	} {
		write(t, file, step.approvals)
		if got := read(t, client, `"k"`, "tasks_archive", `{"id":1}`); !strings.HasPrefix(got, step.want) {
			t.Errorf("approvals %q: text %q, want %q", step.approvals, got, step.want)
		}
	}
}

func TestHiddenToolNeedsNoApproval(t *testing.T) { // it is unknown, whatever the file says
	file := filepath.Join(t.TempDir(), "approvals")
	write(t, file, "admin_purge alice\n")
	srv, err := newServer(newStore(t), settings{approvals: file}, slog.DiscardHandler, io.Discard)
	if err != nil {
		t.Fatal(err)
	}
	runtimetest.Hidden(t, srv, caller(t, "alice"), "admin_purge")
}
