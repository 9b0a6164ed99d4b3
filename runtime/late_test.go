package runtime_test

import (
	"context"
	"testing"
	"testing/synctest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// What the function of a timed-out call answered in the end is there for a
// ledger; what failed, or came after the grace, is not (catalogue I13).
func TestLateResult(t *testing.T) {
	tests := map[string]struct {
		takes time.Duration
		err   error
		want  string
	}{
		"of a function that goes on":     {takes: 3 * time.Second, want: "done"},
		"of a function that fails":       {takes: 3 * time.Second, err: context.DeadlineExceeded},
		"of a function beyond the grace": {takes: time.Minute},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				slow := row("tool", "math", mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) {
					time.Sleep(test.takes)
					return "done", test.err
				}))
				slow.Timeout = time.Second
				rec := &runtimetest.Recorder{}
				options := append(rec.Options(), mcprt.WithAfterGrace(10*time.Second))
				callTool(t, newServer(t, registry(slow), mcprt.BySections, options...))
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				e := rec.After()[0]
				if e.Outcome() != mcprt.OutcomeTimedOut || e.Result() != nil {
					t.Errorf("outcome %s, result %v", e.Outcome(), e.Result())
				}
				got := ""
				if late := e.Late(); late != nil {
					got = runtimetest.Text(t, late)
				}
				if got != test.want {
					t.Errorf("late %q, want %q", got, test.want)
				}
			})
		})
	}
}
