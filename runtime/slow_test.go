package runtime_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// hang waits until release is closed, whatever its context says, and counts who
// waits.
type hang struct {
	release chan struct{}
	waiting atomic.Int32
}

func newHang() *hang { return &hang{release: make(chan struct{})} }

func (h *hang) wait() {
	h.waiting.Add(1)
	<-h.release
	h.waiting.Add(-1)
}

// Every kind of listener that hangs has failed when its time is up, in the way
// of its kind; the call goes on or not, and ends.
func TestListenerThatHangsHasFailed(t *testing.T) { // catalogue E2, G13
	const limit = time.Second
	gate := "Error: Tool access could not be verified."
	tests := map[string]struct {
		option func(*hang) mcprt.Option
		text   string
		took   time.Duration
	}{
		"policy": {func(h *hang) mcprt.Option {
			return mcprt.WithSections(func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
				h.wait()
				return mcprt.Grant{All: true}, nil
			})
		}, gate, limit},
		"list":   {func(h *hang) mcprt.Option { return onList(func(*mcprt.ListEvent) { h.wait() }) }, gate, limit},
		"before": {func(h *hang) mcprt.Option { return before(func(*mcprt.BeforeCall) { h.wait() }) }, internalText, limit},
		"after":  {func(h *hang) mcprt.Option { return after(func(*mcprt.AfterCall) { h.wait() }) }, "ok", limit},
		"sink": {func(h *hang) mcprt.Option {
			return mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { h.wait(); return nil }))
		}, "ok", 2 * limit},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h, rec := newHang(), &runtimetest.Recorder{}
				defer close(h.release)
				srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections,
					append(rec.Options(), mcprt.WithListenerTimeout(limit), test.option(h))...)
				begin := time.Now()
				if text, _ := callTool(t, srv); text != test.text {
					t.Errorf("text %q, want %q", text, test.text)
				}
				if took := time.Since(begin); took != test.took {
					t.Errorf("it took %v, want %v", took, test.took)
				}
				if rec.Count(mcprt.TypeAfterCall) != 1 {
					t.Errorf("told %v", rec.Types())
				}
			})
		})
	}
}

// A listener that hangs costs at most 16 goroutines: then it fails at once,
// until one of its runs comes back.
func TestListenerThatHangsIsAskedNoMore(t *testing.T) { // catalogue E2, E8
	synctest.Test(t, func(t *testing.T) {
		h := newHang()
		srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections,
			before(func(*mcprt.BeforeCall) { h.wait() }))
		client := runtimetest.Connect(t, srv, ada())
		call := func() (string, time.Duration) {
			begin := time.Now()
			result, err := client.Call("tool", "")
			if err != nil {
				t.Fatal(err)
			}
			return runtimetest.Text(t, result), time.Since(begin)
		}
		for i := range 40 {
			text, took := call()
			want := 5 * time.Second
			if i >= 16 {
				want = 0
			}
			if text != internalText || took != want {
				t.Errorf("call %d: %q after %v, want %v", i, text, took, want)
			}
		}
		if got := h.waiting.Load(); got != 16 {
			t.Errorf("%d runs hang, want 16", got)
		}
		close(h.release)
		synctest.Wait()
		if text, took := call(); text != "ok" || took != 0 {
			t.Errorf("after they came back: %q after %v", text, took)
		}
	})
}

// Callers who go away do not make a listener look broken to the others.
func TestCancelledCallsDoNotOpenTheCircuit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for name, option := range map[string]mcprt.Option{
			"list":   onList(func(*mcprt.ListEvent) { time.Sleep(2 * time.Second) }),
			"before": before(func(*mcprt.BeforeCall) { time.Sleep(2 * time.Second) }),
		} {
			srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections, option)
			for range 40 {
				if waited := cancelledCall(t, srv, time.Millisecond); waited != time.Millisecond {
					t.Errorf("%s: the caller waited %v", name, waited)
				}
			}
			if text, isError := callTool(t, srv); text != "ok" || isError {
				t.Errorf("%s: another caller reads %q", name, text)
			}
		}
	})
}

// A sink that is late gets the events of a call in their order all the same.
func TestSlowSinkKeepsTheOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := newHang()
		var got []string
		srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections,
			mcprt.WithEvents(event.SinkFunc(func(_ context.Context, e event.Event) error {
				if e.Type() == event.TypeStarted {
					h.wait()
				}
				got = append(got, e.Type())
				return nil
			})))
		if text, _ := callTool(t, srv); text != "ok" {
			t.Errorf("text %q", text)
		}
		close(h.release)
		synctest.Wait()
		if diff := cmp.Diff([]string{event.TypeStarted, event.TypeSucceeded}, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A listing does not wait for a hanging listener once for every tool.
func TestListingWaitsOnceForADefinitionListener(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, log := newHang(), &journal{}
		defer close(h.release)
		srv := newServer(t, many(100), mcprt.BySections, log.option(),
			onDefinition(func(*mcprt.DefinitionEvent) error { h.wait(); return nil }))
		begin := time.Now()
		if got := len(runtimetest.Connect(t, srv, ada()).List()); got != 100 {
			t.Errorf("%d tools listed", got)
		}
		if took := time.Since(begin); took != 5*time.Second {
			t.Errorf("it took %v", took)
		}
		if got := strings.Count(log.String(), "definition listener failed"); got != 1 {
			t.Errorf("logged %d times", got)
		}
	})
}

// Listeners may use the server that asks them: nothing of ours is locked.
func TestListenersMayCallTheServer(t *testing.T) { // catalogue E3
	synctest.Test(t, func(t *testing.T) {
		var srv *mcprt.Server
		inside := func() {
			answer := runtimetest.Stdio(t, srv, &mcprt.Caller{ID: "inner"}, "2026-07-28", runtimetest.Request("2026-07-28", "tools/list", `{}`))
			if !strings.Contains(string(answer), `"tools":[]`) {
				t.Errorf("inside: %s", answer)
			}
		}
		outer := func(c mcprt.Caller, f func()) {
			if c.ID != "inner" {
				f()
			}
		}
		srv = newServer(t, registry(row("tool", "math", does(func(context.Context, *mcprt.Call) error { inside(); return nil }))), mcprt.BySections,
			onList(func(e *mcprt.ListEvent) { outer(e.Caller(), inside) }),
			before(func(e *mcprt.BeforeCall) { inside(); e.Set("k", 1) }), after(func(e *mcprt.AfterCall) { inside(); e.Get("k") }),
			mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { inside(); return nil })))
		begin := time.Now()
		if _, err := runtimetest.Connect(t, srv, ada()).Call("tool", ""); err != nil {
			t.Error(err)
		}
		if took := time.Since(begin); took != 0 {
			t.Errorf("it took %v: somebody waited for somebody", took)
		}
	})
}
