package front_test

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

func setBody(req *http.Request, body string) {
	req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
}

// pipes is a listener in memory, so that tests have their own time.
type pipes struct {
	dialled chan net.Conn
	closed  chan struct{}
	once    sync.Once
}

func newPipes() *pipes { return &pipes{dialled: make(chan net.Conn), closed: make(chan struct{})} }

func (p *pipes) Accept() (net.Conn, error) {
	select {
	case conn := <-p.dialled:
		return conn, nil
	case <-p.closed:
		return nil, net.ErrClosed
	}
}

func (p *pipes) Close() error { p.once.Do(func() { close(p.closed) }); return nil }

func (*pipes) Addr() net.Addr { return &net.UnixAddr{Name: "pipe", Net: "unix"} }

// dial connects, or fails if nobody accepts any more.
func (p *pipes) dial() (net.Conn, error) {
	client, server := net.Pipe()
	select {
	case p.dialled <- server:
		return client, nil
	case <-p.closed:
		return nil, errors.New("connection refused")
	}
}

// serving is a front that serves.
type serving struct {
	*tools
	listener *pipes
	stop     context.CancelFunc
	ended    chan error
}

func serve(t *testing.T, opts ...front.Option) *serving {
	t.Helper()
	s := &serving{tools: newTools(), listener: newPipes(), ended: make(chan error, 1)}
	srv := s.server(t, mcprt.WithShutdownGrace(time.Minute))
	f := frontOf(t, srv, append([]front.Option{byUser()}, opts...)...)
	ctx, stop := context.WithCancel(t.Context())
	s.stop = stop
	go func() { s.ended <- f.Serve(ctx, s.listener) }()
	return s
}

// client is one connection.
type client struct {
	net.Conn
	in *bufio.Reader
}

func (s *serving) connect(t *testing.T) *client {
	t.Helper()
	conn, err := s.listener.dial()
	if err != nil {
		t.Fatal(err)
	}
	return &client{conn, bufio.NewReader(conn)}
}

func (c *client) send(t *testing.T, req *http.Request) {
	t.Helper()
	if err := req.Write(c); err != nil {
		t.Fatal(err)
	}
}

func (c *client) receive(t *testing.T) *http.Response {
	t.Helper()
	response, err := http.ReadResponse(c.in, nil)
	if err != nil {
		t.Fatal(err)
	}
	return response
}

// rest reads a body to its end.
func rest(t *testing.T, response *http.Response) string {
	t.Helper()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Errorf("body: %v", err)
	}
	return string(body)
}

func probe(t *testing.T, path string) *http.Request {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "http://x"+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	return req
}

// A call in flight ends, a stream that waits is ended, a request that is only half
// there holds nothing up, and nobody gets in any more.
//
// catalogue: H7
func TestServeEndsInOrder(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t, front.WithSessions(0))
		calling, listening, idle, half := s.connect(t), s.connect(t), s.connect(t), s.connect(t)
		defer func() { _ = half.Close() }()
		calling.send(t, call(t, "wait", "X-User", "ada"))
		listening.send(t, initialize(t, "ada"))
		session := listening.receive(t)
		rest(t, session)
		listening.send(t, stream(t, "ada", session.Header.Get("Mcp-Session-Id")))
		waiting := listening.receive(t)
		if waiting.StatusCode != http.StatusOK {
			t.Fatalf("stream: status %d", waiting.StatusCode)
		}
		idle.send(t, probe(t, "/readyz"))
		if got := idle.receive(t); got.StatusCode != http.StatusOK || rest(t, got) != "ok\n" {
			t.Errorf("ready: status %d", got.StatusCode)
		}
		fmt.Fprint(half, "POST /mcp HTTP/1.1\r\nHost: x\r\nX-User: ada\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{")
		synctest.Wait()

		began := time.Now()
		s.stop()
		synctest.Wait()
		if _, err := s.listener.dial(); err == nil {
			t.Error("a connection was accepted after the end")
		}
		if _, err := idle.in.ReadByte(); !errors.Is(err, io.EOF) {
			t.Errorf("idle connection: %v", err)
		}
		rest(t, waiting)
		if waited := time.Since(began); waited != 0 {
			t.Errorf("the stream ended after %s", waited)
		}
		go func() { _, _ = io.Copy(io.Discard, half) }()
		time.Sleep(10 * time.Second)
		close(s.leave)
		if got := rest(t, calling.receive(t)); !strings.Contains(got, `"text":"waited"`) {
			t.Errorf("call in flight: %s", got)
		}
		if err := <-s.ended; err != nil {
			t.Errorf("serve: %v", err)
		}
		if took := time.Since(began); took > 11*time.Second {
			t.Errorf("the end took %s", took)
		}
	})
}

