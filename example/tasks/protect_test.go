package main

import (
	"fmt"
	"io"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// answer calls a tool and returns the text of its answer.
func answer(t *testing.T, client *runtimetest.Client, tool, args string) string {
	t.Helper()
	result, err := client.Call(tool, args)
	if err != nil {
		t.Fatal(err)
	}
	return runtimetest.Text(t, result)
}

// wantAnswers calls a tool once for every text.
func wantAnswers(t *testing.T, client *runtimetest.Client, tool, args string, want ...string) {
	t.Helper()
	var got []string
	for range want {
		got = append(got, answer(t, client, tool, args))
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("answers of %s (-want +got):\n%s", tool, diff)
	}
}

// An answer is repeated to whom it was given, and to nobody else.
//
// contract: S1-31, S1-32
func TestStatsAreCachedForOneCaller(t *testing.T) {
	store := newStore(t)
	srv := governed(t, store, settings{})
	alice, bob := runtimetest.Connect(t, srv, caller(t, "alice")), runtimetest.Connect(t, srv, caller(t, "bob"))
	const none, one = `{"open":0,"done":0,"archived":0}`, `{"open":1,"done":0,"archived":0}`
	wantAnswers(t, alice, "tasks_stats", `{}`, none)
	create(t, store, "behind the cache")
	wantAnswers(t, alice, "tasks_stats", `{}`, none, none)
	wantAnswers(t, bob, "tasks_stats", `{}`, one)
}

func TestStatsCountByStatus(t *testing.T) {
	store := newStore(t)
	create(t, store, "a", "b", "c", "d", "e", "f")
	done := StatusDone
	for _, id := range []int64{1, 2} {
		if _, err := store.Update(t.Context(), id, Patch{Status: &done}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := store.Archive(t.Context(), 3); err != nil {
		t.Fatal(err)
	}
	got, err := store.Stats(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(Stats{Open: 3, Done: 2, Archived: 1}, got); diff != "" {
		t.Errorf("stats (-want +got):\n%s", diff)
	}
}

// An export is whole or refused, also where not all tasks were read.
//
// contract: S1-27
func TestExportIsWholeOrRefused(t *testing.T) {
	tests := map[string]struct {
		tasks int
		want  string
	}{
		"fits":             {500, `{"result":[{"id":500,`},
		"too many bytes":   {750, `Tool "tasks_export" result of `},
		"too many to read": {maxExported + 1, `Tool "tasks_export" result of `},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			create(t, store, make([]string, test.tasks)...) // as short as they can be, and shorter than a tool makes them
			client := runtimetest.Connect(t, governed(t, store, settings{}), caller(t, "bob"))
			got := answer(t, client, "tasks_export", `{}`)
			if !strings.HasPrefix(got, test.want) {
				t.Errorf("answer %.100q, want %q", got, test.want)
			}
			if refused := strings.HasSuffix(got, " bytes exceeds the configured limit of 65536 bytes"); refused == (name == "fits") {
				t.Errorf("answer %.200q", got)
			}
		})
	}
}

// A secret is in no answer, record, event or log, whatever becomes of its call.
//
// contract: S1-20, S1-24
func TestPassphraseIsNowhere(t *testing.T) { // catalogue M4
	const secret = "correct horse battery"
	tests := map[string]struct{ caller, args, want string }{
		"sealed":      {"alice", `{"id":1,"passphrase":"` + secret + `"}`, `"outcome":"executed"`},
		"refused":     {"alice", `{"id":404,"passphrase":"` + secret + `"}`, `"outcome":"denied"`},
		"too long":    {"alice", `{"id":1,"passphrase":"` + strings.Repeat(secret, 10) + `"}`, `"outcome":"invalid"`},
		"no text":     {"alice", `{"id":1,"passphrase":["` + secret + `"]}`, `"outcome":"invalid"`},
		"other case":  {"alice", `{"id":1,"PassPhrase":"` + secret + `"}`, `"outcome":"invalid"`},
		"broken":      {"alice", `{"passphrase":"` + secret + `","passphrase":"` + secret + `"}`, `"outcome":"invalid"`},
		"hidden":      {"", `{"id":1,"passphrase":"` + secret + `"}`, `"reason":"access_denied"`},
		"of a viewer": {"bob", `{"id":1,"passphrase":"` + secret + `"}`, `"msg":"tool_execution_started"`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var j journal
			store := newStore(t)
			create(t, store, "kept")
			srv, err := newServer(store, withLedger(), slog.NewJSONHandler(&j, &slog.HandlerOptions{Level: slog.LevelDebug}), &j)
			if err != nil {
				t.Fatal(err)
			}
			params := fmt.Sprintf(`{"name":"tasks_seal","arguments":%s,"_meta":{%q:"k"}}`, test.args, defaultLedgerKey)
			said := runtimetest.Stdio(t, srv, caller(t, test.caller), "2026-07-28", runtimetest.Request("2026-07-28", "tools/call", params))
			if !strings.Contains(j.String(), test.want) || !strings.Contains(j.String(), "***") {
				t.Errorf("journal has no %s, or hides nothing: %s", test.want, j.String())
			}
			for where, text := range map[string]string{"answer": string(said), "journal": j.String()} {
				if strings.Contains(text, secret) {
					t.Errorf("%s shows the secret: %s", where, text)
				}
			}
			wantEntries(t, store, 0) // nor does the ledger know the call
		})
	}
}

// contract: S1-16, S1-18
func TestBudget(t *testing.T) {
	srv := governed(t, newStore(t), settings{budget: 2})
	alice, bob := runtimetest.Connect(t, srv, caller(t, "alice")), runtimetest.Connect(t, srv, caller(t, "bob"))
	const spent = "Session tool-call budget of 2 is exhausted; start a new session or raise the budget"
	wantAnswers(t, alice, "tasks_list", `{"limit":0}`, "Error: Invalid value for argument 'limit': expected int between 1 and 100.")
	wantAnswers(t, alice, "tasks_list", `{}`, `{"result":[]}`, spent)
	wantAnswers(t, alice, "tasks_stats", `{}`, spent)
	wantAnswers(t, bob, "tasks_list", `{}`, `{"result":[]}`)
}

// contract: S1-42
func TestRate(t *testing.T) {
	srv := governed(t, newStore(t), settings{rate: 2})
	alice, bob := runtimetest.Connect(t, srv, caller(t, "alice")), runtimetest.Connect(t, srv, caller(t, "bob"))
	wantAnswers(t, alice, "tasks_list", `{}`, `{"result":[]}`, `{"result":[]}`, `Rate limit exceeded for client "alice" on tool "tasks_list"`)
	wantAnswers(t, alice, "tasks_export", `{}`, `{"result":[]}`)
	wantAnswers(t, bob, "tasks_list", `{}`, `{"result":[]}`)
}

// The flags reach the server, and without them nothing is bounded.
//
// contract: S1-14
func TestProtectionOfTheCommandLine(t *testing.T) {
	tests := map[string]struct {
		args []string
		want string
	}{
		"budget": {[]string{"-budget", "1"}, "Session tool-call budget of 1 is exhausted"},
		"rate":   {[]string{"-rate", "1"}, `Rate limit exceeded for client \"alice\" on tool \"tasks_list\"`},
		"none":   {nil, `{"result":[]}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			cmd := program(t, test.args...)
			one := call("2026-07-28", "tasks_list") + "\n"
			cmd.Stdin, cmd.Stderr = strings.NewReader(one+strings.Replace(one, `"id":7`, `"id":8`, 1)), io.Discard
			out, err := cmd.Output()
			if err != nil || strings.Count(string(out), "\n") != 2 || !strings.Contains(string(out), test.want) {
				t.Errorf("said %s, %v; want %s", out, err, test.want)
			}
			if refused := strings.Contains(string(out), `"isError":true`); refused != (test.args != nil) {
				t.Errorf("said %s", out)
			}
		})
	}
}
