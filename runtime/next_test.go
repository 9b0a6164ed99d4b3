package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// A result that interceptors handed on has the shape of its revision, and large
// numbers are not rounded on the way.
func TestInterceptedResultsHaveTheirShape(t *testing.T) {
	const large = `{"result":9007199254740993}`
	tools := map[string]mcprt.Row{
		"from the tool": row("tool", "math", answers(&mcp.CallToolResult{Content: []mcp.Content{}, StructuredContent: json.RawMessage(large)})),
	}
	opts := map[string][]mcprt.Option{
		"no interceptor": nil,
		"passed on":      {mcprt.WithInterceptors((&trail{}).around(""))},
		"made":           {mcprt.WithInterceptors((&trail{}).instead("", &mcp.CallToolResult{StructuredContent: json.RawMessage(large)}, nil))},
		"by a listener": {before(func(e *mcprt.BeforeCall) {
			_ = e.SetResult(&mcp.CallToolResult{StructuredContent: json.RawMessage(large)})
		})},
	}
	for name, tool := range tools {
		for how, opts := range opts {
			for _, revision := range runtimetest.Revisions() {
				srv := newServer(t, registry(tool), mcprt.BySections, opts...)
				answer := string(runtimetest.Stdio(t, srv, ada(), revision, runtimetest.Request(revision, "tools/call", `{"name":"tool"}`)))
				want := 0
				if revision == "2026-07-28" {
					want = 1
				}
				if strings.Count(answer, `"resultType":"complete"`) != want || !strings.Contains(answer, large) || !strings.Contains(answer, `"content":[]`) {
					t.Errorf("%s, %s, %s: %s", name, how, revision, answer)
				}
			}
		}
	}
}

// next after the end does nothing; next on another goroutine is waited for, and
// two at once run one after the other.
func TestNextOutOfPlace(t *testing.T) {
	seen := &trail{}
	var kept mcprt.Next
	leak := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		kept = next
		var both sync.WaitGroup
		both.Go(func() { _, _ = next(ctx) })
		both.Go(func() { _, _ = next(ctx) })
		both.Wait()
		return textual("mine"), nil
	})
	srv := newServer(t, registry(row("tool", "math", does(func(context.Context, *mcprt.Call) error {
		seen.note("in")
		seen.note("out")
		return nil
	}))), mcprt.BySections, mcprt.WithInterceptors(leak))
	if text, _ := callTool(t, srv); text != "mine" {
		t.Errorf("text %q", text)
	}
	if _, err := kept(t.Context()); err == nil {
		t.Error("a late next has no error")
	}
	if diff := cmp.Diff("in out in out", seen.take()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// catalogue H5: a timeout answers whoever holds the call.
func TestTimeoutIsAnsweredThroughInterceptors(t *testing.T) {
	tool := row("tool", "math", says("ran"))
	tool.Timeout = 10 * time.Millisecond
	leave := make(chan struct{})
	recorder := &runtimetest.Recorder{}
	hang := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		result, err := next(ctx)
		<-leave
		return result, err
	})
	opts := append(recorder.Options(), mcprt.WithInterceptors(hang), mcprt.WithAfterGrace(0))
	srv := newServer(t, registry(tool), mcprt.BySections, opts...)
	text, isError := callTool(t, srv)
	close(leave)
	if text != internalText || !isError {
		t.Errorf("got %q", text)
	}
	for _, e := range recorder.After() {
		if e.Outcome() != mcprt.OutcomeTimedOut || !errors.Is(e.Err(), context.DeadlineExceeded) {
			t.Errorf("outcome %s, %v", e.Outcome(), e.Err())
		}
	}
}
