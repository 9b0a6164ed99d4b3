package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/budget"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const exhausted = "Session tool-call budget of %d is exhausted; start a new session or raise the budget"

// Catalogue B1: exact, whoever comes at once.
//
// contract: S1-15, S1-16, S1-19
func TestBudgetIsExact(t *testing.T) {
	const limit, callers = 500, 64
	var ran atomic.Int32
	srv := newServer(t, registry(counting(&ran)), mcprt.BySections, mcprt.WithSessionBudget(limit))
	client := runtimetest.Connect(t, srv, ada())
	var refused atomic.Int32
	var all sync.WaitGroup
	for range callers {
		all.Go(func() {
			for range 10 {
				result, err := client.Call("tool", `{}`)
				if err != nil {
					t.Errorf("call: %v", err)
					return
				}
				if result.IsError && result.Content[0].(*mcp.TextContent).Text == fmt.Sprintf(exhausted, limit) {
					refused.Add(1)
				}
			}
		})
	}
	all.Wait()
	if ran.Load() != limit || refused.Load() != callers*10-limit {
		t.Errorf("%d ran and %d were refused", ran.Load(), refused.Load())
	}
}

// contract: S1-14
func TestNoBudgetIsNoBound(t *testing.T) {
	var ran atomic.Int32
	store := &failingStore{err: errHost}
	client := runtimetest.Connect(t, newServer(t, registry(counting(&ran)), mcprt.BySections, mcprt.WithBudgetStore(store)), ada())
	for range 100 {
		_, _ = client.Call("tool", `{}`)
	}
	if ran.Load() != 100 || store.asked.Load() != 0 {
		t.Errorf("%d ran, store asked %d times", ran.Load(), store.asked.Load())
	}
}

// Catalogue B3: whatever becomes of a call, it counts; what never gets so far
// does not.
//
// contract: S1-15, S1-18
func TestWhatCounts(t *testing.T) {
	fails := row("fails", "math", does(func(context.Context, *mcprt.Call) error { return errHost }))
	denied := row("denied", "math", says("never"))
	tests := map[string]struct {
		tool, args string
		counts     bool
	}{
		"success":         {"add", `{"a":1,"b":2}`, true},
		"wrong arguments": {"add", `[]`, true},
		"failure":         {"fails", `{}`, true},
		"denial":          {"denied", `{}`, true},
		"absent":          {"nowhere", `{}`, false},
		"hidden":          {"hidden", `{}`, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			store := &failingStore{}
			srv := newServer(t, registry(add(), fails, denied, row("hidden", "admin", says("x"))), mcprt.BySections,
				mcprt.WithSessionBudget(5), mcprt.WithBudgetStore(store),
				before(func(e *mcprt.BeforeCall) {
					if e.Name() == "denied" {
						_ = e.Deny("no")
					}
				}))
			_, _ = runtimetest.Connect(t, srv, ada()).Call(test.tool, test.args)
			if got := store.asked.Load() == 1; got != test.counts {
				t.Errorf("counts %t, want %t", got, test.counts)
			}
		})
	}
}

// failingStore grants everything, or fails in some way.
type failingStore struct {
	err   error
	hang  chan struct{}
	boom  bool
	asked atomic.Int32
}

func (f *failingStore) Spend(context.Context, budget.Charge) (bool, error) {
	f.asked.Add(1)
	if f.boom {
		panic("hunter2")
	}
	if f.hang != nil {
		<-f.hang
	}
	return true, f.err
}

// Catalogue B9: a store that cannot answer grants nothing, in time.
func TestBudgetFailsClosed(t *testing.T) {
	hang := make(chan struct{})
	defer close(hang)
	for name, store := range map[string]*failingStore{
		"error": {err: errors.New("store: password=hunter2")}, "panic": {boom: true}, "slow": {hang: hang},
	} {
		t.Run(name, func(t *testing.T) {
			var ran atomic.Int32
			recorder, log := &runtimetest.Recorder{}, &journal{}
			srv := newServer(t, registry(counting(&ran)), mcprt.BySections, append(recorder.Options(), log.option(),
				mcprt.WithSessionBudget(5), mcprt.WithBudgetStore(store), mcprt.WithListenerTimeout(20*time.Millisecond))...)
			text, isError := callTool(t, srv)
			if text != internalText || !isError || ran.Load() != 0 {
				t.Errorf("got %q, ran %d", text, ran.Load())
			}
			if failed := recorder.Failed(); len(failed) != 1 || len(recorder.After()) != 0 || failed[0].Reason != event.ReasonExecution {
				t.Errorf("recorded %v", recorder.Types())
			}
		})
	}
}

// Callers have budgets of their own; where there is no session they begin anew
// after the window. Catalogue B5, B7: a new connection is no new budget.
//
// contract: S1-18
func TestBudgetOfACaller(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var ran atomic.Int32
		srv := newServer(t, registry(counting(&ran)), mcprt.BySections, mcprt.WithSessionBudget(2), mcprt.WithBudgetWindow(time.Minute))
		bob := ada()
		bob.ID = "bob"
		call := func(caller *mcprt.Caller) bool {
			result, err := runtimetest.Connect(t, srv, caller).Call("tool", `{}`)
			return err == nil && !result.IsError
		}
		got := []bool{call(ada()), call(ada()), call(ada()), call(bob)}
		time.Sleep(time.Minute - 1)
		got = append(got, call(ada()))
		time.Sleep(1)
		got = append(got, call(ada()))
		if want := fmt.Sprint([]bool{true, true, false, true, false, true}); fmt.Sprint(got) != want {
			t.Errorf("granted %v, want %v", got, want)
		}
	})
}

// A budget that is spent is a refusal on purpose, and is recorded as one.
//
// contract: S1-16
func TestExhaustedBudgetIsRecorded(t *testing.T) {
	recorder := &runtimetest.Recorder{}
	srv := newServer(t, registry(row("tool", "math", says("ran"))), mcprt.BySections, append(recorder.Options(), mcprt.WithSessionBudget(1))...)
	_, _ = callTool(t, srv)
	text, isError := callTool(t, srv)
	failed := recorder.Failed()
	if text != fmt.Sprintf(exhausted, 1) || !isError || len(failed) != 1 {
		t.Fatalf("got %q, failed %v", text, failed)
	}
	if failed[0].Reason != event.ReasonPolicyBudget || failed[0].HasException() || len(recorder.After()) != 1 {
		t.Errorf("recorded %+v, %d after-events", failed[0], len(recorder.After()))
	}
}
