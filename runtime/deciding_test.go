package runtime_test

import (
	"context"
	"errors"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// The decision and the call share a goroutine. A grant that comes when the caller
// was answered runs nothing and is told to nobody, whoever it waited for; list
// listeners have no part in the call.
func TestGrantThatComesTooLateRunsNothing(t *testing.T) {
	tests := map[string]struct {
		option func(*hang) mcprt.Option
		name   string
	}{
		"policy": {func(h *hang) mcprt.Option {
			return mcprt.WithSections(func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
				h.wait()
				return mcprt.Grant{All: true}, nil
			})
		}, "tool"},
		"policy, no such tool": {func(h *hang) mcprt.Option {
			return mcprt.WithSections(func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
				h.wait()
				return mcprt.Grant{All: true}, nil
			})
		}, "nosuch"},
		"list listener": {func(h *hang) mcprt.Option {
			return onList(func(*mcprt.ListEvent) { h.wait() })
		}, "tool"},
		"check of scopes": {func(h *hang) mcprt.Option {
			return mcprt.WithScopes(func([]string, string) bool { h.wait(); return true })
		}, "tool"},
	}
	for name, test := range tests {
		for kind, interactive := range map[string]bool{"lane": false, "SDK": true} {
			t.Run(name+"/"+kind, func(t *testing.T) {
				synctest.Test(t, func(t *testing.T) {
					var ran atomic.Bool
					r := row("tool", "math", does(func(context.Context, *mcprt.Call) error { ran.Store(true); return nil }))
					r.Interactive, r.Scopes = interactive, []string{"x"}
					h, rec := newHang(), &runtimetest.Recorder{}
					opts := append(rec.Options(), mcprt.WithScopes(mcprt.ExactScope), test.option(h))
					lateGrant(t, newServer(t, registry(r), mcprt.AllSections, opts...), h, test.name)
					if ran.Load() {
						t.Error("the function ran")
					}
					if diff := cmp.Diff([]string{mcprt.TypePrepareList}, rec.Types()); diff != "" {
						t.Errorf("told (-want +got):\n%s", diff)
					}
				})
			})
		}
	}
}

// lateGrant calls a tool, gives the call up after a second, and lets the one who
// hangs grant it after that.
func lateGrant(t *testing.T, srv *mcprt.Server, h *hang, name string) {
	t.Helper()
	caller := ada()
	caller.Scopes = []string{"x"}
	client := runtimetest.Connect(t, srv, caller)
	ctx, cancel := context.WithTimeout(t.Context(), time.Second)
	defer cancel()
	if _, err := client.Session().CallTool(ctx, &mcp.CallToolParams{Name: name}); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("call: %v", err)
	}
	synctest.Wait() // the server has heard of it
	if h.waiting.Load() != 1 {
		t.Error("nobody was asked")
	}
	close(h.release)
	synctest.Wait()
}

// A call with a time limit of its own has it from the grant on: what the decision
// takes is not the function's.
func TestTimeLimitBeginsWithTheCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		r := stubborn(1500 * time.Millisecond)
		r.Timeout = 2 * time.Second
		srv := newServer(t, registry(r), func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
			time.Sleep(time.Second)
			return mcprt.Grant{All: true}, nil
		})
		begin := time.Now()
		if text, isError := callTool(t, srv); text != "done" || isError || time.Since(begin) != 2500*time.Millisecond {
			t.Errorf("text %q isError %t after %v", text, isError, time.Since(begin))
		}
	})
}

// Nobody may go away while a sink is told that they were refused.
func TestNobodyGivesUp(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := newHang(), &journal{}
		srv := newServer(t, two(), mcprt.BySections, log.option(), mcprt.WithListenerTimeout(time.Minute),
			mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { h.wait(); return nil })))
		client := runtimetest.Connect(t, srv, nil)
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		if _, err := client.Session().CallTool(ctx, &mcp.CallToolParams{Name: "add"}); !errors.Is(err, context.DeadlineExceeded) {
			t.Errorf("call: %v", err)
		}
		synctest.Wait()
		if h.waiting.Load() != 1 || strings.Contains(log.String(), "request failed") {
			t.Errorf("%d wait, log: %s", h.waiting.Load(), log)
		}
		close(h.release)
		synctest.Wait()
	})
}
