package runtime_test

import (
	"context"
	"errors"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

type limiterFunc func(client *string, tool string) (bool, error)

func (f limiterFunc) Allow(_ context.Context, client *string, tool string) (bool, error) {
	return f(client, tool)
}

// contract: S1-41, S1-42, S1-43, S1-44, S1-48
func TestLimiter(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	const closed = "Rate limiter is unavailable; the enforced quota fails closed"
	no := func(*string, string) (bool, error) { return false, nil }
	tests := map[string]struct {
		client string
		limit  limiterFunc
		text   string
		asked  string
	}{
		"allowed":         {"claude", func(*string, string) (bool, error) { return true, nil }, "ran", "claude tool"},
		"exceeded":        {"claude", no, `Rate limit exceeded for client "claude" on tool "tool"`, "claude tool"},
		"no client":       {"", no, `Rate limit exceeded for client "(anonymous)" on tool "tool"`, "nil tool"},
		"so-called":       {"(anonymous)", no, `Rate limit exceeded for client "(anonymous)" on tool "tool"`, "(anonymous) tool"},
		"long client":     {strings.Repeat("x", 500), no, `Rate limit exceeded for client "` + strings.Repeat("x", 128) + `…" on tool "tool"`, strings.Repeat("x", 500) + " tool"},
		"error":           {"claude", func(*string, string) (bool, error) { return true, errHost }, closed, "claude tool"},
		"panic":           {"claude", func(*string, string) (bool, error) { panic("hunter2") }, closed, "claude tool"},
		"slow":            {"claude", func(*string, string) (bool, error) { <-hang; return true, nil }, closed, "claude tool"},
		"refusal's cause": {"claude", func(*string, string) (bool, error) { return false, mcprt.NewRefusal("hunter2") }, closed, "claude tool"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var mu sync.Mutex
			asked := ""
			limit := limiterFunc(func(client *string, tool string) (bool, error) {
				mu.Lock()
				asked = "nil " + tool
				if client != nil {
					asked = *client + " " + tool
				}
				mu.Unlock()
				return test.limit(client, tool)
			})
			recorder, log := &runtimetest.Recorder{}, &journal{}
			srv := newServer(t, registry(row("tool", "math", says("ran"))), mcprt.BySections, append(recorder.Options(), log.option(),
				mcprt.WithLimiter(limit), mcprt.WithListenerTimeout(20*time.Millisecond))...)
			caller := ada()
			caller.Client = test.client
			result, err := runtimetest.Connect(t, srv, caller).Call("tool", `{}`)
			if err != nil {
				t.Fatal(err)
			}
			mu.Lock()
			defer mu.Unlock()
			if diff := cmp.Diff([]string{test.text, test.asked}, []string{runtimetest.Text(t, result), asked}); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if test.text == "ran" {
				return
			}
			failed := recorder.Failed()
			if len(failed) != 1 || failed[0].Reason != event.ReasonPolicy || len(recorder.After()) != 0 {
				t.Errorf("recorded %v, %+v", recorder.Types(), failed)
			}
			if unavailable := test.text == closed; unavailable != strings.Contains(log.String(), "limiter failed") || unavailable != failed[0].HasException() {
				t.Errorf("log %s", log)
			}
		})
	}
}

// A caller who goes away while the limiter thinks is no failure of the limiter.
func TestCancelledAtTheLimiter(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	recorder := &runtimetest.Recorder{}
	leave := make(chan struct{})
	limit := limiterFunc(func(*string, string) (bool, error) { cancel(); <-leave; return true, nil })
	srv := newServer(t, registry(row("tool", "math", says("ran"))), mcprt.BySections, append(recorder.Options(), mcprt.WithLimiter(limit))...)
	handlerFor(t, srv, ada()).ServeHTTP(httptest.NewRecorder(), newest(ctx, "tool", `{}`))
	close(leave)
	if err := srv.Shutdown(t.Context()); err != nil { // waits for what the call still has to tell
		t.Fatal(err)
	}
	failed := recorder.Failed()
	if len(failed) != 1 || failed[0].Reason != event.ReasonExecution || !errors.Is(failed[0].Exception, context.Canceled) {
		t.Errorf("recorded %+v", failed)
	}
}
