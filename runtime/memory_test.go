package runtime_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"runtime"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// However many different sets of tools callers see, the server keeps none of them.
func TestVisibleSetsAreNotKept(t *testing.T) { // catalogue G18
	const sets, tools = 10_000, 14 // 2^14 sets are more than are asked for
	rows := make([]mcprt.Row, tools)
	for i := range rows {
		rows[i] = row(fmt.Sprintf("tool_%d", i), fmt.Sprintf("s%d", i), says("x"))
		rows[i].Description = string(make([]byte, 1000))
	}
	srv := newServer(t, registry(rows...), mcprt.BySections)
	var next int
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) {
		next++
		caller := &mcprt.Caller{ID: fmt.Sprintf("caller %d", next)}
		for i := range tools {
			if next>>i&1 == 1 {
				caller.Sections = append(caller.Sections, fmt.Sprintf("s%d", i))
			}
		}
		return caller, nil
	})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(n int) {
		for range n {
			revision := runtimetest.Revisions()[next%2]
			got := runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/list", `{}`))
			if !bytes.Contains(got, []byte(`"tools":[`)) {
				t.Fatalf("answer %.300s", got)
			}
		}
	}
	ask(100)
	before := heap()
	ask(sets)
	if grown := heap() - before; grown > 1<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	_ = srv.Shutdown(context.WithoutCancel(t.Context()))
}

// heap is what is reachable, but for the pools, which a second collection empties.
func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}
