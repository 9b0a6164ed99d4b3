package main

import (
	"fmt"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// Three programs on one file, a hundred copies of one call, one execution.
func TestDuplicatesRunOnce(t *testing.T) { // catalogue I3
	const programs, copies = 3, 100
	store, _ := storeAt(t)
	file := storeFile(t, store)
	var clients []*runtimetest.Client
	for range programs {
		clients = append(clients, runtimetest.Connect(t, governed(t, openStore(t, file, start), withLedger()), caller(t, "alice")))
	}
	texts := make([]string, copies)
	var wg sync.WaitGroup
	for i := range copies {
		wg.Go(func() { texts[i] = read(t, clients[i%programs], `"k"`, "tasks_create", `{"title":"t"}`) })
	}
	wg.Wait()
	answer := read(t, clients[0], `"k"`, "tasks_create", `{"title":"t"}`)
	answered := 0
	for _, text := range texts {
		switch text {
		case answer:
			answered++
		case textRunning:
		default:
			t.Errorf("text %q", text)
		}
	}
	if answered == 0 {
		t.Error("nobody read the answer")
	}
	wantTitles(t, store, "t")
}

// storeFile returns the file of a store.
func storeFile(t *testing.T, store *Store) string {
	t.Helper()
	var seq int
	var name, file string
	if err := store.read.QueryRowContext(t.Context(), `PRAGMA database_list`).Scan(&seq, &name, &file); err != nil {
		t.Fatal(err)
	}
	return file
}

// Many callers, keys and calls at once: each key of each caller runs once.
func TestMixedCallers(t *testing.T) { // catalogue I3, I6
	const keys, copies = 5, 8
	store := newStore(t)
	srv := governed(t, store, withLedger())
	var wg sync.WaitGroup
	for _, name := range []string{"alice", "root"} {
		client := runtimetest.Connect(t, srv, caller(t, name))
		for i := range keys * copies {
			wg.Go(func() {
				key := i % keys
				read(t, client, fmt.Sprintf(`"%d"`, key), "tasks_create", fmt.Sprintf(`{"title":"%s %d"}`, name, key))
			})
		}
	}
	wg.Wait()
	seen := map[string]int{}
	for _, title := range titles(t, store, nil, 1000) {
		seen[title]++
	}
	want := map[string]int{}
	for key := range keys {
		want[fmt.Sprintf("alice %d", key)], want[fmt.Sprintf("root %d", key)] = 1, 1
	}
	if diff := cmp.Diff(want, seen); diff != "" {
		t.Errorf("executions (-want +got):\n%s", diff)
	}
}
