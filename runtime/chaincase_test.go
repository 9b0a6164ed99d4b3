package runtime_test

import (
	"context"
	"fmt"
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

// GOV-08: a budget counts what was let through.
func TestGOV08ABudgetCountsWhatWasLetThrough(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		reg := registry(add(), row("drop_all", "admin", says("never")))
		srv := newServer(t, reg, mcprt.BySections, mcprt.WithSessionBudget(2), mcprt.WithBudgetWindow(time.Minute))
		bob := ada()
		bob.ID = "bob"
		call := func(client *runtimetest.Client, tool, args string) string {
			result, err := client.Call(tool, args)
			switch {
			case err != nil:
				return "unknown"
			case result.IsError:
				return runtimetest.Text(t, result)
			}
			return "ran"
		}
		const sum, spent = `{"a":1,"b":2}`, "Session tool-call budget of 2 is exhausted; start a new session or raise the budget"
		alice := runtimetest.Connect(t, srv, ada())
		got := []string{
			call(alice, "drop_all", `{}`), call(alice, "add", `[]`), call(alice, "add", sum), call(alice, "add", sum),
			call(runtimetest.Connect(t, srv, bob), "add", sum), call(runtimetest.Connect(t, srv, ada()), "add", sum),
			fmt.Sprint(alice.List()),
		}
		time.Sleep(time.Minute)
		got = append(got, call(alice, "add", sum))
		want := []string{"unknown", "Error: Invalid arguments: expected object.", "ran", spent, "ran", spent, "[add]", "ran"}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
	})
}

// GOV-11: interceptors nest, and one that breaks spoils one call.
func TestGOV11InterceptorsNest(t *testing.T) {
	refusal := &mcprt.Refusal{Code: event.ReasonPolicyDryRun, Text: "would have run"}
	tests := map[string]struct {
		broken func() (*mcp.CallToolResult, error)
		text   string
		reason event.Reason
	}{
		"panic":   {func() (*mcp.CallToolResult, error) { panic("hunter2") }, internalText, event.ReasonExecution},
		"refusal": {func() (*mcp.CallToolResult, error) { return nil, refusal }, "would have run", event.ReasonPolicyDryRun},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			seen, recorder := &trail{}, &runtimetest.Recorder{}
			var calls atomic.Int32
			b := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
				seen.note("B")
				if calls.Add(1) == 1 {
					return test.broken()
				}
				return next(ctx)
			})
			opts := append(recorder.Options(), mcprt.WithInterceptors(seen.around("A"), b, seen.around("C")))
			srv := newServer(t, registry(row("tool", "math", says("ran"))), mcprt.BySections, opts...)
			if text, isError := callTool(t, srv); text != test.text || !isError {
				t.Errorf("got %q", text)
			}
			if diff := cmp.Diff("A( B )A", seen.take()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff([]string{mcprt.TypePrepareList, event.TypeStarted, event.TypeFailed}, recorder.Types()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if got := recorder.Failed()[0].Reason; got != test.reason {
				t.Errorf("reason %s, want %s", got, test.reason)
			}
			if text, _ := callTool(t, srv); text != "ran" || seen.take() != "A( B C( )C )A" {
				t.Errorf("the next call got %q", text)
			}
		})
	}
}

// RUN-14h: _meta passes through.
func TestRUN14MetaPassesThrough(t *testing.T) {
	var traced []string
	trace := interception(func(ctx context.Context, call *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		parent, _ := call.MetaValue("traceparent")
		traced = append(traced, string(parent))
		result, err := next(ctx)
		if err == nil {
			if result.Meta == nil {
				result.Meta = mcp.Meta{}
			}
			result.Meta["cost"] = len(traced)
		}
		return result, err
	})
	seen := &trail{}
	srv := newServer(t, registry(seen.noted("tool", func() (string, error) { return "pong", nil })), mcprt.BySections,
		mcprt.WithInterceptors(trace), mcprt.WithCache(newShelf(seen)), mcprt.WithResultLimit(10))
	for _, revision := range runtimetest.Revisions() {
		request := runtimetest.Request(revision, "tools/call", `{"name":"tool","arguments":{},"_meta":{"traceparent":"00-1"}}`)
		answer := string(runtimetest.Stdio(t, srv, ada(), revision, request))
		if want := fmt.Sprintf(`"cost":%d`, len(traced)); !strings.Contains(answer, want) || !strings.Contains(answer, "pong") {
			t.Errorf("%s: %s, want %s", revision, answer, want)
		}
	}
	if diff := cmp.Diff([]string{`"00-1"`, `"00-1"`}, traced); diff != "" || seen.take() != "read tool write read" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// RUN-16: nothing multiplies, interceptors neither.
func TestRUN16InterceptorsDoNotMultiply(t *testing.T) {
	var asked atomic.Int32
	count := interception(func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		asked.Add(1)
		return next(ctx)
	})
	reg, opt := registry(row("tool", "math", says("ran"))), mcprt.WithInterceptors(count)
	srv := newServer(t, reg, mcprt.BySections, opt)
	newServer(t, reg, mcprt.BySections, opt)
	for range 12 {
		callTool(t, srv)
	}
	if asked.Load() != 12 {
		t.Errorf("asked %d times, want 12", asked.Load())
	}
}

// RUN-18h: pages of visible tools.
func TestRUN18PagesOfVisibleTools(t *testing.T) {
	var rows []mcprt.Row
	for i := range 9 {
		rows = append(rows, row(fmt.Sprintf("t%d", i), []string{"even", "odd"}[i%2], says("x")))
	}
	srv := newServer(t, registry(rows...), mcprt.BySections, mcprt.WithPageSize(2))
	odd := &mcprt.Caller{ID: "odd", Sections: []string{"odd"}}
	session := runtimetest.Connect(t, srv, odd).Session()
	var pages []string
	var cursors []string
	for cursor := ""; len(pages) < 9; {
		page, err := session.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: cursor})
		if err != nil {
			t.Fatal(err)
		}
		var names []string
		for _, tool := range page.Tools {
			names = append(names, tool.Name)
		}
		pages = append(pages, strings.Join(names, " "))
		if cursor = page.NextCursor; cursor == "" {
			break
		}
		cursors = append(cursors, cursor)
	}
	if diff := cmp.Diff([]string{"t1 t3", "t5 t7"}, pages); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	other := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "other", Sections: []string{"odd"}}).Session()
	texts := map[string]bool{}
	for _, forged := range []struct {
		session *mcp.ClientSession
		cursor  string
	}{{session, "garbage"}, {other, cursors[0]}, {session, cursors[0][1:]}} {
		_, err := forged.session.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: forged.cursor})
		texts[fmt.Sprint(err)] = true
	}
	if len(texts) != 1 || texts["<nil>"] {
		t.Errorf("answers %v", texts)
	}
}
