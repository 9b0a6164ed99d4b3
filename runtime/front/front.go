package front

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"runtime/debug"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/paced"
)

const (
	healthPath = "/healthz"
	readyPath  = "/readyz"
)

var (
	errNoServer   = errors.New("server is nil")
	errIdentifier = errors.New("identification panicked")
)

// Front is the HTTP side of a server. It is made by [New], serves any number of
// requests and listeners at once, and ends once, with [Front.Shutdown] or the
// context of [Front.Serve].
type Front struct {
	server   *mcprt.Server
	inner    http.Handler // the server's own
	identify mcprt.Identify
	metadata *auth.Metadata // nil: there is none

	path     string
	body     int64
	header   int
	hosts    hosts
	origins  origins
	rate     *pace // nil: no bound
	crowd    *crowd
	timeouts Timeouts
	log      *slog.Logger

	closing context.Context // ends when the shutdown begins
	close   context.CancelFunc
}

// New returns a front of the server. It fails closed: all that is wrong with the
// options, or missing, is returned joined.
func New(srv *mcprt.Server, opts ...Option) (*Front, error) {
	set, err := newOptions(opts)
	if srv == nil {
		err = errors.Join(errNoServer, err)
	}
	if err != nil {
		return nil, err
	}
	identify, err := set.identification()
	if err != nil {
		return nil, err
	}
	inner, err := srv.HTTPHandler(identified, set.http...)
	if err != nil {
		return nil, err
	}
	f := &Front{
		server: srv, inner: inner, identify: identify, metadata: set.resource,
		path: set.path, body: set.body, header: set.header, hosts: set.hosts, origins: set.origins,
		rate: set.rate, crowd: newCrowd(set.concurrency), timeouts: set.timeouts, log: set.log,
	}
	f.closing, f.close = context.WithCancel(context.Background())
	return f, nil
}

// ServeHTTP implements [http.Handler].
func (f *Front) ServeHTTP(rw http.ResponseWriter, req *http.Request) {
	defer f.contain(req)
	rw, done := paced.Wrap(rw, f.timeouts.Write)
	defer done()
	if headerSize(req) > f.header {
		refuse(rw, http.StatusRequestHeaderFieldsTooLarge)
		return
	}
	switch req.URL.Path {
	case healthPath, readyPath:
		f.probe(rw, req)
		return
	}
	if !f.hosts.allow(req) || !f.origins.admit(rw, req, f.hosts) {
		refuse(rw, http.StatusForbidden)
		return
	}
	f.route(rw, req)
}

// route serves a request whose host and origin are allowed.
func (f *Front) route(rw http.ResponseWriter, req *http.Request) {
	known := req.URL.Path == f.path || f.metadata != nil && req.URL.Path == f.metadata.Path()
	switch {
	case !known:
		refuse(rw, http.StatusNotFound)
	case isPreflight(req):
		preflight(rw, req)
	case req.URL.Path == f.path:
		f.serve(rw, req)
	default:
		f.metadata.ServeHTTP(rw, req)
	}
}

// serve passes a request on to the server, once it is known who sent it and that it
// is not too much.
func (f *Front) serve(rw http.ResponseWriter, req *http.Request) {
	if auth.InQuery(req) {
		rw.Header().Set("WWW-Authenticate", `Bearer error="invalid_request"`)
		refuse(rw, http.StatusBadRequest)
		return
	}
	who, err := f.ask(req)
	if err != nil {
		f.inner.ServeHTTP(rw, withIdentity(handOn(req), nil, err)) // says why not
		return
	}
	key := keyOf(who, req)
	if wait := f.rate.wait(key); wait > 0 {
		refuseFor(rw, wait)
		return
	}
	leave, ok := f.crowd.enter(key)
	if !ok {
		refuseFor(rw, crowdedWait)
		return
	}
	defer leave()
	body := f.newBody(rw, req)
	defer body.stop()
	req = withoutCredentials(withIdentity(handOn(req), who, nil))
	req.Body = body
	f.inner.ServeHTTP(rw, req)
}

// ask runs identify, which is host code: a panic is an outage.
func (f *Front) ask(req *http.Request) (caller *mcprt.Caller, err error) {
	defer func() {
		if p := recover(); p != nil {
			caller, err = nil, fmt.Errorf("%w: %v", errIdentifier, p)
		}
	}()
	return f.identify(req)
}

// contain logs a panic and ends its connection: nothing else is known to be whole.
func (f *Front) contain(req *http.Request) {
	p := recover()
	if p == nil {
		return
	}
	if p != http.ErrAbortHandler { //nolint:errorlint // a panic's value, never wrapped
		f.log.LogAttrs(req.Context(), slog.LevelError, "handler panicked",
			slog.Any("panic", p), slog.String("stack", string(debug.Stack())))
	}
	panic(http.ErrAbortHandler)
}

// probe answers whether the process lives, and whether it takes requests. Whoever
// probes may know no name of the host, and learns nothing else.
func (f *Front) probe(rw http.ResponseWriter, req *http.Request) {
	switch {
	case req.Method != http.MethodGet && req.Method != http.MethodHead:
		rw.Header().Set("Allow", "GET, HEAD")
		refuse(rw, http.StatusMethodNotAllowed)
	case req.URL.Path == readyPath && f.closing.Err() != nil:
		refuse(rw, http.StatusServiceUnavailable)
	default:
		rw.Header().Set("Cache-Control", "no-store")
		rw.Header().Set("Content-Type", "text/plain; charset=utf-8")
		_, _ = rw.Write([]byte("ok\n")) // the client went away
	}
}

// headerSize is about what the header took to send.
func headerSize(req *http.Request) int {
	size := len(req.Method) + len(req.RequestURI) + len(req.Host)
	for name, values := range req.Header {
		for _, value := range values {
			size += len(name) + len(value) + len(": \r\n")
		}
	}
	return size
}

// refuse answers with the status and its name, nothing else.
func refuse(rw http.ResponseWriter, status int) {
	http.Error(rw, http.StatusText(status), status)
}
