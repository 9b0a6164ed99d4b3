package runtime_test

import (
	"context"
	"errors"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/budget"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// trail is what happened, in order.
type trail struct {
	mu    sync.Mutex
	steps []string
}

func (t *trail) note(step string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.steps = append(t.steps, step)
}

// take returns the steps so far and begins anew.
func (t *trail) take() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	steps := strings.Join(t.steps, " ")
	t.steps = nil
	return steps
}

// around is an interceptor that notes when it is entered and left.
func (t *trail) around(name string) mcprt.ToolInterceptorFunc {
	return func(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		t.note(name + "(")
		defer t.note(")" + name)
		return next(ctx)
	}
}

// instead is an interceptor that never goes on.
func (t *trail) instead(name string, result *mcp.CallToolResult, err error) mcprt.ToolInterceptorFunc {
	return func(context.Context, *mcprt.Call, mcprt.Next) (*mcp.CallToolResult, error) {
		t.note(name)
		return result, err
	}
}

// twice is an interceptor that goes on two times.
func twice(ctx context.Context, _ *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
	if _, err := next(ctx); err == nil {
		return next(ctx)
	}
	return next(ctx)
}

// purse is a budget store that is watched.
type purse struct {
	*trail
	budget.Store
}

func (p purse) Spend(ctx context.Context, c budget.Charge) (bool, error) {
	p.note("budget")
	return p.Store.Spend(ctx, c)
}

// shelf is a cache store that is watched, and can be broken.
type shelf struct {
	*trail
	mu              sync.Mutex
	entries         map[string][]byte
	readErr, setErr error
}

func newShelf(t *trail) *shelf { return &shelf{trail: t, entries: map[string][]byte{}} }

func (s *shelf) Get(_ context.Context, key string) ([]byte, bool, error) {
	s.note("read")
	s.mu.Lock()
	defer s.mu.Unlock()
	value, found := s.entries[key]
	return value, found, s.readErr
}

func (s *shelf) Set(_ context.Context, key string, value []byte, _ time.Duration) error {
	s.note("write")
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.setErr == nil {
		s.entries[key] = slices.Clone(value)
	}
	return s.setErr
}

func (s *shelf) size() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.entries)
}

// noted is a readOnly tool that is cached and notes that it ran.
func (t *trail) noted(name string, run func() (string, error)) mcprt.Row {
	r := row(name, "math", mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) {
		t.note("tool")
		return run()
	}))
	r.Hints.ReadOnly = true
	r.Cache = time.Minute
	return r
}

func (t *trail) listeners() []mcprt.Option {
	return []mcprt.Option{
		onList(func(*mcprt.ListEvent) { t.note("gate") }),
		before(func(*mcprt.BeforeCall) { t.note("before") }),
		after(func(e *mcprt.AfterCall) { t.note("after:" + string(e.Outcome())) }),
		mcprt.WithEvents(event.SinkFunc(func(_ context.Context, e event.Event) error {
			if failed, ok := e.(event.Failed); ok {
				t.note("failed:" + string(failed.Reason))
			}
			return nil
		})),
	}
}

