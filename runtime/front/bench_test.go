package front_test

import (
	"net/http"
	"testing"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// What the front costs a call, beside the server's own handler.
func BenchmarkCall(b *testing.B) {
	srv := newTools().server(b)
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return &mcprt.Caller{ID: "ada"}, nil })
	if err != nil {
		b.Fatal(err)
	}
	f := frontOf(b, srv, front.WithVerifier(fixed(b)), front.WithResource(resource()), front.WithRate(1_000_000_000, time.Second))
	for name, h := range map[string]http.Handler{"handler": handler, "front": f} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if got := do(h, call(b, "hello", "Authorization", "Bearer "+adaToken)); got.Code != http.StatusOK {
					b.Fatal(got.Code)
				}
			}
		})
	}
}

// What a request costs that goes no further than the front.
func BenchmarkRefused(b *testing.B) {
	f := newFront(b, front.WithVerifier(fixed(b)), front.WithResource(resource()), front.WithHosts("mcp.example"))
	for name, want := range map[string]int{"mcp.example": http.StatusUnauthorized, "evil.example": http.StatusForbidden} {
		b.Run(http.StatusText(want), func(b *testing.B) {
			b.ReportAllocs()
			req := call(b, "hello")
			req.Host = name
			for b.Loop() {
				if got := do(f, req); got.Code != want {
					b.Fatal(got.Code)
				}
			}
		})
	}
}
