package runtime

import (
	"context"
	"log/slog"
	"sync"
	"testing"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// plainStore is a map.
type plainStore struct {
	mu      sync.Mutex
	entries map[string][]byte
	forget  bool // everything, at once
}

func (p *plainStore) Get(_ context.Context, key string) ([]byte, bool, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	value, found := p.entries[key]
	return value, found, nil
}

func (p *plainStore) Set(_ context.Context, key string, value []byte, _ time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.forget {
		p.entries[key] = value
	}
	return nil
}

// cachedServer has one tool that is cached, of a list of some length.
func cachedServer(tb testing.TB, store *plainStore) *Server {
	tb.Helper()
	type args struct{ n int }
	bindArgs := func(d *bind.Decoder, v *args) {
		for o := d.Object(bind.Fields{{Name: "n", Required: true}}); o.Next(); {
			bind.Int(d, &v.n, nil)
		}
	}
	list := Structured(bindArgs, func(_ context.Context, _ *Call, v *args) ([]string, error) {
		values := make([]string, v.n)
		for i := range values {
			values[i] = "value " + string(rune('a'+i%26))
		}
		return values, nil
	}, func(e *bind.Encoder, values []string) {
		e.Object()
		e.Name("result")
		e.Array()
		for _, value := range values {
			e.Element()
			e.String(value)
		}
		e.EndArray()
		e.EndObject()
	})
	reg := NewRegistry(Identity{Name: "bench"}, nil, []Row{{
		Name: "tool", Section: "s", Hints: Hints{ReadOnly: true}, Cache: time.Hour, Handler: list,
		Input: `{"type":"object","properties":{"n":{"type":"integer"}},"required":["n"]}`,
	}})
	srv, err := NewServer(reg, WithSections(BySections), WithLogger(slog.New(slog.DiscardHandler)), WithCache(store))
	if err != nil {
		tb.Fatal(err)
	}
	return srv
}

func cachedCall(tb testing.TB, srv *Server) {
	req := &request{caller: &Caller{ID: "ada", Sections: []string{"s"}}, name: "tool", args: []byte(`{"n":100}`)}
	result, err := srv.govern(tb.Context(), req, runDirectly(srv))
	if err != nil || result.IsError {
		tb.Fatalf("%+v, %v", result, err)
	}
}

// A hit costs less than a miss does, beside what the tool itself costs.
func TestHitIsCheaperThanMiss(t *testing.T) {
	hit, miss := cachedServer(t, &plainStore{entries: map[string][]byte{}}), cachedServer(t, &plainStore{forget: true})
	cachedCall(t, hit)
	hits := testing.AllocsPerRun(50, func() { cachedCall(t, hit) })
	misses := testing.AllocsPerRun(50, func() { cachedCall(t, miss) })
	if hits >= misses {
		t.Errorf("a hit allocates %.0f times, a miss %.0f", hits, misses)
	}
}

func BenchmarkCache(b *testing.B) {
	for name, store := range map[string]*plainStore{"hit": {entries: map[string][]byte{}}, "miss": {forget: true}} {
		b.Run(name, func(b *testing.B) {
			srv := cachedServer(b, store)
			cachedCall(b, srv)
			b.ReportAllocs()
			for b.Loop() {
				cachedCall(b, srv)
			}
		})
	}
}

func BenchmarkChain(b *testing.B) {
	pass := WithInterceptors(ToolInterceptorFunc(passOn))
	silent := WithLogger(slog.New(slog.DiscardHandler))
	for name, opts := range map[string][]Option{
		"none": {silent}, "one interceptor": {silent, pass}, "three": {silent, pass, pass, pass}, "budget": {silent, WithSessionBudget(1 << 60)}, "limit": {silent, WithResultLimit(1 << 20)},
	} {
		b.Run(name, func(b *testing.B) {
			srv := benchServer(b, opts...)
			req := &request{caller: &Caller{ID: "ada", Sections: []string{"s"}}, name: "tool", args: []byte(`{"a":1,"b":"two"}`)}
			b.ReportAllocs()
			for b.Loop() {
				if _, err := srv.govern(b.Context(), req, runDirectly(srv)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func passOn(ctx context.Context, _ *Call, next Next) (*mcp.CallToolResult, error) { return next(ctx) }
