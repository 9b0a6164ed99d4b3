package main

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// start is when the clock of the tests begins.
func start() time.Time { return time.Date(2030, 1, 2, 3, 4, 5, 6000, time.UTC) }

// clock is a time that only tests move.
type clock struct{ now time.Time }

func (c *clock) Now() time.Time { return c.now }

func openStore(t *testing.T, file string, now func() time.Time) *Store {
	t.Helper()
	store, err := Open(t.Context(), file, now)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := store.Close(); err != nil {
			t.Error(err)
		}
	})
	return store
}

func newStore(t *testing.T) *Store {
	t.Helper()
	return openStore(t, filepath.Join(t.TempDir(), "tasks.db"), start)
}

func create(t *testing.T, store *Store, titles ...string) []Task {
	t.Helper()
	var drafts []Draft
	for _, title := range titles {
		drafts = append(drafts, Draft{Title: title, Priority: PriorityNormal})
	}
	tasks, err := store.Create(t.Context(), drafts...)
	if err != nil {
		t.Fatal(err)
	}
	return tasks
}

func titles(t *testing.T, store *Store, status *Status, limit int) []string {
	t.Helper()
	tasks, err := store.List(t.Context(), status, limit)
	if err != nil {
		t.Fatal(err)
	}
	titles := []string{}
	for _, task := range tasks {
		titles = append(titles, task.Title)
	}
	return titles
}

func TestCreateKeepsEverything(t *testing.T) {
	file := filepath.Join(t.TempDir(), "a file? 100% #1.db")
	store := openStore(t, file, start)
	due := time.Date(2031, 5, 6, 7, 8, 9, 0, time.FixedZone("", 2*60*60))
	hostile := `Robert'); DROP TABLE task;--` + "\x00 \U0001F600"
	got, err := store.Create(t.Context(), Draft{hostile, PriorityHigh, &due, []string{"a", `"b"`}})
	if err != nil {
		t.Fatal(err)
	}
	want := []Task{{
		ID: 1, Title: hostile, Status: StatusOpen, Priority: PriorityHigh,
		Due: new(due.UTC()), Tags: []string{"a", `"b"`}, Created: start(),
	}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("created (-want +got):\n%s", diff)
	}
	kept, err := openStore(t, file, start).Get(t.Context(), 1)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want[0], kept); diff != "" {
		t.Errorf("read by another store (-want +got):\n%s", diff)
	}
}

func TestCreateIsAllOrNothing(t *testing.T) {
	tests := map[string]struct {
		bad  Draft
		want error
	}{
		"tag too long":      {Draft{Title: "x", Priority: PriorityLow, Tags: []string{strings.Repeat("ü", maxTag+1)}}, errTag},
		"year 10000 in UTC": {Draft{Title: "x", Priority: PriorityLow, Due: new(time.Date(9999, 12, 31, 23, 0, 0, 0, time.FixedZone("", -7200)))}, errYear},
		"year 0 in UTC":     {Draft{Title: "x", Priority: PriorityLow, Due: new(time.Date(1, 1, 1, 0, 0, 0, 0, time.FixedZone("", 7200)))}, errYear},
		"unknown priority":  {Draft{Title: "x", Priority: "urgent"}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			tasks, err := store.Create(t.Context(), Draft{Title: "good", Priority: PriorityLow, Tags: []string{strings.Repeat("ü", maxTag)}}, test.bad)
			if err == nil || tasks != nil || (test.want != nil && !errors.Is(err, test.want)) {
				t.Errorf("got %v, error %v, want %v", tasks, err, test.want)
			}
			if got := titles(t, store, nil, 10); len(got) != 0 {
				t.Errorf("kept %q", got)
			}
		})
	}
}

