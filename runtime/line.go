package runtime

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// settle is how long a connection may take to write the answers of calls that
// were cut off; they are there at once, and only a reader that stalls is late.
const settle = time.Second

// line is the front of one pair of streams. All its calls are one caller's.
type line struct {
	who     *Caller
	tracker *tracker
	wire    *wire
}

func (l *line) caller(mcp.Request) *Caller            { return l.who }
func (l *line) sent(req mcp.Request) (sentCall, bool) { return l.wire.intake.take(req) }

func (l *line) aborted() context.Context { return l.tracker.aborted }
func (l *line) closing() context.Context { return l.tracker.closing }

// serve waits for the end of the input, of ctx, or of the connection itself,
// whichever is first, and ends the connection in order.
func (l *line) serve(ctx context.Context, session *mcp.ServerSession, grace time.Duration) error {
	limit, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	over := make(chan error, 1)
	go func() {
		over <- session.Wait()
		cancel() // what nobody can answer any more is not waited for
	}()
	var cause error
	select {
	case err := <-over: // a message that is none, or a reader that went away
		l.tracker.abort()
		return err
	case cause = <-l.wire.ended:
		if l.wire.isClosed() { // by the connection, which tells why
			l.tracker.abort()
			return <-over
		}
	case <-ctx.Done():
	}
	limit, stop := context.WithTimeout(limit, grace+settle)
	defer stop()
	_ = l.tracker.shutdown(limit, grace) // calls cut off are answered and logged each
	err := session.Close()
	if itself := <-over; !l.wire.unread.Load() { // else a client went away that had ended its input: nothing is wrong
		err = cmp.Or(itself, err)
	}
	return errors.Join(cause, err)
}
