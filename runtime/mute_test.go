package runtime_test

import (
	"io"
	"strings"
	"sync"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// A call that a broken line cut off writes nothing when serving is over: the output
// is its owner's again.
func TestNothingIsWrittenAfterServing(t *testing.T) {
	var over, written sync.WaitGroup
	over.Add(1)
	written.Add(1)
	began := make(chan struct{})
	srv := newServer(t, registry(row("late", "math", says("late"))), mcprt.BySections, after(func(*mcprt.AfterCall) { written.Done() }),
		before(func(*mcprt.BeforeCall) { close(began); over.Wait() }))
	toServer, in := io.Pipe()
	var out sink
	go func() {
		sendTo(in, runtimetest.Request("2026-07-28", "tools/call", `{"name":"late"}`)+"\n")
		<-began
		sendTo(in, `{"jsonrpc":"2.0","id":1e999,"method":"ping"}`+"\n") // for which the SDK ends the line
	}()
	if err := srv.ServeIO(t.Context(), ada(), toServer, &out); err == nil {
		t.Error("served without an error")
	}
	before := out.String()
	over.Done()
	written.Wait()
	if got := out.String(); got != before || strings.Contains(got, `"late"`) {
		t.Errorf("written after serving: %s", strings.TrimPrefix(got, before))
	}
}
