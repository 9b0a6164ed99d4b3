package cache_test

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
)

// Catalogue R8: of calls that come at once one works; others work for themselves
// if it has nothing to share.
func TestGroup(t *testing.T) {
	tests := map[string]struct {
		lead func() []byte
		want string
	}{
		"value":  {func() []byte { return []byte("v") }, "v"},
		"empty":  {func() []byte { return []byte{} }, ""},
		"none":   {func() []byte { return nil }, "nil"},
		"panic":  {func() []byte { panic("hunter2") }, "nil"},
		"goexit": {func() []byte { runtime.Goexit(); return []byte("v") }, "nil"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var g cache.Group
				runs := 0
				var all sync.WaitGroup
				all.Go(func() {
					defer func() { _ = recover() }()
					_, led, err := g.Do(t.Context(), "k", func(context.Context) []byte {
						runs++
						time.Sleep(time.Second)
						return test.lead()
					})
					if !led || err != nil {
						t.Errorf("led %t, %v", led, err)
					}
				})
				synctest.Wait()
				for range 5 {
					all.Go(func() {
						value, led, err := g.Do(t.Context(), "k", nil)
						got := string(value)
						if value == nil {
							got = "nil"
						}
						if led || err != nil || got != test.want {
							t.Errorf("got %q, led %t, %v", got, led, err)
						}
					})
				}
				all.Wait()
				again, led, _ := g.Do(t.Context(), "k", func(context.Context) []byte { return []byte("w") })
				if runs != 1 || !led || string(again) != "w" {
					t.Errorf("%d runs, then led %t", runs, led)
				}
			})
		})
	}
}

func TestGroupKeepsKeysApart(t *testing.T) {
	var g cache.Group
	_, _, _ = g.Do(t.Context(), "a", func(context.Context) []byte {
		_, led, _ := g.Do(t.Context(), "b", func(context.Context) []byte { return nil })
		if !led {
			t.Error("b waits for a")
		}
		return nil
	})
}

// The work goes on while somebody wants it, with what the leader's context
// carries, and ends when nobody does.
func TestGroupWhoseCallersLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var g cache.Group
		type key struct{}
		first, cancelFirst := context.WithCancel(context.WithValue(t.Context(), key{}, "carried"))
		second, cancelSecond := context.WithCancelCause(t.Context())
		errGone := errors.New("gone")
		var steps []string
		var all sync.WaitGroup
		all.Go(func() {
			_, _, _ = g.Do(first, "k", func(ctx context.Context) []byte {
				steps = append(steps, fmt.Sprint(ctx.Value(key{})))
				<-ctx.Done()
				steps = append(steps, fmt.Sprint(context.Cause(ctx)))
				time.Sleep(time.Second) // it takes its time to stop
				return []byte("late")
			})
		})
		synctest.Wait()
		all.Go(func() {
			if _, led, err := g.Do(second, "k", nil); led || !errors.Is(err, errGone) {
				t.Errorf("led %t, %v", led, err)
			}
		})
		synctest.Wait()
		cancelFirst()
		synctest.Wait()
		if len(steps) != 1 {
			t.Errorf("stopped while somebody waits: %v", steps)
		}
		cancelSecond(errGone)
		synctest.Wait()
		// Who comes now does not join work that was told to stop.
		value, led, err := g.Do(t.Context(), "k", func(context.Context) []byte { return []byte("new") })
		if string(value) != "new" || !led || err != nil {
			t.Errorf("got %q, led %t, %v", value, led, err)
		}
		all.Wait()
		if got := fmt.Sprint(steps); got != "[carried gone]" {
			t.Errorf("steps %s", got)
		}
	})
}
