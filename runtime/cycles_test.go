package runtime_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// peer is a client that lives briefly.
type peer struct {
	held    *held
	conns   chan net.Conn // to the HTTP server
	handler http.Handler  // what is behind it
}

// dial connects to the HTTP server.
func (p *peer) dial() net.Conn {
	client, server := net.Pipe()
	p.conns <- server
	return client
}

// send writes a request and, if that is wanted, reads the header of its answer.
func (p *peer) send(t *testing.T, conn net.Conn, req *http.Request, read bool) {
	t.Helper()
	req.Header.Set("X-User", "ada")
	if err := req.Write(conn); err != nil {
		t.Fatal(err)
	}
	if !read {
		return
	}
	response, err := http.ReadResponse(bufio.NewReader(conn), req)
	if err != nil || response.StatusCode != http.StatusOK {
		t.Fatalf("response %v, error %v", response, err)
	}
}

// legacy is a request of a session.
func legacy(ctx context.Context, method, session, body string) *http.Request {
	req := newest(ctx, "", `{}`)
	req.Method, req.Body, req.ContentLength = method, io.NopCloser(strings.NewReader(body)), int64(len(body))
	req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	req.Header.Set("Mcp-Session-Id", session)
	return req
}

// lives are the ways in which a connection begins and ends, none of them a good one.
// Each waits until the server is as far as it says.
func lives() map[string]func(*testing.T, *peer) {
	call := strings.ReplaceAll(callHold, "META", `"_meta":{}`)
	return map[string]func(*testing.T, *peer){
		"http, gone before a word": func(_ *testing.T, p *peer) { _ = p.dial().Close() },
		"http, gone in half a request": func(t *testing.T, p *peer) {
			conn := p.dial()
			if _, err := io.WriteString(conn, "POST /mcp HTTP/1.1\r\nHost: 127.0.0.1\r\nX-User: ada\r\nContent-Length: 9\r\n\r\n{"); err != nil {
				t.Error(err)
			}
			_ = conn.Close()
		},
		"http, killed in a call": func(t *testing.T, p *peer) {
			conn := p.dial()
			p.send(t, conn, newest(t.Context(), "hold", `{}`), false)
			<-p.held.began
			_ = conn.Close()
		},
		"http, killed while it listens": func(t *testing.T, p *peer) {
			conn := p.dial()
			req := legacy(t.Context(), http.MethodPost, "", runtimetest.Request("2026-07-28", "subscriptions/listen", `{"notifications":{"toolsListChanged":true}}`))
			req.Header.Set("Mcp-Protocol-Version", "2026-07-28")
			req.Header.Set("Mcp-Method", "subscriptions/listen")
			p.send(t, conn, req, true)
			_ = conn.Close()
		},
		"session, killed with a stream and a call": func(t *testing.T, p *peer) {
			session := open(t, p.handler, "ada")
			stream, calling := p.dial(), p.dial()
			p.send(t, stream, legacy(t.Context(), http.MethodGet, session, ""), true)
			p.send(t, calling, legacy(t.Context(), http.MethodPost, session, call), false)
			<-p.held.began
			_, _ = stream.Close(), calling.Close()
		},
		"session, cancelled and deleted": func(t *testing.T, p *peer) {
			session := open(t, p.handler, "ada")
			calling := p.dial()
			p.send(t, calling, legacy(t.Context(), http.MethodPost, session, call), false)
			<-p.held.began
			exchange(t.Context(), p.handler, http.MethodPost, "ada", session, cancelSeven)
			exchange(t.Context(), p.handler, http.MethodDelete, "ada", session, "")
			_ = calling.Close()
		},
		"stdio, killed in a call":        func(t *testing.T, p *peer) { line(t, p, "2026-07-28", "") },
		"stdio, cancelled":               func(t *testing.T, p *peer) { line(t, p, "2026-07-28", cancelSeven) },
		"stdio legacy, killed in a call": func(t *testing.T, p *peer) { line(t, p, "2025-11-25", "") },
		"stdio legacy, cancelled":        func(t *testing.T, p *peer) { line(t, p, "2025-11-25", cancelSeven) },
	}
}

// line serves a pair of pipes, begins a call on it, says last, and breaks the pipes.
func line(t *testing.T, p *peer, revision, last string) {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	go func() { served <- p.held.srv.ServeIO(ctx, ada(), toServer, fromServer) }()
	go func() { _, _ = io.Copy(io.Discard, toClient) }()
	meta := map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026}[revision]
	if _, err := io.WriteString(fromClient, handshake[revision]+strings.ReplaceAll(callHold, "META", meta)+"\n"); err != nil {
		t.Fatal(err)
	}
	<-p.held.began
	if last != "" {
		if _, err := io.WriteString(fromClient, last+"\n"); err != nil {
			t.Fatal(err)
		}
	}
	_, _ = toClient.CloseWithError(io.ErrClosedPipe), fromClient.CloseWithError(io.ErrUnexpectedEOF)
	<-served
}

// A thousand connections that end badly, in each way, leave nothing behind. What
// goes on after its client went away, as the older revisions want it, ends with its
// function; a session that nobody ended, with its time.
//
// catalogue: H6
func TestThousandConnectionsThatEndBadly(t *testing.T) {
	for name, life := range lives() {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				h := newHeld(t, mcprt.WithListChanged(), mcprt.WithShutdownGrace(0))
				handler, err := h.srv.HTTPHandler(byUser, mcprt.WithSessions(time.Minute))
				if err != nil {
					t.Fatal(err)
				}
				ctx, stop := context.WithCancel(t.Context())
				p := &peer{held: h, conns: make(chan net.Conn), handler: handler}
				server, served := &http.Server{Handler: handler}, make(chan error, 1)
				go func() { served <- server.Serve(single{p.conns, ctx}) }()
				synctest.Wait()
				before := goroutines()
				for range 1000 / thinned {
					life(t, p)
				}
				close(h.leave)
				time.Sleep(2 * time.Minute)
				synctest.Wait()
				if got := goroutines(); got > before+5 {
					t.Errorf("%d goroutines, then %d", before, got)
				}
				stop()
				<-served
				_ = server.Close()
				_ = h.srv.Shutdown(context.WithoutCancel(t.Context()))
			})
		})
	}
}
