package runtime_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// 64 callers at once while listeners are slow, fail and panic: every call has
// one pair of events and its own answer.
//
// contract: S0-36
func TestManyCallersAndBadListeners(t *testing.T) { // catalogue E1, E5
	const callers, rounds = 64, 6
	var turn atomic.Int64
	mood := func() error {
		switch turn.Add(1) % 7 {
		case 0:
			panic("hunter2")
		case 1:
			return errHost
		case 2:
			return mcprt.NewRefusal("not now")
		}
		return nil
	}
	pairs := struct {
		sync.Mutex
		before, after map[*mcprt.Call]int
	}{before: map[*mcprt.Call]int{}, after: map[*mcprt.Call]int{}}
	var lifecycle sync.Map
	srv := newServer(t, registry(row("who", "math", mcprt.Text(nil,
		func(_ context.Context, c *mcprt.Call, _ *none) (string, error) {
			return "you are " + c.Caller().ID, nil
		}))),
		mcprt.BySections,
		before(func(e *mcprt.BeforeCall) { pairs.Lock(); defer pairs.Unlock(); pairs.before[e.Call]++ }),
		mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return mood() }),
		mcprt.OnAfterCall(func(context.Context, *mcprt.AfterCall) error { return mood() }),
		after(func(e *mcprt.AfterCall) { pairs.Lock(); defer pairs.Unlock(); pairs.after[e.Call]++ }),
		mcprt.WithEvents(event.SinkFunc(func(_ context.Context, e event.Event) error {
			n, _ := lifecycle.LoadOrStore(e.Type(), new(atomic.Int64))
			n.(*atomic.Int64).Add(1)
			return mood()
		})))
	handler, err := srv.HTTPHandler(func(r *http.Request) (*mcprt.Caller, error) {
		return &mcprt.Caller{ID: r.Header.Get("X-Id"), Sections: []string{"math"}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range callers {
		wait.Go(func() {
			id := fmt.Sprintf("c%02d", i)
			signed := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
				req.Header.Set("X-Id", id)
				handler.ServeHTTP(rw, req)
			})
			for round := range rounds {
				got := call(t, signed, runtimetest.Revisions()[round%2], "who")
				if !strings.Contains(got, `"you are `+id+`"`) && !strings.Contains(got, internalText) && !strings.Contains(got, `"not now"`) {
					t.Errorf("%s is told %s", id, got)
				}
			}
		})
	}
	wait.Wait()
	if len(pairs.before) != callers*rounds {
		t.Errorf("%d calls were told of, want %d", len(pairs.before), callers*rounds)
	}
	if diff := cmp.Diff(len(pairs.before), len(pairs.after)); diff != "" {
		t.Errorf("calls (-before +after):\n%s", diff)
	}
	for call, n := range pairs.after {
		if n != 1 || pairs.before[call] != 1 {
			t.Errorf("told %d times before and %d times after", pairs.before[call], n)
		}
	}
	count := func(kind string) int64 {
		n, ok := lifecycle.Load(kind)
		if !ok {
			return 0
		}
		return n.(*atomic.Int64).Load()
	}
	if started := count(event.TypeStarted); started != callers*rounds || count(event.TypeSucceeded)+count(event.TypeFailed) != started {
		t.Errorf("%d started, %d succeeded, %d failed", started, count(event.TypeSucceeded), count(event.TypeFailed))
	}
}
