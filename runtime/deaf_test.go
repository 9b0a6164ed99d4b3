package runtime_test

import (
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// single is a listener of one connection.
type single struct {
	conn   chan net.Conn
	closed context.Context
}

func (s single) Accept() (net.Conn, error) {
	select {
	case conn := <-s.conn:
		return conn, nil
	case <-s.closed.Done():
		return nil, net.ErrClosed
	}
}

func (single) Close() error   { return nil }
func (single) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// A client that takes nothing of its answer holds its request for 30 seconds, also
// where a host has mounted the handler in a server without any timeout.
//
// catalogue: X9
func TestDeafClientWithoutAFront(t *testing.T) {
	tests := map[string]func(*testing.T, http.Handler) *http.Request{
		"large answer": func(t *testing.T, _ http.Handler) *http.Request { return newest(t.Context(), "large", `{}`) },
		"stream of a session": func(t *testing.T, handler http.Handler) *http.Request {
			t.Helper()
			req := newest(t.Context(), "", `{}`)
			req.Method, req.Body, req.ContentLength = http.MethodGet, http.NoBody, 0
			req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
			req.Header.Set("Mcp-Session-Id", open(t, handler, "ada"))
			return req
		},
		"subscription": func(t *testing.T, _ http.Handler) *http.Request {
			t.Helper()
			req := newest(t.Context(), "", `{}`)
			body := runtimetest.Request("2026-07-28", "subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`)
			req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
			req.Header.Set("Mcp-Method", "subscriptions/listen")
			req.Header.Del("Mcp-Name")
			return req
		},
	}
	for name, request := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				large := row("large", "math", says(strings.Repeat("x", 1<<20)))
				srv := newServer(t, registry(large), mcprt.BySections, mcprt.WithListChanged())
				handler, err := srv.HTTPHandler(byUser, mcprt.WithSessions(0))
				if err != nil {
					t.Fatal(err)
				}
				var under atomic.Int32
				server := &http.Server{Handler: http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
					under.Add(1)
					defer under.Add(-1)
					handler.ServeHTTP(rw, req)
				})}
				ctx, stop := context.WithCancel(t.Context())
				listener, served := single{make(chan net.Conn), ctx}, make(chan error, 1)
				go func() { served <- server.Serve(listener) }()
				client, connection := net.Pipe()
				listener.conn <- connection
				req := request(t, handler)
				req.Header.Set("X-User", "ada")
				if err := req.Write(client); err != nil {
					t.Fatal(err)
				}
				time.Sleep(30*time.Second - 1)
				synctest.Wait()
				if got := under.Load(); got != 1 {
					t.Errorf("%d requests under way before the time is up", got)
				}
				time.Sleep(2)
				synctest.Wait()
				if got := under.Load(); got != 0 {
					t.Errorf("%d requests under way after it", got)
				}
				stop()
				<-served
				_, _ = client.Close(), server.Close()
				_ = srv.Shutdown(context.WithoutCancel(t.Context()))
			})
		})
	}
}
