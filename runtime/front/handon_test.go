package front

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// What is behind the front sees no credential, so it can pass none on.
//
// catalogue: G14
func TestCredentialsEndHere(t *testing.T) {
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "x", Version: "1"}, nil, nil)
	srv, err := mcprt.NewServer(reg, mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	f, err := New(srv, WithIdentify(func(req *http.Request) (*mcprt.Caller, error) {
		return &mcprt.Caller{ID: req.Header.Get("Authorization")}, nil
	}))
	if err != nil {
		t.Fatal(err)
	}
	var got http.Header
	var caller *mcprt.Caller
	f.inner = http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) {
		got = req.Header
		caller, _ = identified(req)
	})
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", nil)
	sent := http.Header{
		"Authorization": {"Bearer a"}, "Proxy-Authorization": {"Basic b"}, "Cookie": {"c=d", "e=f"},
		"Sec-Fetch-Site": {"none"}, "Mcp-Name": {"x"},
	}
	req.Header = sent.Clone()
	f.ServeHTTP(httptest.NewRecorder(), req)
	if diff := cmp.Diff(http.Header{"Mcp-Name": {"x"}}, got); diff != "" {
		t.Errorf("header behind the front (-want +got):\n%s", diff)
	}
	if caller == nil || caller.ID != "Bearer a" {
		t.Errorf("caller %v", caller)
	}
	if diff := cmp.Diff(sent, req.Header); diff != "" {
		t.Errorf("the request itself was changed (-want +got):\n%s", diff)
	}
}

// Only the front says who calls: a request around it is nobody's.
func TestRequestsAroundTheFront(t *testing.T) {
	req := httptest.NewRequestWithContext(context.Background(), http.MethodPost, "/mcp", nil)
	if caller, err := identified(req); caller != nil || err == nil {
		t.Errorf("caller %v, error %v", caller, err)
	}
}