// A call that does not end by itself is cut off after the grace.
func TestServeCutsOffAfterTheGrace(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		calling := s.connect(t)
		calling.send(t, call(t, "wait", "X-User", "ada"))
		<-s.started
		began := time.Now()
		s.stop()
		rest(t, calling.receive(t))
		if err := <-s.ended; err == nil || time.Since(began) > time.Minute+time.Second {
			t.Errorf("serve: %v after %s", err, time.Since(began))
		}
		if err := <-s.tools.ended; !errors.Is(err, context.Canceled) {
			t.Errorf("the function saw %v", err)
		}
	})
}

func TestServeAfterTheEnd(t *testing.T) {
	f := newFront(t, byUser())
	if err := f.Shutdown(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got := do(f, probe(t, "/readyz")); got.Code != http.StatusServiceUnavailable {
		t.Errorf("ready: status %d", got.Code)
	}
	if got := do(f, probe(t, "/healthz")); got.Code != http.StatusOK {
		t.Errorf("alive: status %d", got.Code)
	}
	if got := do(f, call(t, "hello", "X-User", "ada")); got.Code != http.StatusServiceUnavailable {
		t.Errorf("call: status %d", got.Code)
	}
	listener := newPipes()
	if err := f.Serve(t.Context(), listener); err == nil {
		t.Error("no error")
	}
	if _, err := listener.dial(); err == nil {
		t.Error("the listener is still open")
	}
}

func TestServeTellsOfItsListener(t *testing.T) {
	listener := newPipes()
	_ = listener.Close()
	if err := newFront(t, byUser()).Serve(t.Context(), listener); !errors.Is(err, net.ErrClosed) {
		t.Errorf("error %v", err)
	}
	if err := newFront(t, byUser()).ListenAndServe(t.Context(), "192.0.2.1:0"); err == nil {
		t.Error("no error for an address of somebody else")
	}
}

// A long call is not cut off by what bounds the reading of its request.
func TestLongCall(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := serve(t)
		calling := s.connect(t)
		calling.send(t, call(t, "wait", "X-User", "ada"))
		<-s.started
		time.Sleep(time.Hour)
		close(s.leave)
		if got := rest(t, calling.receive(t)); !strings.Contains(got, `"text":"waited"`) {
			t.Errorf("answer %s", got)
		}
		time.Sleep(time.Minute) // less than the idle timeout
		calling.send(t, probe(t, "/healthz"))
		if got := calling.receive(t); got.StatusCode != http.StatusOK {
			t.Errorf("the next request: status %d", got.StatusCode)
		}
		s.stop()
		if err := <-s.ended; err != nil {
			t.Error(err)
		}
	})
}

// catalogue: X9
func TestSlowClients(t *testing.T) {
	timeouts := front.Timeouts{ReadHeader: 5 * time.Second, Read: 30 * time.Second, Idle: 2 * time.Minute, Write: 20 * time.Second}
	tests := map[string]struct {
		sent string
		want time.Duration
	}{
		"nothing":     {"", timeouts.ReadHeader},
		"half a line": {"POST /mc", timeouts.ReadHeader},
		"no end":      {"POST /mcp HTTP/1.1\r\nHost: x\r\nX-User: ada\r\n", timeouts.ReadHeader},
		"no body":     {"POST /mcp HTTP/1.1\r\nHost: x\r\nX-User: ada\r\nContent-Length: 9\r\n\r\n", timeouts.Read},
		"half a body": {"POST /mcp HTTP/1.1\r\nHost: x\r\nX-User: ada\r\nContent-Length: 9\r\n\r\n{", timeouts.Read},
		"idle":        {"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n", timeouts.Idle},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				s := serve(t, front.WithTimeouts(timeouts))
				slow := s.connect(t)
				began := time.Now()
				go func() { _, _ = io.WriteString(slow, test.sent) }()
				_, _ = io.Copy(io.Discard, slow)
				if took := time.Since(began); took < test.want || took > test.want+time.Second {
					t.Errorf("the connection ended after %s, want %s", took, test.want)
				}
				s.stop()
				if err := <-s.ended; err != nil {
					t.Error(err)
				}
			})
		})
	}
}
