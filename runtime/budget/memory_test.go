package budget_test

import (
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/budget"
)

// contract: S1-19
func TestMemoryIsExact(t *testing.T) {
	store := budget.NewMemory(4)
	var granted atomic.Int64
	var all sync.WaitGroup
	for range 64 {
		all.Go(func() {
			for range 30 {
				if ok, _ := store.Spend(t.Context(), budget.Charge{Key: "ada", Limit: 500, TTL: time.Hour}); ok {
					granted.Add(1)
				}
			}
		})
	}
	all.Wait()
	if granted.Load() != 500 {
		t.Errorf("granted %d of 1920, want 500", granted.Load())
	}
}

func TestMemoryForgets(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := budget.NewMemory(4)
		spend := func(renew bool) bool {
			ok, err := store.Spend(t.Context(), budget.Charge{Key: "k", Limit: 1, TTL: time.Minute, Renew: renew})
			return ok && err == nil
		}
		first, second := spend(false), spend(false)
		time.Sleep(time.Minute)
		third := spend(true)
		time.Sleep(time.Minute - 1)
		fourth := spend(true) // refused, and renewed
		time.Sleep(time.Minute - 1)
		fifth := spend(true)
		if got := fmt.Sprint(first, second, third, fourth, fifth); got != "true false true false false" {
			t.Errorf("granted %s", got)
		}
	})
}

// Catalogue B10: any number of keys takes bounded memory, and who is calling is
// not forgotten.
func TestMemoryIsBounded(t *testing.T) {
	store := budget.NewMemory(8)
	spend := func(key string) bool {
		ok, _ := store.Spend(t.Context(), budget.Charge{Key: key, Limit: 1, TTL: time.Hour})
		return ok
	}
	spend("ada")
	for i := range 1000 {
		spend(fmt.Sprint(i))
		if spend("ada") {
			t.Fatal("ada was forgotten")
		}
	}
	if store.Len() != 8 {
		t.Errorf("%d counts, want 8", store.Len())
	}
	if !spend("0") {
		t.Error("an old key is still held")
	}
}

func BenchmarkMemory(b *testing.B) {
	store := budget.NewMemory(1000)
	b.ReportAllocs()
	for b.Loop() {
		_, _ = store.Spend(b.Context(), budget.Charge{Key: "ada", Limit: 1 << 60, TTL: time.Hour})
	}
}
