package memory_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"go.uber.org/goleak"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
	"github.com/mcpgen-go/mcpgen/runtime/cache/memory"
)

var _ cache.Store = (*memory.Store)(nil)

func newStore(t *testing.T, size int64) *memory.Store {
	t.Helper()
	store, err := memory.New(size)
	if err != nil {
		t.Fatal(err)
	}
	return store
}

func get(t *testing.T, store *memory.Store, key string) string {
	t.Helper()
	value, found, err := store.Get(t.Context(), key)
	if err != nil {
		t.Fatal(err)
	}
	if !found {
		return "none"
	}
	return string(value)
}

func TestEntriesExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newStore(t, 1<<20)
		_ = store.Set(t.Context(), "short", []byte("s"), time.Minute)
		_ = store.Set(t.Context(), "long", []byte("l"), time.Hour)
		_ = store.Set(t.Context(), "empty", nil, time.Hour)
		if got := get(t, store, "short") + get(t, store, "long") + get(t, store, "empty") + get(t, store, "absent"); got != "slnone" {
			t.Errorf("got %s", got)
		}
		time.Sleep(time.Minute)
		if got := get(t, store, "short") + get(t, store, "long"); got != "nonel" {
			t.Errorf("after a minute: %s", got)
		}
		_ = store.Set(t.Context(), "long", []byte("m"), time.Minute)
		time.Sleep(time.Minute)
		if got := get(t, store, "long"); got != "none" {
			t.Errorf("written anew: %s", got)
		}
	})
}

// Whatever is written, memory is bounded, and no goroutine is left.
func TestStoreIsBounded(t *testing.T) {
	defer goleak.VerifyNone(t)
	store := newStore(t, 1<<20)
	for i := range 10_000 {
		_ = store.Set(t.Context(), fmt.Sprint(i), make([]byte, 1024), time.Hour)
	}
	held := 0
	for i := range 10_000 {
		if get(t, store, fmt.Sprint(i)) != "none" {
			held++
		}
	}
	if held == 0 || held > 1024 {
		t.Errorf("%d entries of a kilobyte in a megabyte", held)
	}
	_ = store.Set(t.Context(), "huge", make([]byte, 2<<20), time.Hour)
	if get(t, store, "huge") != "none" {
		t.Error("an entry larger than the store is kept")
	}
}

func TestWrongSize(t *testing.T) {
	if _, err := memory.New(0); err == nil {
		t.Error("a store of no size is taken")
	}
}
