package runtime_test

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/budget"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// TestOrder is the security review of the chain: every promise about what stands
// inside what has a row. Each row calls a tool twice.
//
// contract: S1-1, S1-3, S1-4, S1-11, S1-12, S1-13, S0-32, S0-33, S0-35…38, S0-44
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
		"a failing gate reaches nothing but the after-event": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{
					mcprt.WithInterceptors(t.around("a")),
					mcprt.OnList(func(context.Context, *mcprt.ListEvent) error { return errHost }),
				}
			},
			first:  "gate after:gate_failed failed:access_denied",
			second: "gate after:gate_failed failed:access_denied",
		},
		"a denial beats an answer, and the cache is not asked": {
			options: func(*trail) []mcprt.Option {
				return []mcprt.Option{
					before(func(e *mcprt.BeforeCall) { e.SetText("mine") }),
					before(func(e *mcprt.BeforeCall) { _ = e.Deny("no") }),
				}
			},
			first:  "gate budget before after:denied failed:policy_blocked",
			second: "gate budget before after:denied failed:policy_blocked",
		},
		"a failing listener beats a denial": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{
					mcprt.WithInterceptors(t.around("a")),
					before(func(e *mcprt.BeforeCall) { _ = e.Deny("no") }),
					mcprt.OnBeforeCall(func(context.Context, *mcprt.BeforeCall) error { return errHost }),
				}
			},
			first:  "gate budget a( before )a after:failed failed:execution_failed",
			second: "gate budget a( before )a after:failed failed:execution_failed",
		},
		"a failing after-listener changes nothing for the others": {
			options: func(t *trail) []mcprt.Option {
				return []mcprt.Option{
					mcprt.OnAfterCall(func(context.Context, *mcprt.AfterCall) error { return errHost }),
					after(func(*mcprt.AfterCall) { t.note("last") }),
				}
			},
			first:  "gate budget before read tool write after:executed last",
			second: "gate budget before read after:executed last",
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
