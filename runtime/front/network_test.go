package front_test

import (
	"bufio"
	"context"
	"io"
	"net"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// listenAndServe serves a port of this machine until the test ends.
func listenAndServe(t *testing.T, opts ...front.Option) (address string) {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	f := newFront(t, append([]front.Option{byUser()}, opts...)...)
	go func() { ended <- f.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

func dial(t *testing.T, address string) net.Conn {
	t.Helper()
	conn, err := net.Dial("tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = conn.Close() })
	if err := conn.SetDeadline(time.Now().Add(time.Minute)); err != nil {
		t.Fatal(err)
	}
	return conn
}

// A client that sends its header byte by byte is cut off.
//
// catalogue: X9
func TestSlowlorisOverTCP(t *testing.T) {
	conn := dial(t, listenAndServe(t, front.WithTimeouts(front.Timeouts{ReadHeader: 50 * time.Millisecond})))
	if _, err := io.WriteString(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nX-Slow: "); err != nil {
		t.Fatal(err)
	}
	if _, err := io.ReadAll(conn); err != nil {
		t.Errorf("the connection did not end in order: %v", err)
	}
}

// catalogue: X9, H1
func TestHeadersOverTCP(t *testing.T) {
	address := listenAndServe(t)
	tests := map[string]struct {
		header string
		want   int
	}{
		"small":        {"Host: localhost\r\n", 404},
		"a megabyte":   {"Host: localhost\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n", 431},
		"over 64 KiB":  {"Host: localhost\r\nX: " + strings.Repeat("x", 64<<10) + "\r\n", 431},
		"foreign host": {"Host: evil.example\r\n", 403},
		"two hosts":    {"Host: localhost\r\nHost: evil.example\r\n", 400},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			conn := dial(t, address)
			go func() { _, _ = io.WriteString(conn, "GET / HTTP/1.1\r\n"+test.header+"Connection: close\r\n\r\n") }()
			response, err := http.ReadResponse(bufio.NewReader(conn), nil)
			if err != nil {
				t.Fatal(err)
			}
			_ = response.Body.Close()
			if response.StatusCode != test.want {
				t.Errorf("status %d, want %d", response.StatusCode, test.want)
			}
		})
	}
}
