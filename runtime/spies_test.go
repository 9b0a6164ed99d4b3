package runtime_test

import (
	"context"
	"io"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// work counts how often each function of a host is asked.
type work struct {
	mu    sync.Mutex
	asked map[string]int
}

func (w *work) note(what string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if w.asked == nil {
		w.asked = map[string]int{}
	}
	w.asked[what]++
}

// done returns what was counted and begins anew.
func (w *work) done() map[string]int {
	w.mu.Lock()
	defer w.mu.Unlock()
	asked := w.asked
	w.asked = nil
	return asked
}

// spied is a server whose every host function is counted.
func (w *work) spied(t *testing.T, fail error) *mcprt.Server {
	return newServer(t, two(), func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
		w.note("policy")
		return mcprt.Grant{Sections: c.Sections}, fail
	},
		onList(func(e *mcprt.ListEvent) {
			w.note("list")
			e.OnlyFunc(func(mcprt.Row) bool { w.note("row"); return true })
		}),
		onList(func(*mcprt.ListEvent) { w.note("list") }),
		before(func(*mcprt.BeforeCall) { w.note("before") }),
		after(func(*mcprt.AfterCall) { w.note("after") }),
		onDefinition(func(*mcprt.DefinitionEvent) error { w.note("definition"); return nil }),
		mcprt.WithEvents(event.SinkFunc(func(context.Context, event.Event) error { w.note("sink"); return nil })))
}

// contract: S0-7, S0-16
func TestHiddenAndAbsentAreAsMuchWork(t *testing.T) { // catalogue G2
	for name, fail := range map[string]error{"decided": nil, "undecided": errHost} {
		t.Run(name, func(t *testing.T) {
			w := &work{}
			client := runtimetest.Connect(t, w.spied(t, fail), ada())
			for _, args := range []string{``, `{}`, `[]`, `{"a":"wrong"}`} {
				_, _ = client.Call("nowhere", args)
				absent := w.done()
				_, _ = client.Call("delete_all", args)
				if diff := cmp.Diff(absent, w.done()); diff != "" {
					t.Errorf("%s (-absent +hidden):\n%s", args, diff)
				}
				if absent["policy"] != 1 || absent["sink"] != 1 {
					t.Errorf("%s: asked %v", args, absent)
				}
			}
		})
	}
}

// contract: S0-2, S0-8
func TestHiddenIsAbsentWithListeners(t *testing.T) { // catalogue G1
	w := &work{}
	runtimetest.Hidden(t, w.spied(t, nil), ada(), "delete_all")
	if asked := w.done(); asked["before"]+asked["after"] != 0 || asked["policy"] == 0 {
		t.Errorf("asked %v", asked)
	}
}

// In a batch, which the oldest revision has, too.
func TestHiddenIsAbsentInABatch(t *testing.T) { // catalogue G1
	srv := newServer(t, two(), mcprt.BySections)
	send := func(name string) string {
		input := `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}` + "\n" +
			`{"jsonrpc":"2.0","method":"notifications/initialized"}` + "\n" +
			`[{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `","arguments":[]}},` +
			`{"jsonrpc":"2.0","id":2,"method":"ping"}]` + "\n"
		var out strings.Builder
		if err := srv.ServeIO(t.Context(), ada(), io.NopCloser(strings.NewReader(input)), keepOpen{&out}); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	want, got := send("nowhere_00"), send("delete_all")
	if diff := cmp.Diff(strings.ReplaceAll(want, "nowhere_00", "delete_all"), got); diff != "" {
		t.Errorf("(-absent +hidden):\n%s", diff)
	}
	if !strings.Contains(got, "Error: Unknown tool 'delete_all'.") {
		t.Errorf("answer %s", got)
	}
}
