package runtime_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// 64 callers at once, each of one section, call a tool of their own and one of
// somebody else: everybody gets their own answer and nobody another's.
func TestCallersDoNotMix(t *testing.T) {
	const sections, callers, rounds = 8, 64, 5
	var rows []mcprt.Row
	for i := range sections {
		section := fmt.Sprintf("s%d", i)
		rows = append(rows, row("tool_"+section, section, mcprt.Text(nil,
			func(_ context.Context, c *mcprt.Call, _ *none) (string, error) { return "for " + c.Caller().ID, nil })))
	}
	srv := newServer(t, registry(rows...), mcprt.BySections, mcprt.WithPageSize(3))
	handler, err := srv.HTTPHandler(func(req *http.Request) (*mcprt.Caller, error) {
		id := req.Header.Get("X-Id")
		return &mcprt.Caller{ID: id, Sections: []string{"s" + id[len(id)-1:]}}, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	for i := range callers {
		wait.Go(func() {
			section := i % sections
			id := fmt.Sprintf("c%d-%d", i, section)
			signed := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
				req.Header.Set("X-Id", id)
				handler.ServeHTTP(rw, req)
			})
			for round := range rounds {
				revision := runtimetest.Revisions()[round%2]
				own := call(t, signed, revision, fmt.Sprintf("tool_s%d", section))
				other := call(t, signed, revision, fmt.Sprintf("tool_s%d", (section+1)%sections))
				if !strings.Contains(own, `"for `+id+`"`) || !strings.Contains(other, "Unknown tool") {
					t.Errorf("%s: own %s other %s", id, own, other)
				}
			}
		})
	}
	wait.Wait()
}

func call(t *testing.T, handler http.Handler, revision, tool string) string {
	return string(runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/call", `{"name":"`+tool+`"}`)))
}

// One connection, many calls at once.
func TestCallsOfOneConnectionRunAtOnce(t *testing.T) {
	const n = 16
	var arrived sync.WaitGroup
	arrived.Add(n)
	srv := newServer(t, registry(row("meet", "math", does(func(context.Context, *mcprt.Call) error {
		arrived.Done()
		arrived.Wait() // only if all run at once does any return
		return nil
	}))), mcprt.BySections)
	client := runtimetest.Connect(t, srv, ada())
	var wait sync.WaitGroup
	for range n {
		wait.Go(func() {
			if _, err := client.Call("meet", ""); err != nil {
				t.Error(err)
			}
		})
	}
	wait.Wait()
}
