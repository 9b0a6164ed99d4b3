package runtime

import (
	"context"
	"log/slog"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// BenchmarkCall is what the pipeline costs of one call, from the decision to the
// answer, with nobody listening and with one listener of each kind.
func BenchmarkCall(b *testing.B) {
	silent := WithLogger(slog.New(slog.DiscardHandler))
	list := OnList(func(context.Context, *ListEvent) error { return nil })
	before := OnBeforeCall(func(context.Context, *BeforeCall) error { return nil })
	after := OnAfterCall(func(context.Context, *AfterCall) error { return nil })
	sink := WithEvents(event.SinkFunc(func(context.Context, event.Event) error { return nil }))
	for _, bench := range []struct {
		name string
		opts []Option
	}{
		{"none", []Option{silent}},
		{"list", []Option{silent, list}},
		{"before", []Option{silent, before}},
		{"after", []Option{silent, after}},
		{"sink", []Option{silent, sink}},
		{"one of each", []Option{silent, list, before, after, sink}},
	} {
		b.Run(bench.name, func(b *testing.B) {
			srv := benchServer(b, bench.opts...)
			req := &request{caller: &Caller{ID: "ada", Sections: []string{"s"}}, name: "tool", args: []byte(`{"a":1,"b":"two"}`)}
			b.ReportAllocs()
			for b.Loop() {
				result, err := srv.govern(b.Context(), req, runDirectly(srv))
				if err != nil || result == nil || result.IsError {
					b.Fatalf("%+v, %v", result, err)
				}
			}
		})
	}
}

// runDirectly is step 10 without a transport.
func runDirectly(srv *Server) runFunc {
	return func(ctx context.Context, call *Call) (*mcp.CallToolResult, error) { return srv.execute(ctx, call), nil }
}

func benchServer(b *testing.B, opts ...Option) *Server {
	b.Helper()
	nothing := Nothing(nil, func(context.Context, *Call, *struct{}) error { return nil })
	reg := NewRegistry(Identity{Name: "bench"}, nil, []Row{{Name: "tool", Section: "s", Input: `{"type":"object"}`, Handler: nothing}})
	srv, err := NewServer(reg, append(opts, WithSections(BySections))...)
	if err != nil {
		b.Fatal(err)
	}
	return srv
}

func BenchmarkMeta(b *testing.B) {
	raw := []byte(`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{},` +
		`"progressToken":7,"festi/idempotencyKey":"k-1","festi/runId":"r-1","traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01"}`)
	b.ReportAllocs()
	for b.Loop() {
		if len(boundMeta(raw)) != 3 {
			b.Fatal("entries are missing")
		}
	}
}

func BenchmarkReading(b *testing.B) {
	type id struct{ text string }
	bindID := func(d *bind.Decoder, v *id) {
		for o := d.Object(bind.Fields{{Name: "id", Required: true}}); o.Next(); {
			bind.String(d, &v.text, nil)
		}
	}
	says := func(_ context.Context, _ *PromptCall, v *id) (string, error) { return v.text, nil }
	reads := func(_ context.Context, _ *ResourceCall, v *id) (string, error) { return v.text, nil }
	srv, err := NewServer(NewRegistry(Identity{Name: "m"}, nil, nil,
		Prompts{{Name: "p", Section: "s", Arguments: []PromptArgument{{Name: "id", Required: true}}, Handler: PromptText(bindID, says)}},
		Resources{{URI: "m://{id}", Name: "r", Section: "s", Handler: ResourceText(bindID, reads)}},
	), WithSections(BySections), WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		b.Fatal(err)
	}
	caller := &Caller{ID: "ada", Sections: []string{"s"}}
	b.Run("prompt", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = srv.prompt(b.Context(), caller, &mcp.GetPromptParams{Name: "p", Arguments: map[string]string{"id": "7"}}, opening{})
		}
	})
	b.Run("resource", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			_, _ = srv.resource(b.Context(), caller, "m://7", opening{})
		}
	})
}
