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

// stubborn is a tool that goes on for d whatever its context says.
func stubborn(d time.Duration) mcprt.Row {
	return row("tool", "math", mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) {
		time.Sleep(d) // the bubble's
		return "done", nil
	}))
}

// cancelledCall calls the tool "tool" of srv as ada and cancels the call after
// d. It returns how long the caller waited.
func cancelledCall(t *testing.T, srv *mcprt.Server, d time.Duration) time.Duration {
	t.Helper()
	client := runtimetest.Connect(t, srv, ada())
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(d, cancel)
	begin := time.Now()
	if _, err := client.Session().CallTool(ctx, &mcp.CallToolParams{Name: "tool"}); !errors.Is(err, context.Canceled) {
		t.Errorf("call: %v", err)
	}
	return time.Since(begin)
}

// contract: S0-36, S0-40, S0-41, S0-42, S0-43
func TestCancelledCallIsToldOfWhenItsFunctionReturns(t *testing.T) {
	tests := map[string]struct {
		works    time.Duration
		told     time.Duration // when the after-event comes
		returned bool
	}{
		"soon":             {2 * time.Second, 2 * time.Second, true},
		"within the grace": {20 * time.Second, 20 * time.Second, true},
		"longer than that": {time.Hour, time.Second + 30*time.Second, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				log, rec := &journal{}, &runtimetest.Recorder{}
				begin := time.Now()
				var told time.Duration
				srv := newServer(t, registry(stubborn(test.works)), mcprt.BySections, append(rec.Options(), log.option(),
					after(func(*mcprt.AfterCall) { told = time.Since(begin) }))...)
				if waited := cancelledCall(t, srv, time.Second); waited != time.Second {
					t.Errorf("the caller waited %v, want a second", waited)
				}
				time.Sleep(2 * time.Hour)
				want := []string{mcprt.TypePrepareList, event.TypeStarted, mcprt.TypeBeforeCall, mcprt.TypeAfterCall, event.TypeFailed}
				if diff := cmp.Diff(want, rec.Types()); diff != "" {
					t.Fatalf("(-want +got):\n%s", diff)
				}
				e := rec.After()[0]
				if e.Outcome() != mcprt.OutcomeCancelled || !e.Failed() || e.Result() != nil || !errors.Is(e.Err(), context.Canceled) {
					t.Errorf("outcome %s failed %t result %v err %v", e.Outcome(), e.Failed(), e.Result(), e.Err())
				}
				if !e.FunctionStarted() || e.FunctionReturned() != test.returned || told != test.told || e.Duration().Round(time.Microsecond) != test.told {
					t.Errorf("started %t returned %t, told after %v of a duration of %v, want %v", e.FunctionStarted(), e.FunctionReturned(), told, e.Duration(), test.told)
				}
				if late := strings.Contains(log.String(), "tool returned after its call was over"); late == test.returned {
					t.Errorf("a late return is logged: %t", late)
				}
				if f := rec.Failed()[0]; f.Reason != event.ReasonExecution {
					t.Errorf("reason %s", f.Reason)
				}
			})
		})
	}
}

func TestCallThatTakesTooLongIsAnsweredInTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		rec := &runtimetest.Recorder{}
		r := stubborn(3 * time.Second)
		r.Timeout = 2 * time.Second
		begin := time.Now()
		text, isError := callTool(t, newServer(t, registry(r), mcprt.BySections, rec.Options()...))
		if text != internalText || !isError || time.Since(begin) != 2*time.Second {
			t.Errorf("text %q isError %t after %v", text, isError, time.Since(begin))
		}
		if len(rec.After()) != 0 {
			t.Error("the after-event did not wait for the function")
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if e := rec.After()[0]; e.Outcome() != mcprt.OutcomeTimedOut || !errors.Is(e.Err(), context.DeadlineExceeded) || !e.FunctionReturned() {
			t.Errorf("outcome %s err %v returned %t", e.Outcome(), e.Err(), e.FunctionReturned())
		}
	})
}