func TestList(t *testing.T) {
	store := newStore(t)
	create(t, store, "one", "two", "three", "four")
	if _, err := store.Archive(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	if _, err := store.Update(t.Context(), 3, Patch{Status: new(StatusDone)}); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct {
		status *Status
		limit  int
		want   []string
	}{
		"newest first, archived left out": {nil, 10, []string{"four", "three", "one"}},
		"limit":                           {nil, 2, []string{"four", "three"}},
		"open":                            {new(StatusOpen), 10, []string{"four", "one"}},
		"done":                            {new(StatusDone), 10, []string{"three"}},
		"archived":                        {new(StatusArchived), 10, []string{"two"}},
		"no such status":                  {new(Status("' OR 1=1 --")), 10, []string{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, titles(t, store, test.status, test.limit)); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestUpdate(t *testing.T) {
	before := Task{ID: 1, Title: "old", Status: StatusOpen, Priority: PriorityLow, Due: new(start()), Tags: []string{"a"}, Created: start()}
	tests := map[string]struct {
		patch  Patch
		change func(*Task)
	}{
		"nothing":            {Patch{}, func(*Task) {}},
		"title":              {Patch{Title: new("new")}, func(t *Task) { t.Title = "new" }},
		"status":             {Patch{Status: new(StatusDone)}, func(t *Task) { t.Status = StatusDone }},
		"priority":           {Patch{Priority: new(PriorityHigh)}, func(t *Task) { t.Priority = PriorityHigh }},
		"due":                {Patch{Due: new(start().Add(time.Hour))}, func(t *Task) { t.Due = new(start().Add(time.Hour)) }},
		"tags":               {Patch{Tags: []string{"b", "c"}}, func(t *Task) { t.Tags = []string{"b", "c"} }},
		"tags, an empty one": {Patch{Tags: []string{}}, func(t *Task) { t.Tags = []string{} }},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := newStore(t)
			if _, err := store.Create(t.Context(), Draft{before.Title, before.Priority, before.Due, before.Tags}); err != nil {
				t.Fatal(err)
			}
			want := before
			test.change(&want)
			for range 2 { // idempotent
				got, err := store.Update(t.Context(), 1, test.patch)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("updated (-want +got):\n%s", diff)
				}
			}
		})
	}
}

func TestAbsentTask(t *testing.T) {
	store := newStore(t)
	create(t, store, "archived")
	if _, err := store.Archive(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	tests := map[string]func(context.Context) (Task, error){
		"get":                func(ctx context.Context) (Task, error) { return store.Get(ctx, 9) },
		"archive":            func(ctx context.Context) (Task, error) { return store.Archive(ctx, 9) },
		"update":             func(ctx context.Context) (Task, error) { return store.Update(ctx, 9, Patch{}) },
		"update an archived": func(ctx context.Context) (Task, error) { return store.Update(ctx, 1, Patch{Title: new("x")}) },
	}
	for name, do := range tests {
		t.Run(name, func(t *testing.T) {
			if task, err := do(t.Context()); !errors.Is(err, ErrNoTask) {
				t.Errorf("got %v, error %v, want ErrNoTask", task, err)
			}
		})
	}
}

func TestPurgeCountsFromTheFirstArchiving(t *testing.T) {
	c := &clock{start()}
	store := openStore(t, filepath.Join(t.TempDir(), "tasks.db"), c.Now)
	create(t, store, "archived at once", "archived later", "open")
	archive := func(id int64) {
		t.Helper()
		if task, err := store.Archive(t.Context(), id); err != nil || task.Status != StatusArchived {
			t.Fatalf("archive %d: %v %v", id, task, err)
		}
	}
	archive(1)
	c.now = start().Add(time.Hour)
	archive(1)
	archive(2)
	for _, step := range []struct {
		after time.Duration
		want  int64
	}{{0, 0}, {time.Minute, 1}} {
		if got, err := store.Purge(t.Context(), start().Add(step.after)); err != nil || got != step.want {
			t.Errorf("purge after %s: %d, %v, want %d", step.after, got, err, step.want)
		}
	}
	if diff := cmp.Diff([]string{"archived later"}, titles(t, store, new(StatusArchived), 10)); diff != "" {
		t.Errorf("archived (-want +got):\n%s", diff)
	}
}

func TestIDsAreNotUsedAgain(t *testing.T) {
	store := newStore(t)
	create(t, store, "gone")
	if _, err := store.Archive(t.Context(), 1); err != nil {
		t.Fatal(err)
	}
	if n, err := store.Purge(t.Context(), start().Add(time.Second)); n != 1 || err != nil {
		t.Fatalf("purged %d, %v", n, err)
	}
	if got := create(t, store, "next")[0].ID; got != 2 {
		t.Errorf("id %d, want 2", got)
	}
}

func TestWritersQueue(t *testing.T) {
	const stores, each = 5, 5
	file := filepath.Join(t.TempDir(), "tasks.db")
	var wg sync.WaitGroup
	for i := range stores { // as many programs on one file, started at once
		wg.Go(func() {
			store, err := Open(t.Context(), file, start)
			if err != nil {
				t.Error(err)
				return
			}
			for j := range each {
				draft := Draft{Title: fmt.Sprintf("%d.%d", i, j), Priority: PriorityLow}
				if _, err := store.Create(t.Context(), draft); err != nil {
					t.Error(err)
				}
			}
			if err := store.Close(); err != nil {
				t.Error(err)
			}
		})
	}
	wg.Wait()
	if got := len(titles(t, openStore(t, file, start), nil, 100)); got != stores*each {
		t.Errorf("%d tasks, want %d", got, stores*each)
	}
}

func TestWriteRespectsItsContext(t *testing.T) {
	store := newStore(t)
	err := store.within(t.Context(), func(*sql.Tx) error { // holds the only connection
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		_, err := store.Archive(ctx, 1)
		return err
	})
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error %v, want context.Canceled", err)
	}
}

func TestReadersCannotWrite(t *testing.T) {
	store := newStore(t)
	create(t, store, "kept")
	if _, err := store.read.ExecContext(t.Context(), `DELETE FROM task`); err == nil {
		t.Error("a reading connection deleted tasks")
	}
}

func TestOpenRefuses(t *testing.T) {
	dir := t.TempDir()
	newer := filepath.Join(dir, "newer.db")
	store := openStore(t, newer, start)
	if _, err := store.write.ExecContext(t.Context(), `PRAGMA user_version = 99`); err != nil {
		t.Fatal(err)
	}
	tests := map[string]struct{ file, want string }{
		"schema of a newer program": {newer, "schema version 99 is not of this program"},
		"folder that is not there":  {filepath.Join(dir, "none", "tasks.db"), "unable to open database file"},
		"folder":                    {dir, "unable to open database file"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := Open(t.Context(), test.file, start)
			if err == nil || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "open "+test.file+": ") {
				t.Errorf("error %v, want %q about %s", err, test.want, test.file)
			}
		})
	}
}
