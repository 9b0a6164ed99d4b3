package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestOptionsThatCannotBe(t *testing.T) {
	negative := add()
	negative.Timeout = -time.Second
	twice := add()
	twice.Meta = []mcprt.Entry{{Key: "a", Value: `1`}, {Key: "a", Value: `{`}}
	tests := map[string]struct {
		row    mcprt.Row
		option mcprt.Option
		want   []string
	}{
		"nil list listener":         {add(), mcprt.OnList(nil), []string{"list listener 1 is nil"}},
		"nil before-call listener":  {add(), mcprt.OnBeforeCall(nil), []string{"before-call listener 1 is nil"}},
		"nil after-call listener":   {add(), mcprt.OnAfterCall(nil), []string{"after-call listener 1 is nil"}},
		"nil definition listener":   {add(), mcprt.OnDefinition(nil), []string{"definition listener 1 is nil"}},
		"nil sink":                  {add(), mcprt.WithEvents(nil), []string{"event sink listener 1 is nil"}},
		"negative listener timeout": {add(), mcprt.WithListenerTimeout(-1), []string{"listener timeout -1ns is negative"}},
		"negative after grace":      {add(), mcprt.WithAfterGrace(-1), []string{"after grace -1ns is negative"}},
		"negative row timeout":      {negative, mcprt.WithListenerTimeout(0), []string{`tool "add" (example.com/calc.Add): timeout -1s is negative`}},
		"static meta":               {twice, mcprt.WithListenerTimeout(0), []string{`meta entry "a" occurs twice`, `meta entry "a" is not JSON`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(registry(test.row), mcprt.WithSections(mcprt.BySections), test.option)
			for _, want := range test.want {
				if err == nil || !strings.Contains(err.Error(), want) {
					t.Errorf("error %v, want %q", err, want)
				}
			}
		})
	}
}

func TestRefusalIsAnError(t *testing.T) {
	tests := map[string]struct {
		refusal *mcprt.Refusal
		want    string
	}{
		"nil":          {nil, "refused"},
		"text":         {mcprt.NewRefusal("no"), "no"},
		"with a cause": {&mcprt.Refusal{Text: "no", Cause: errHost}, "no: " + errHost.Error()},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := test.refusal.Error(); got != test.want {
				t.Errorf("%q, want %q", got, test.want)
			}
			if got := test.refusal.Unwrap(); errors.Is(got, errHost) != (name == "with a cause") {
				t.Errorf("cause %v", got)
			}
		})
	}
}

// ledger answers a call that was made before under the same key.
type ledger struct {
	mu      sync.Mutex
	results map[string]*mcp.CallToolResult
}

type ledgerKey struct{}

func (l *ledger) before(_ context.Context, e *mcprt.BeforeCall) error {
	raw, _ := e.MetaValue("festi/idempotencyKey")
	var key string
	if json.Unmarshal(raw, &key) != nil || key == "" {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if result, known := l.results[key]; known {
		return e.SetResult(result)
	}
	e.Set(ledgerKey{}, key)
	return nil
}

func (l *ledger) after(_ context.Context, e *mcprt.AfterCall) error {
	key, noted := e.Get(ledgerKey{}).(string)
	if !noted || e.Outcome() != mcprt.OutcomeExecuted {
		return nil
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.results[key] = e.Result()
	return nil
}

// A before-call listener and an after-call listener make an approval gate, a
// ledger or an audit without the function knowing.
func ExampleOnBeforeCall() {
	l := &ledger{results: map[string]*mcp.CallToolResult{}}
	_, err := mcprt.NewServer(MCPRegistry(), mcprt.WithSections(mcprt.BySections),
		mcprt.OnBeforeCall(func(_ context.Context, e *mcprt.BeforeCall) error {
			if e.Hints().Destructive && e.Caller().Client == "batch" {
				return e.Deny("A person has to approve this.")
			}
			return nil
		}),
		mcprt.OnBeforeCall(l.before),
		mcprt.OnAfterCall(l.after))
	fmt.Println(err)
	// Output: <nil>
}

// contract: S0-45
func TestLedgerOfTheExample(t *testing.T) {
	l := &ledger{results: map[string]*mcp.CallToolResult{}}
	ran := 0
	srv := newServer(t, registry(row("tool", "math", mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) {
		ran++
		return fmt.Sprintf("run %d", ran), nil
	}))), mcprt.BySections, mcprt.OnBeforeCall(l.before), mcprt.OnAfterCall(l.after))
	session := runtimetest.Connect(t, srv, ada()).Session()
	for _, call := range []struct {
		key  any
		want string
	}{{"k", "run 1"}, {"k", "run 1"}, {"other", "run 2"}, {7, "run 3"}, {"", "run 4"}, {"k", "run 1"}} {
		result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "tool", Meta: mcp.Meta{"festi/idempotencyKey": call.key}})
		if err != nil {
			t.Fatal(err)
		}
		if got := runtimetest.Text(t, result); got != call.want {
			t.Errorf("key %v: %q, want %q", call.key, got, call.want)
		}
	}
}
