package runtime_test

import (
	"context"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/budget"
	"github.com/mcpgen-go/mcpgen/runtime/event"
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
