package runtime

import (
	"context"
	"crypto/rand"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/paced"
)

const (
	maxBody      = 4 << 20          // bytes of a request's body: more are answered 413
	writeTimeout = 30 * time.Second // for each piece of an answer to be taken
)

// HTTPHandler returns a handler that serves MCP's streamable HTTP transport, on
// whatever path it is mounted, without sessions unless [WithSessions] is given. A request from a foreign
// origin is answered 403, one for another host than a local server's 403 too,
// a body over 4 MiB 413. A client that takes no piece of its answer within 30
// seconds loses its connection. A nil identify is an error.
func (s *Server) HTTPHandler(identify Identify, opts ...HTTPOption) (http.Handler, error) {
	if identify == nil {
		return nil, errNoIdentify
	}
	set, err := newHTTPOptions(opts)
	if err != nil {
		return nil, err
	}
	return http.NewCrossOriginProtection().Handler(s.newWeb(identify, set)), nil
}

func (s *Server) newWeb(identify Identify, set httpOptions) *web {
	w := &web{
		server:    s,
		identify:  identify,
		challenge: set.challenge,
		header:    http.CanonicalHeaderKey("Mcpgen-" + rand.Text()),
		callers:   map[string]*Caller{},
		intake:    newIntake(),
	}
	sdk := s.sdkServer(w)
	log := slog.New(quiet{s.log.Handler()})
	if set.sessions {
		w.sessions = newSessions(sdk, set.idle, log)
		s.keep(w.sessions)
	}
	w.transport = mcp.NewStreamableHTTPHandler(
		func(*http.Request) *mcp.Server { return sdk },
		&mcp.StreamableHTTPOptions{
			Stateless:                    true,
			PropagateRequestCancellation: true, // the specification's; the SDK's default is off
			MaxRequestBodyBytes:          -1,   // bounded by readBody
			DisableLocalhostProtection:   true, // isRebound
			Logger:                       log,
		})
	return w
}

// Shutdown ends the HTTP side of the server: new requests are answered 503,
// the calls in flight get the grace of [WithShutdownGrace], then they are
// cancelled. It returns nil if all calls ended by themselves, and an error if
// some were cut off or ctx ended before that. It leaves listeners to their
// [http.Server], which is shut down after it.
func (s *Server) Shutdown(ctx context.Context) error {
	err := s.web.shutdown(ctx, s.grace)
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, open := range s.sessions {
		open.close(ctx)
	}
	return err
}

// keep notes sessions that have to end with the server.
func (s *Server) keep(open *sessions) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.sessions = append(s.sessions, open)
}

// web is the front of one HTTP handler. It carries the caller past the SDK in
// the request's own header table, under a key that nobody outside knows: in a
// context it could be another request's. The call itself is carried by intake.
type web struct {
	server    *Server
	identify  Identify
	challenge challenge
	transport http.Handler
	header    string    // the key, random per handler
	sessions  *sessions // nil: there are none
	intake    *intake

	mu      sync.Mutex
	callers map[string]*Caller // by token, as long as the request lasts
}

// ServeHTTP identifies the caller and passes the request on.
func (w *web) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	if !w.server.web.enter() {
		refuse(rw, http.StatusServiceUnavailable)
		return
	}
	defer w.server.web.leave()
	rw, done := paced.Wrap(rw, writeTimeout)
	defer done()
	if isRebound(req) {
		refuse(rw, http.StatusForbidden)
		return
	}
	caller, err := w.ask(rw, req)
	if errors.Is(err, ErrUnauthenticated) {
		rw.Header().Set("WWW-Authenticate", w.challenge.unauthenticated(req))
		refuse(rw, http.StatusUnauthorized)
		return
	}
	if err != nil {
		w.server.logFailure(req.Context(), "caller could not be identified", err)
		refuse(rw, http.StatusServiceUnavailable)
		return
	}
	session, ok := w.admit(rw, req, caller)
	if !ok {
		return
	}
	if req.Method == http.MethodPost {
		w.post(rw, arrived{req, caller, session, req.Context()})
		return
	}
	ctx, release := bound(req.Context(), w.closing()) // a stream only waits
	defer release()
	w.handOn(w.opening(rw, req), req.WithContext(ctx), caller)
	if session != nil && req.Method == http.MethodDelete {
		w.sessions.forget(session.sdk.ID())
	}
}

// handOn lets the SDK serve a request.
func (w *web) handOn(rw http.ResponseWriter, req *http.Request, caller *Caller) {
	marked, forget := w.mark(req, caller)
	defer forget()
	rw.Header().Set("X-Accel-Buffering", "no") // a proxy must not hold events back
	w.handler(marked).ServeHTTP(screen{rw, w.intake}, marked)
}

// mark returns req with a token that stands for caller. What came in under the
// same key is dropped; nobody has no token. Credentials end here too: nothing
// behind has a use for them, so nothing can pass them on.
func (w *web) mark(req *http.Request, caller *Caller) (*http.Request, func()) {
	marked := new(*req)
	marked.Header = req.Header.Clone()
	for _, name := range []string{w.header, "Authorization", "Proxy-Authorization", "Cookie"} {
		marked.Header.Del(name)
	}
	if caller == nil {
		return marked, func() {}
	}
	token := rand.Text()
	marked.Header.Set(w.header, token)
	w.mu.Lock()
	w.callers[token] = caller
	w.mu.Unlock()
	return marked, func() {
		w.mu.Lock()
		delete(w.callers, token)
		w.mu.Unlock()
	}
}

// caller implements front: a request without a token of ours is nobody's.
func (w *web) caller(req mcp.Request) *Caller {
	extra := req.GetExtra()
	if extra == nil {
		return nil
	}
	token := extra.Header.Get(w.header)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.callers[token]
}

// sent implements front.
func (w *web) sent(req mcp.Request) (sentCall, bool) { return w.intake.take(req) }

func (w *web) aborted() context.Context { return w.server.web.aborted }
func (w *web) closing() context.Context { return w.server.web.closing }

// isRebound reports whether a request came in on a loopback address for a host
// that is none: a page in a browser made its own name point here (DNS rebinding).
func isRebound(req *http.Request) bool {
	local, ok := req.Context().Value(http.LocalAddrContextKey).(net.Addr)
	return ok && auth.IsLoopback(hostOf(local.String())) && !auth.IsLoopback(hostOf(req.Host))
}

// hostOf is an address without its port and without brackets.
func hostOf(address string) string {
	if host, _, err := net.SplitHostPort(address); err == nil {
		return host
	}
	return strings.Trim(address, "[]")
}

// refuse answers with the status and its name, nothing else.
func refuse(rw http.ResponseWriter, status int) {
	http.Error(rw, http.StatusText(status), status)
}