// TestOrder is the security review of the chain: every promise about what stands
// inside what has a row. Each row calls a tool twice.
//
// contract: S1-4, S1-11, S1-12, S1-13, S1-1, S1-3
func TestOrder(t *testing.T) {
	refusal := mcprt.NewRefusal("not today")
	tests := map[string]struct {
		options       func(*trail) []mcprt.Option
		tool          string // "say" unless set
		first, second string
	}{
		"everything, then again": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{mcprt.WithInterceptors(t.around("a"), t.around("b")), mcprt.WithInterceptors(t.around("c"))}
			},
			first:  "gate budget a( b( c( before read tool write )c )b )a after:executed",
			second: "gate budget a( b( c( before read )c )b )a after:executed",
		},
		"a hidden tool reaches nothing": {
			options: func(t *trail) []mcprt.Option { return []mcprt.Option{mcprt.WithInterceptors(t.around("a"))} },
			tool:    "hidden",
			first:   "gate failed:access_denied",
			second:  "gate failed:access_denied",
		},
		"an absent tool reaches nothing": {
			options: func(t *trail) []mcprt.Option { return []mcprt.Option{mcprt.WithInterceptors(t.around("a"))} },
			tool:    "absent",
			first:   "gate failed:invalid_tool",
			second:  "gate failed:invalid_tool",
		},
		"an exhausted budget reaches no interceptor and no listener": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{mcprt.WithSessionBudget(1), mcprt.WithInterceptors(t.around("a"))}
			},
			first:  "gate budget a( before read tool write )a after:executed",
			second: "gate budget failed:policy_budget_exceeded",
		},
		"a refusing interceptor is inside the budget and outside the listeners": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{mcprt.WithInterceptors(t.around("a"), t.instead("no", nil, refusal), t.around("c"))}
			},
			first:  "gate budget a( no )a failed:policy_blocked",
			second: "gate budget a( no )a failed:policy_blocked",
		},
		"an answering interceptor is never cached": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{mcprt.WithInterceptors(t.instead("yes", textual("hi"), nil))}
			},
			first:  "gate budget yes",
			second: "gate budget yes",
		},
		"a denial stands before the cache": {
			options: func(*trail) []mcprt.Option {
				return []mcprt.Option{before(func(e *mcprt.BeforeCall) { _ = e.Deny("no") })}
			},
			first:  "gate budget before after:denied failed:policy_blocked",
			second: "gate budget before after:denied failed:policy_blocked",
		},
		"a listener's answer is not cached": {
			options: func(*trail) []mcprt.Option {
				return []mcprt.Option{before(func(e *mcprt.BeforeCall) { e.SetText("mine") })}
			},
			first:  "gate budget before after:answered",
			second: "gate budget before after:answered",
		},
		"listeners are asked once, however often the tool runs": {
			options: func(*trail) []mcprt.Option {
				return []mcprt.Option{mcprt.WithInterceptors(mcprt.ToolInterceptorFunc(twice))}
			},
			tool:   "fail",
			first:  "gate budget before read tool read tool after:failed failed:execution_failed",
			second: "gate budget before read tool read tool after:failed failed:execution_failed",
		},
		"a denial answers every next alike": {
			options: func(*trail) []mcprt.Option {
				return []mcprt.Option{
					mcprt.WithInterceptors(mcprt.ToolInterceptorFunc(twice)),
					before(func(e *mcprt.BeforeCall) { _ = e.Deny("no") }),
				}
			},
			first:  "gate budget before after:denied failed:policy_blocked",
			second: "gate budget before after:denied failed:policy_blocked",
		},
		"the limiter stands in its place of the list": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{mcprt.WithInterceptors(t.around("a")), mcprt.WithLimiter(blocked{}), mcprt.WithInterceptors(t.around("c"))}
			},
			first:  "gate budget a( )a failed:policy_blocked",
			second: "gate budget a( )a failed:policy_blocked",
		},
		"an error is not cached": {
			options: func(*trail) []mcprt.Option { return nil },
			tool:    "fail",
			first:   "gate budget before read tool after:failed failed:execution_failed",
			second:  "gate budget before read tool after:failed failed:execution_failed",
		},
		"wrong arguments get no further than the binder": {
			options: func(*trail) []mcprt.Option { return nil },
			tool:    "add",
			first:   "gate budget before after:invalid failed:validation_failed",
			second:  "gate budget before after:invalid failed:validation_failed",
		},
		"the size limit is inside the cache, and what it cut is not kept": {
			options: func(*trail) []mcprt.Option { return []mcprt.Option{mcprt.WithResultLimit(2)} },
			first:   "gate budget before read tool after:executed",
			second:  "gate budget before read tool after:executed",
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			seen := &trail{}
			opts := slices.Concat(seen.listeners(), []mcprt.Option{
				mcprt.WithSessionBudget(100), mcprt.WithBudgetStore(purse{seen, budget.NewMemory(10)}), mcprt.WithCache(newShelf(seen)),
			}, test.options(seen))
			client := runtimetest.Connect(t, newServer(t, seen.tools(), mcprt.BySections, opts...), ada())
			if test.tool == "" {
				test.tool = "say"
			}
			for i, want := range []string{test.first, test.second} {
				_, _ = client.Call(test.tool, `{}`)
				if diff := cmp.Diff(want, seen.take()); diff != "" {
					t.Errorf("call %d (-want +got):\n%s", i+1, diff)
				}
			}
		})
	}
}

func (t *trail) tools() *mcprt.Registry {
	sum := add()
	sum.Cache = time.Minute
	return registry(
		t.noted("say", func() (string, error) { return "hello", nil }),
		t.noted("fail", func() (string, error) { return "", errors.New("busy") }),
		row("hidden", "admin", says("secret")),
		sum)
}

// blocked is a limiter that allows nothing.
type blocked struct{}

func (blocked) Allow(context.Context, *string, string) (bool, error) { return false, nil }

func textual(text string) *mcp.CallToolResult {
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

func callParams(tool string) *mcp.CallToolParams { return &mcp.CallToolParams{Name: tool} }
