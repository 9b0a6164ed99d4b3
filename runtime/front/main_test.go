package front_test

import (
	"bytes"
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"go.uber.org/goleak"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/front"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

const (
	newest = "2026-07-28"
	legacy = "2025-11-25"
	schema = `{"type":"object","properties":{}}`

	resourceURL = "https://mcp.example/mcp"
	adaToken    = "ada-s3cr3t-77aa4410"
	bobToken    = "bob-s3cr3t-08be91c2"
)

// tools are hello, which answers at once, large, which answers at length, and wait,
// which waits for leave or the end of its call and tells how it ended.
type tools struct {
	started, leave chan struct{}
	ended          chan error
}

func newTools() *tools {
	return &tools{make(chan struct{}, 10), make(chan struct{}), make(chan error, 10)}
}

func (s *tools) server(t testing.TB, opts ...mcprt.Option) *mcprt.Server {
	t.Helper()
	row := func(name string, run func(context.Context) (string, error)) mcprt.Row {
		return mcprt.Row{
			Name: name, Section: "s", Source: "example.com/x." + name, Input: schema,
			Handler: mcprt.Text(nil, func(ctx context.Context, _ *mcprt.Call, _ *struct{}) (string, error) { return run(ctx) }),
		}
	}
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "x", Version: "1"}, nil, []mcprt.Row{
		row("hello", func(context.Context) (string, error) { return "hello", nil }),
		row("wait", s.wait),
		row("large", func(context.Context) (string, error) { return strings.Repeat("x", 1<<20), nil }),
	})
	opts = append([]mcprt.Option{mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.DiscardHandler)), mcprt.WithListChanged()}, opts...)
	srv, err := mcprt.NewServer(reg, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func (s *tools) wait(ctx context.Context) (string, error) {
	s.started <- struct{}{}
	select {
	case <-s.leave:
		s.ended <- nil
		return "waited", nil
	case <-ctx.Done():
		s.ended <- ctx.Err()
		return "", ctx.Err()
	}
}

func newFront(t testing.TB, opts ...front.Option) *front.Front {
	t.Helper()
	return frontOf(t, newTools().server(t), opts...)
}

func frontOf(t testing.TB, srv *mcprt.Server, opts ...front.Option) *front.Front {
	t.Helper()
	f, err := front.New(srv, opts...)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// byUser is whoever the request says, or nobody.
func byUser() front.Option {
	return front.WithIdentify(func(req *http.Request) (*mcprt.Caller, error) {
		if id := req.Header.Get("X-User"); id != "" {
			return &mcprt.Caller{ID: id}, nil
		}
		return nil, nil
	})
}

// fixed are the tokens of ada, for this server, and of bob, for another one.
func fixed(t testing.TB) auth.Verifier {
	t.Helper()
	v, err := auth.Static(map[string]auth.Token{
		adaToken: {Subject: "ada", Client: "claude", Audience: []string{resourceURL}, Scopes: []string{"x:read"}},
		bobToken: {Subject: "bob", Audience: []string{"https://other.example/mcp"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func resource() auth.Resource {
	return auth.Resource{
		URL: resourceURL, AuthorizationServers: []string{"https://issuer.example"}, Scopes: []string{"x:read", "x:write"}, Name: "X",
	}
}

// call is a request that calls a tool in the newest revision, with more headers.
func call(t testing.TB, tool string, header ...string) *http.Request {
	t.Helper()
	body := runtimetest.Request(newest, "tools/call", `{"name":"`+tool+`"}`)
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	setHeaders(req, "Content-Type", "application/json", "Accept", "application/json, text/event-stream",
		"Mcp-Protocol-Version", newest, "Mcp-Method", "tools/call", "Mcp-Name", tool)
	setHeaders(req, header...)
	return req
}

func setHeaders(req *http.Request, pairs ...string) {
	for i := 0; i < len(pairs); i += 2 {
		req.Header.Add(pairs[i], pairs[i+1])
	}
}

func do(handler http.Handler, req *http.Request) *httptest.ResponseRecorder {
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, req)
	return response
}

// journal is a log that a test can read.
type journal struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.Write(p)
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return j.text.String()
}

func (j *journal) logger() *slog.Logger {
	return slog.New(slog.NewTextHandler(j, &slog.HandlerOptions{Level: slog.LevelDebug}))
}