// contract: S0-43
func TestDurationIsTheCallsOwn(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		wait := func() { time.Sleep(time.Second) }
		var told []time.Duration
		srv := newServer(t, registry(stubborn(1500*time.Microsecond)),
			func(context.Context, mcprt.Caller) (mcprt.Grant, error) { wait(); return mcprt.Grant{All: true}, nil },
			onList(func(*mcprt.ListEvent) { wait() }), before(func(*mcprt.BeforeCall) { wait() }),
			after(func(e *mcprt.AfterCall) { wait(); told = append(told, e.Duration()) }),
			after(func(e *mcprt.AfterCall) {
				told = append(told, e.Duration())
				if e.DurationMilliseconds() != 1.5 {
					t.Errorf("%v ms", e.DurationMilliseconds())
				}
			}))
		callTool(t, srv)
		if diff := cmp.Diff([]time.Duration{1500 * time.Microsecond, 1500 * time.Microsecond}, told); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// A call that is cancelled while listeners are asked does not run, and the
// after-event does not overtake them.
func TestCallCancelledBeforeItRan(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Int32
		rec := &runtimetest.Recorder{}
		left := false
		srv := newServer(t, registry(counting(&ran)), mcprt.BySections, append([]mcprt.Option{
			mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { time.Sleep(3 * time.Second); left = true; return nil }),
			after(func(*mcprt.AfterCall) {
				if !left {
					t.Error("the after-event overtook a before-listener")
				}
			}),
		}, rec.Options()...)...)
		if waited := cancelledCall(t, srv, time.Second); waited != time.Second {
			t.Errorf("the caller waited %v", waited)
		}
		time.Sleep(time.Minute)
		if ran.Load() != 0 {
			t.Error("the function ran")
		}
		if len(rec.After()) != 1 || rec.After()[0].Outcome() != mcprt.OutcomeCancelled || rec.After()[0].FunctionStarted() {
			t.Errorf("told %v", rec.Types())
		}
	})
}

// What the function does with a deadline of its own is its own failure.
func TestFailureWithAContextErrorIsAFailure(t *testing.T) {
	rec := &runtimetest.Recorder{}
	r := row("tool", "math", does(func(context.Context, *mcprt.Call) error { return context.DeadlineExceeded }))
	callTool(t, newServer(t, registry(r), mcprt.BySections, rec.Options()...))
	if e := rec.After()[0]; e.Outcome() != mcprt.OutcomeFailed {
		t.Errorf("outcome %s", e.Outcome())
	}
}

// Host case RUN-20: a call waits on its context, Shutdown has a grace of one
// second.
func TestRUN20ShutdownWithCallsInFlight(t *testing.T) {
	tests := map[string]struct {
		tool     mcprt.Row
		returned bool
	}{
		"that end when cancelled": {row("tool", "math", does(func(ctx context.Context, _ *mcprt.Call) error { <-ctx.Done(); return ctx.Err() })), true},
		"that go on":              {stubborn(time.Hour), false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				rec := &runtimetest.Recorder{}
				srv := newServer(t, registry(test.tool), mcprt.BySections, append(rec.Options(), mcprt.WithShutdownGrace(time.Second))...)
				handler := handlerFor(t, srv, ada())
				answered := make(chan []byte, 1)
				go func() {
					answered <- runtimetest.HTTP(t, handler, "2026-07-28", runtimetest.Request("2026-07-28", "tools/call", `{"name":"tool"}`))
				}()
				synctest.Wait()
				begin := time.Now()
				if err := srv.Shutdown(t.Context()); err == nil {
					t.Error("calls were cut off and nothing says so")
				}
				if took := time.Since(begin); took > 1500*time.Millisecond {
					t.Errorf("shutdown took %v", took)
				}
				if len(rec.After()) != 1 || rec.After()[0].Outcome() != mcprt.OutcomeCancelled || rec.After()[0].FunctionReturned() != test.returned {
					t.Errorf("told %v before Shutdown returned", rec.Types())
				}
				if got := string(<-answered); !strings.Contains(got, internalText) {
					t.Errorf("answer %s", got)
				}
				time.Sleep(2 * time.Hour) // the function comes back
				synctest.Wait()
				if rec.Count(mcprt.TypeAfterCall) != 1 {
					t.Errorf("told %v", rec.Types())
				}
			})
		})
	}
}
