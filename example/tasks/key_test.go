package main

import (
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// contract: S0-45
func TestNoKeyIsNoLedger(t *testing.T) {
	keys := map[string]string{
		"number": `7`, "null": `null`, "empty": `""`, "true": `true`, "object": `{"k":"k"}`, "array": `["k"]`,
		"longer than an entry of _meta may be": strconv.Quote(strings.Repeat("k", 4095)),
	}
	for name, key := range keys {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			client := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
			for range 2 {
				read(t, client, key, "tasks_create", `{"title":"t"}`)
			}
			wantTitles(t, store, "t", "t")
			wantEntries(t, store, 0)
		})
	}
}

// wantEntries counts what the ledger holds.
func wantEntries(t *testing.T, store *Store, want int) {
	t.Helper()
	var got int
	if err := store.read.QueryRowContext(t.Context(), `SELECT count(*) FROM ledger`).Scan(&got); err != nil {
		t.Fatal(err)
	}
	if got != want {
		t.Errorf("the ledger holds %d entries, want %d", got, want)
	}
}

func TestKeyOfTheSettings(t *testing.T) {
	for entry, want := range map[string][]string{"": {"t", "t"}, "example.com/key": {"t", "t"}, defaultLedgerKey: {"t"}} {
		t.Run("entry "+entry, func(t *testing.T) {
			store := newStore(t)
			client := runtimetest.Connect(t, governed(t, store, settings{ledgerKey: entry}), caller(t, "alice"))
			for range 2 {
				read(t, client, `"k"`, "tasks_create", `{"title":"t"}`)
			}
			wantTitles(t, store, want...)
		})
	}
}

func TestKeyLength(t *testing.T) {
	for length, want := range map[int]string{255: "", 256: textLongKey} {
		t.Run(strconv.Itoa(length), func(t *testing.T) {
			store := newStore(t)
			client := runtimetest.Connect(t, governed(t, store, withLedger()), caller(t, "alice"))
			got := read(t, client, strconv.Quote(strings.Repeat("ü", length)), "tasks_create", `{"title":"t"}`)
			if (want != "" && got != want) || (want == "") != strings.HasPrefix(got, `{"id":1,`) {
				t.Errorf("text %q", got)
			}
		})
	}
}

// The first call of every row is tasks_create with title a and priority low.
func TestKeyBelongsToOneCall(t *testing.T) { // catalogue I2, I6
	tests := map[string]struct {
		caller, tool, args string
		want               string // empty is the first answer
		titles             []string
	}{
		"the same":            {"alice", "tasks_create", `{"title":"a","priority":"low"}`, "", []string{"a"}},
		"in another order":    {"alice", "tasks_create", `{ "priority":"low", "title":"a" }`, "", []string{"a"}},
		"in another spelling": {"alice", "tasks_create", `{"title":"\u0061","priority":"low"}`, "", []string{"a"}},
		"another value":       {"alice", "tasks_create", `{"title":"b","priority":"low"}`, textMismatch, []string{"a"}},
		"one argument less":   {"alice", "tasks_create", `{"title":"a"}`, textMismatch, []string{"a"}},
		"an unknown argument": {"alice", "tasks_create", `{"title":"a","priority":"low","x":1}`, textMismatch, []string{"a"}},
		"no arguments at all": {"alice", "tasks_create", `[]`, textMismatch, []string{"a"}},
		"another tool":        {"alice", "tasks_import", `{"items":[{"title":"b"}]}`, textMismatch, []string{"a"}},
		"another caller":      {"root", "tasks_create", `{"title":"a","priority":"low"}`, `{"id":2,`, []string{"a", "a"}},
		"a tool that reads":   {"alice", "tasks_list", `{}`, `{"result":[{"id":1,`, []string{"a"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			srv := governed(t, store, withLedger())
			first := read(t, runtimetest.Connect(t, srv, caller(t, "alice")), `"k"`, "tasks_create", `{"title":"a","priority":"low"}`)
			got := read(t, runtimetest.Connect(t, srv, caller(t, test.caller)), `"k"`, test.tool, test.args)
			want := test.want
			if want == "" {
				want = first
			}
			if !strings.HasPrefix(got, want) {
				t.Errorf("text %q, want %q", got, want)
			}
			wantTitles(t, store, test.titles...)
		})
	}
}

// Integers that a float64 cannot tell apart are different calls.
func TestFingerprint(t *testing.T) {
	tests := map[string]struct {
		args string
		same bool
	}{
		"the same":             {`{"id":9007199254740993}`, true},
		"space":                {"\n{ \"id\" :9007199254740993}\t", true},
		"a neighbour":          {`{"id":9007199254740992}`, false},
		"a string":             {`{"id":"9007199254740993"}`, false},
		"another spelling":     {`{"id":9007199254740993.0}`, false},
		"twice":                {`{"id":9007199254740993,"id":9007199254740993}`, false},
		"cut off":              {`{"id":9007199254740993`, false},
		"nothing":              {``, false},
		"deeper than it reads": {strings.Repeat("[", 20000), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := fingerprint("tool", []byte(`{"id":9007199254740993}`))
			if got := cmp.Equal(want, fingerprint("tool", []byte(test.args))); got != test.same {
				t.Errorf("same is %t, want %t", got, test.same)
			}
		})
	}
	if cmp.Equal(fingerprint("a", []byte(`1`)), fingerprint("a1", nil)) {
		t.Error("a tool's name runs into its arguments")
	}
}
