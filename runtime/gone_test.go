package runtime_test

import (
	"context"
	"io"
	"testing"
	"testing/synctest"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// A client that ends its input and reads no more has gone: that is a graceful end,
// though its last answers cannot be written.
func TestClientThatHasGone(t *testing.T) {
	for _, interactive := range []bool{false, true} { // on the lane, and the SDK's
		synctest.Test(t, func(t *testing.T) {
			leave := make(chan struct{})
			wait := row("wait", "math", does(func(context.Context, *mcprt.Call) error { <-leave; return nil }))
			wait.Interactive = interactive
			srv := newServer(t, registry(wait), mcprt.BySections)
			toServer, in := io.Pipe()
			out, fromServer := io.Pipe()
			served := make(chan error, 1)
			go func() { served <- srv.ServeIO(t.Context(), ada(), toServer, fromServer) }()
			sendTo(in, runtimetest.Request("2026-07-28", "tools/call", `{"name":"wait"}`)+"\n")
			synctest.Wait()
			_ = in.Close()
			synctest.Wait()
			_ = out.Close()
			close(leave)
			if err := <-served; err != nil {
				t.Errorf("interactive %t: %v", interactive, err)
			}
		})
	}
}
