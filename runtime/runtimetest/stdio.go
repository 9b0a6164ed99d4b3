package runtimetest

import (
	"bytes"
	"io"
	"strings"
	"sync"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// handshake is what a client of the older era sends first.
const handshake = `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`

// Stdio sends one request over a pair of pipes, ends the input, and returns
// all bytes the server wrote but the answer to the handshake, which the request
// waits for as that of any client does.
func Stdio(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, revision, request string) []byte {
	t.Helper()
	out := &output{greeted: make(chan struct{})}
	var input io.Reader = strings.NewReader(request + "\n")
	if revision < "2026-07-28" {
		hello := strings.Replace(handshake, "2025-11-25", revision, 1)
		input = io.MultiReader(strings.NewReader(hello), &gate{Reader: input, open: out.greeted})
	}
	if err := srv.ServeIO(t.Context(), caller, &source{input, out}, out); err != nil {
		t.Fatalf("serve: %v", err)
	}
	answer := out.Bytes()
	if revision < "2026-07-28" {
		_, answer, _ = bytes.Cut(answer, []byte("\n"))
	}
	return answer
}

// output is a buffer that tells when there is something in it.
type output struct {
	bytes.Buffer
	once    sync.Once
	greeted chan struct{} // closed with the first message, or at the end
}

// Write writes one message.
func (o *output) Write(p []byte) (int, error) {
	defer o.once.Do(func() { close(o.greeted) })
	return o.Buffer.Write(p)
}

// Close ends nothing but the waiting for the first message.
func (o *output) Close() error {
	o.once.Do(func() { close(o.greeted) })
	return nil
}

// gate is a reader that waits until it is open.
type gate struct {
	io.Reader
	open <-chan struct{}
}

// Read reads when the gate is open.
func (g *gate) Read(p []byte) (int, error) {
	<-g.open
	return g.Reader.Read(p)
}

// source is an input that waits for nothing when it is closed.
type source struct {
	io.Reader
	out *output
}

// Close opens the gate.
func (s *source) Close() error { return s.out.Close() }
