package front

import (
	"context"
	"errors"
	"log"
	"log/slog"
	"net"
	"net/http"
	"time"
)

// drainTimeout is what connections have to end once their calls have ended; then
// they are closed.
const drainTimeout = 5 * time.Second

var errClosed = errors.New("front is shut down")

// ListenAndServe listens on a TCP address, such as 127.0.0.1:8080, and serves it:
// see [Front.Serve].
func (f *Front) ListenAndServe(ctx context.Context, address string) error {
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", address)
	if err != nil {
		return err
	}
	return f.Serve(ctx, listener)
}

// Serve serves the listener until ctx ends, and closes it. Then /readyz turns 503,
// no connection is accepted any more, calls in flight get the grace of
// [mcprt.WithShutdownGrace], streams that only wait end at once, and connections
// that are still open five seconds after the grace are closed. Serve returns after
// all of that, at the latest: nil if every call ended by itself, an error if some
// were cut off.
//
// The end of ctx is for the first signal; [signal.NotifyContext] makes one of it.
// To end at once with a second signal is up to the host, which stops notifying then.
func (f *Front) Serve(ctx context.Context, listener net.Listener) error {
	if f.closing.Err() != nil {
		return errors.Join(errClosed, listener.Close())
	}
	web := f.newServer()
	done := make(chan error, 1)
	go func() { done <- web.Serve(listener) }()
	select {
	case err := <-done: // the listener is broken
		return errors.Join(err, web.Close())
	case <-ctx.Done():
	}
	err := f.drain(context.WithoutCancel(ctx), web)
	<-done // says that it was shut down
	return err
}

// newServer is the net/http server of one listener.
func (f *Front) newServer() *http.Server {
	return &http.Server{
		Handler:           f,
		ReadHeaderTimeout: f.timeouts.ReadHeader,
		ReadTimeout:       f.timeouts.Read,
		IdleTimeout:       f.timeouts.Idle,
		MaxHeaderBytes:    f.header,
		ErrorLog:          f.errorLog(),
	}
}

// errorLog takes what net/http says of connections: clients cause all of it.
func (f *Front) errorLog() *log.Logger { return slog.NewLogLogger(f.log.Handler(), slog.LevelDebug) }

// Shutdown ends the front for a host that has mounted it in an [http.Server] of its
// own: /readyz turns 503, and calls and streams end as [mcprt.Server.Shutdown] says.
// The host shuts its server down after it.
func (f *Front) Shutdown(ctx context.Context) error {
	f.close()
	return f.server.Shutdown(ctx)
}

// drain ends what is in flight and then the connections.
func (f *Front) drain(ctx context.Context, web *http.Server) error {
	ctx, cancel := context.WithTimeout(ctx, f.server.ShutdownGrace()+drainTimeout)
	defer cancel()
	f.close()
	accepted := make(chan error, 1)
	go func() { accepted <- web.Shutdown(ctx) }() // no more connections, and idle ones go
	err := f.server.Shutdown(ctx)
	if <-accepted != nil {
		_ = web.Close() // they had their time; the calls have ended
	}
	return err
}
