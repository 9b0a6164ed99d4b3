package ratelimit_test

import (
	"fmt"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/ratelimit"
)

var _ mcprt.Limiter = (*ratelimit.Limiter)(nil)

// contract: S1-41, S1-42, S1-43
func TestBucketsAreApart(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		limiter, err := ratelimit.New(2, time.Minute)
		if err != nil {
			t.Fatal(err)
		}
		allowed := func(client *string, tool string) int {
			n := 0
			for range 5 {
				if ok, err := limiter.Allow(t.Context(), client, tool); ok && err == nil {
					n++
				}
			}
			return n
		}
		got := []int{
			allowed(new("claude"), "a"), allowed(new("claude"), "b"), allowed(new("other"), "a"),
			allowed(nil, "a"), allowed(new(""), "a"), allowed(new("claude"), "a"),
		}
		time.Sleep(30 * time.Second)
		got = append(got, allowed(new("claude"), "a"))
		if diff := cmp.Diff([]int{2, 2, 2, 2, 2, 0, 1}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// Catalogue B10: any number of clients takes bounded memory.
func TestBucketsAreBounded(t *testing.T) {
	limiter, err := ratelimit.New(1, time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	allow := func(client string) bool { ok, _ := limiter.Allow(t.Context(), &client, "tool"); return ok }
	allow("first")
	allow("ada")
	for i := range 10_000 {
		allow(fmt.Sprint(i))
		if allow("ada") {
			t.Fatal("ada was forgotten")
		}
	}
	if !allow("first") {
		t.Error("the first client is still held")
	}
}

func TestWrongRate(t *testing.T) {
	for name, per := range map[string]time.Duration{"no time": 0, "negative": -1} {
		if _, err := ratelimit.New(1, per); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
	if _, err := ratelimit.New(0, time.Second); err == nil {
		t.Error("no call is taken")
	}
}
