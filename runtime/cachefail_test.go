package runtime_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// A cache in trouble costs its use and nothing else.
//
// contract: S1-38
func TestCacheFailsOpen(t *testing.T) {
	tests := map[string]struct {
		store func(*shelf)
		steps string
	}{
		"read":    {func(s *shelf) { s.readErr = errHost }, "read tool read tool"},
		"write":   {func(s *shelf) { s.setErr = errHost }, "read tool write read tool write"},
		"garbage": {func(*shelf) {}, "read tool write read"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			store := newShelf(&trail{})
			test.store(store)
			var broken mcpCache = store
			if name == "garbage" {
				broken = &spoilt{shelf: store}
			}
			srv := newServer(t, registry(store.noted("tool", func() (string, error) { return "ran", nil })), mcprt.BySections, mcprt.WithCache(broken), log.option())
			for range 2 {
				if text, _ := callTool(t, srv); text != "ran" {
					t.Errorf("text %q", text)
				}
			}
			if diff := cmp.Diff(test.steps, store.take()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if logged := strings.Contains(log.String(), "cache failed"); logged != (name != "garbage") {
				t.Errorf("log %s", log)
			}
		})
	}
}

// spoilt returns garbage until something is written.
type spoilt struct{ *shelf }

func (s *spoilt) Get(ctx context.Context, key string) ([]byte, bool, error) {
	value, found, err := s.shelf.Get(ctx, key)
	if !found {
		return []byte(`null`), true, err
	}
	return value, found, err
}

type mcpCache interface {
	Get(ctx context.Context, key string) ([]byte, bool, error)
	Set(ctx context.Context, key string, value []byte, ttl time.Duration) error
}

// A store that panics or hangs is one that fails.
//
// contract: S1-38
func TestCacheThatHangs(t *testing.T) {
	leave := make(chan struct{})
	defer close(leave)
	var ran atomic.Int32
	for name, f := range map[string]func(){"panics": func() { panic("hunter2") }, "hangs": func() { <-leave }} {
		srv := newServer(t, registry(cachedAdd(&ran)), mcprt.BySections, mcprt.WithCache(storeFunc(f)), mcprt.WithListenerTimeout(10*time.Millisecond))
		result, err := runtimetest.Connect(t, srv, ada()).Call("add", `{"a":1,"b":2}`)
		if err != nil || result.IsError {
			t.Errorf("%s: %v, %v", name, result, err)
		}
	}
}

type storeFunc func()

func (f storeFunc) Get(context.Context, string) ([]byte, bool, error) { f(); return nil, false, nil }
func (f storeFunc) Set(context.Context, string, []byte, time.Duration) error {
	f()
	return nil
}

// Whom a result is for must be known before one is looked for.
//
// contract: S1-39
func TestCacheIdentityFailsClosed(t *testing.T) {
	for name, identity := range map[string]func(context.Context, mcprt.Caller) (string, error){
		"error":          func(context.Context, mcprt.Caller) (string, error) { return "x", errHost },
		"panic":          func(context.Context, mcprt.Caller) (string, error) { panic("hunter2") },
		"not UTF-8":      func(context.Context, mcprt.Caller) (string, error) { return "\xff", nil },
		"refusal inside": func(context.Context, mcprt.Caller) (string, error) { return "", mcprt.NewRefusal("hunter2") },
	} {
		t.Run(name, func(t *testing.T) {
			var cached, plain atomic.Int32
			store := newShelf(&trail{})
			uncached := counting(&plain)
			srv := newServer(t, registry(cachedAdd(&cached), uncached), mcprt.BySections, mcprt.WithCache(store), mcprt.WithCacheIdentity(identity))
			client := runtimetest.Connect(t, srv, ada())
			result, err := client.Call("add", `{"a":1,"b":2}`)
			if err != nil || !result.IsError || runtimetest.Text(t, result) != internalText || cached.Load() != 0 || store.take() != "" {
				t.Errorf("%v, %v, ran %d", result, err, cached.Load())
			}
			if text, isError := callTool(t, srv); isError || plain.Load() != 1 {
				t.Errorf("a tool that is not cached: %q", text)
			}
		})
	}
}

// Revoked is revoked: the decision stands before the cache.
func TestRevocationIsNotCached(t *testing.T) { // catalogue R7
	var ran atomic.Int32
	var revoked atomic.Bool
	policy := func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
		return mcprt.Grant{All: !revoked.Load()}, nil
	}
	client := runtimetest.Connect(t, newServer(t, registry(cachedAdd(&ran)), policy, mcprt.WithCache(newShelf(&trail{}))), ada())
	if _, err := client.Call("add", `{"a":1,"b":2}`); err != nil {
		t.Fatal(err)
	}
	revoked.Store(true)
	if _, err := client.Call("add", `{"a":1,"b":2}`); err == nil || !strings.Contains(err.Error(), "Unknown tool 'add'") {
		t.Errorf("call: %v", err)
	}
}

// Rows that ask for a cache that is not there run, and the log says so.
func TestNoCache(t *testing.T) {
	var ran atomic.Int32
	log := &journal{}
	client := runtimetest.Connect(t, newServer(t, registry(cachedAdd(&ran)), mcprt.BySections, log.option()), ada())
	for range 2 {
		_, _ = client.Call("add", `{"a":1,"b":2}`)
	}
	if ran.Load() != 2 || !strings.Contains(log.String(), "no cache is given") {
		t.Errorf("ran %d times, log %s", ran.Load(), log)
	}
}
