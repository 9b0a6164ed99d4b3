package runtime_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// Concurrent calls of one caller run once; another caller's runs by itself.
func TestStampede(t *testing.T) { // catalogue R8
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Int32
		tool := row("tool", "math", mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) {
			ran.Add(1)
			time.Sleep(time.Second)
			return "ran", nil
		}))
		tool.Hints.ReadOnly, tool.Cache = true, time.Minute
		srv := newServer(t, registry(tool), mcprt.BySections, mcprt.WithCache(newShelf(&trail{})))
		bob := ada()
		bob.ID = "bob"
		var all sync.WaitGroup
		for _, caller := range []*mcprt.Caller{ada(), bob} {
			client := runtimetest.Connect(t, srv, caller)
			for range 32 {
				all.Go(func() {
					if result, err := client.Call("tool", `{}`); err != nil || runtimetest.Text(t, result) != "ran" {
						t.Errorf("%v, %v", result, err)
					}
				})
			}
		}
		all.Wait()
		if ran.Load() != 2 {
			t.Errorf("ran %d times, want once for each caller", ran.Load())
		}
	})
}

// The one who runs the tool for others may go away, and may fail.
func TestLeaderOfAStampede(t *testing.T) { // catalogue R8
	tests := map[string]struct {
		lead func(context.Context) error // what the first run does
		runs int32
	}{
		"goes away": {func(ctx context.Context) error { time.Sleep(time.Second); return ctx.Err() }, 1},
		"fails":     {func(context.Context) error { time.Sleep(time.Second); return errHost }, 2},
		"panics":    {func(context.Context) error { time.Sleep(time.Second); panic("hunter2") }, 2},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				var ran atomic.Int32
				tool := row("tool", "math", mcprt.Text(nil, func(ctx context.Context, _ *mcprt.Call, _ *none) (string, error) {
					if ran.Add(1) > 1 {
						return "ran", nil
					}
					return "ran", test.lead(ctx)
				}))
				tool.Hints.ReadOnly, tool.Cache = true, time.Minute
				client := runtimetest.Connect(t, newServer(t, registry(tool), mcprt.BySections, mcprt.WithCache(newShelf(&trail{}))), ada())
				ctx, cancel := context.WithCancel(t.Context())
				first := make(chan error, 1)
				go func() { _, err := client.Session().CallTool(ctx, callParams("tool")); first <- err }()
				synctest.Wait()
				second := make(chan *mcp.CallToolResult, 1)
				go func() { result, _ := client.Call("tool", `{}`); second <- result }()
				synctest.Wait()
				if name == "goes away" {
					cancel()
				}
				if err := <-first; (name == "goes away") != errors.Is(err, context.Canceled) {
					t.Errorf("first: %v", err)
				}
				if text := runtimetest.Text(t, <-second); text != "ran" || ran.Load() != test.runs {
					t.Errorf("second got %q, %d runs", text, ran.Load())
				}
				cancel()
			})
		})
	}
}

// When the last of them goes away, the tool is told.
func TestStampedeThatEverybodyLeaves(t *testing.T) {
	stopped := make(chan error, 1)
	started := make(chan struct{})
	tool := row("tool", "math", mcprt.Text(nil, func(ctx context.Context, _ *mcprt.Call, _ *none) (string, error) {
		close(started)
		<-ctx.Done()
		stopped <- ctx.Err()
		return "", ctx.Err()
	}))
	tool.Hints.ReadOnly, tool.Cache = true, time.Minute
	handler := handlerFor(t, newServer(t, registry(tool), mcprt.BySections, mcprt.WithCache(newShelf(&trail{}))), ada())
	ctx, cancel := context.WithCancel(t.Context())
	go func() { <-started; cancel() }()
	handler.ServeHTTP(httptest.NewRecorder(), newest(ctx, "tool", `{}`))
	if err := <-stopped; !errors.Is(err, context.Canceled) {
		t.Errorf("the tool saw %v", err)
	}
}
