package runtime

import (
	"context"
	"errors"
	"io"
	"os"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errStdioTaken = errors.New("standard input is served already")

// ServeStdio serves MCP on the process's standard input and output to one
// caller, the process's own; nil is nobody. A caller without an ID is an
// error. It returns nil when the input ends, after the calls in flight have
// been answered, and when ctx is cancelled, which is a graceful end too; see
// [WithShutdownGrace].
//
// Nothing but MCP may appear on standard output, so os.Stdout is standard
// error while ServeStdio serves: what host code prints goes there. It is put
// back at the end, unless a tool function that was cut off still runs.
// Code that kept the old os.Stdout, or writes to descriptor 1, is not caught.
func (s *Server) ServeStdio(ctx context.Context, caller *Caller) error {
	if !s.onStdio.CompareAndSwap(false, true) {
		return errStdioTaken
	}
	defer s.onStdio.Store(false)
	stdout := os.Stdout
	os.Stdout = os.Stderr
	defer func() {
		if s.running.Load() == 0 {
			os.Stdout = stdout
		}
	}()
	return s.ServeIO(ctx, caller, os.Stdin, stayOpen{stdout})
}

// stayOpen is a writer that outlives the connection.
type stayOpen struct{ io.Writer }

func (stayOpen) Close() error { return nil }

// ServeIO is [Server.ServeStdio] on any pair of streams, such as a pipe or a
// socket, one JSON-RPC message a line. Both are closed at the end. Reading
// from in must end when in is closed.
func (s *Server) ServeIO(ctx context.Context, caller *Caller, in io.ReadCloser, out io.WriteCloser) error {
	if err := caller.check(); err != nil {
		return errors.Join(err, in.Close(), out.Close())
	}
	calls := newTracker()
	who := caller.snapshot()
	w := newWire(in, out, calls, &lineLane{server: s, caller: who})
	l := &line{who: who, tracker: calls, wire: w}
	session, err := s.sdkServer(l).Connect(context.WithoutCancel(ctx), &mcp.IOTransport{
		Reader:        wireReader{w, new([]byte)},
		Writer:        wireWriter{w},
		MaxLineLength: maxLine,
	}, nil)
	if err != nil {
		return errors.Join(err, in.Close(), out.Close())
	}
	defer w.mute()
	w.lane.session.Store(session)
	go w.pump()
	return l.serve(ctx, session, s.grace)
}
