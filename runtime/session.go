package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

const (
	sessionHeader   = "Mcp-Session-Id"
	revisionHeader  = "Mcp-Protocol-Version"
	methodInit      = "initialize"
	textNoSession   = "session not found" // as the SDK says of one that has expired
	defaultIdle     = 30 * time.Minute
	maxSessions     = 10_000
	sessionsToClose = time.Second // what closing them all may take
)

// errForeignSession is for log and events; its caller reads what a session that
// has expired is answered with (contract: R-2).
var errForeignSession = errors.New("MCP session is bound to a different identity; start a new session")

// HTTPOption configures [Server.HTTPHandler].
type HTTPOption interface{ applyHTTP(*httpOptions) }

type httpOptions struct {
	sessions bool
	idle     time.Duration
}

type httpOptionFunc func(*httpOptions)

func (f httpOptionFunc) applyHTTP(o *httpOptions) { f(o) }

// WithSessions serves clients of the protocol's older revisions in sessions,
// which end after idle without a request; 0 is 30 minutes, and a negative
// duration is an error of HTTPHandler. The newest revision has none.
//
// A session belongs to the caller, and its client, that began it, for good.
// Everybody else is answered like somebody whose session has expired. It grants
// nothing: who calls is found out on every request. At most 10,000 sessions are
// open at once; one more is answered 503.
func WithSessions(idle time.Duration) HTTPOption {
	return httpOptionFunc(func(o *httpOptions) {
		o.sessions, o.idle = true, idle
		if idle == 0 {
			o.idle = defaultIdle
		}
	})
}

func newHTTPOptions(opts []HTTPOption) (httpOptions, error) {
	var set httpOptions
	for _, opt := range opts {
		if opt == nil {
			return set, errNilOption
		}
		opt.applyHTTP(&set)
	}
	if set.idle < 0 {
		return set, fmt.Errorf("idle time of sessions %s is negative", set.idle)
	}
	return set, nil
}

// sessions are those of one HTTP handler.
type sessions struct {
	sdk       *mcp.Server
	transport http.Handler
	most      int

	mu     sync.Mutex
	owners map[string]owner // by session id
}

// owner is whom a session belongs to.
type owner struct {
	somebody   bool
	id, client string
}

func ownerOf(caller *Caller) owner {
	if caller == nil {
		return owner{}
	}
	return owner{true, caller.ID, caller.Client}
}

func newSessions(sdk *mcp.Server, idle time.Duration, log *slog.Logger) *sessions {
	return &sessions{
		sdk:    sdk,
		most:   maxSessions,
		owners: map[string]owner{},
		transport: mcp.NewStreamableHTTPHandler(
			func(*http.Request) *mcp.Server { return sdk },
			&mcp.StreamableHTTPOptions{
				SessionTimeout:      idle,
				MaxRequestBodyBytes: -1, // bounded by readBody
				Logger:              log,
			}),
	}
}

// stamp notes whose a session is, and reports whether that was not known yet.
func (s *sessions) stamp(id string, caller *Caller) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.owners[id]; taken {
		return false
	}
	s.owners[id] = ownerOf(caller)
	return true
}

// belongs reports whether there is a session of that id, and whether it is
// caller's.
func (s *sessions) belongs(id string, caller *Caller) (known, own bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	o, known := s.owners[id]
	return known, known && o == ownerOf(caller)
}

// full reports whether no session may be added.
func (s *sessions) full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.owners) >= s.most
}

// forget drops a session that has ended.
func (s *sessions) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	delete(s.owners, id)
}

// close ends all sessions. It does not wait for one that cannot end.
func (s *sessions) close(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), sessionsToClose)
	defer cancel()
	var closing sync.WaitGroup
	for session := range s.sdk.Sessions() {
		closing.Go(func() { _ = session.Close() })
	}
	done := make(chan struct{})
	go func() { closing.Wait(); close(done) }()
	select {
	case <-done:
	case <-ctx.Done():
	}
}

// inSession reports whether req belongs to the revisions that have sessions.
func (w *web) inSession(req *http.Request) bool {
	return w.sessions != nil && req.Header.Get(revisionHeader) < revision2026
}

// handler is the SDK's that serves req.
func (w *web) handler(req *http.Request) http.Handler {
	if w.inSession(req) {
		return w.sessions.transport
	}
	return w.transport
}

// admit is step 2, for every method: it answers a request for a session that is
// not the caller's, or a new one that there is no room for, and reports whether
// it did. A session that ended and one that never was are answered in the same
// way (contract: V-4).
func (w *web) admit(rw http.ResponseWriter, req *http.Request, caller *Caller) bool {
	if !w.inSession(req) {
		return true
	}
	id := req.Header.Get(sessionHeader)
	if id == "" {
		if w.sessions.full() {
			refuse(rw, http.StatusServiceUnavailable)
			return false
		}
		return true
	}
	known, own := w.sessions.belongs(id, caller)
	if own {
		return true
	}
	var body []byte
	if req.Method == http.MethodPost {
		body, _ = readBody(rw, req)
	}
	if known {
		w.tellForeign(req.Context(), body, caller)
	}
	http.Error(rw, textNoSession, http.StatusNotFound)
	return false
}

// tellForeign records that somebody used another one's session: once in the log,
// and as a refusal of every call that was to be made in it (contract: ).
func (w *web) tellForeign(ctx context.Context, body []byte, caller *Caller) {
	s := w.server
	s.log.LogAttrs(ctx, slog.LevelWarn, errForeignSession.Error(), slog.String("caller", ownerOf(caller).id))
	if len(s.on.sinks) == 0 {
		return
	}
	messages, _ := w.intake.reader.Split(body)
	for _, message := range messages {
		m, err := w.intake.reader.Read(message)
		if err != nil || !m.Method.Is(methodCallTool) {
			continue
		}
		name, _ := m.ToolName()
		c := s.subjectOf(unresolved(name), m.Arguments.Raw, requestID(m.ID))
		s.newLifecycle().send(context.WithoutCancel(ctx), event.Failed{
			Tool: c.tool, Arguments: c.args, RequestID: c.id,
			Reason: event.ReasonAccessDenied, Exception: errForeignSession,
		})
	}
}

// began implements front.
func (w *web) began(req mcp.Request) {
	session, ok := req.GetSession().(*mcp.ServerSession)
	if w.sessions == nil || !ok || session.ID() == "" || !w.sessions.stamp(session.ID(), w.caller(req)) {
		return
	}
	go func() {
		_ = session.Wait() // whyever it ends
		w.sessions.forget(session.ID())
	}()
}

// began implements front: the whole line is one caller's.
func (*line) began(mcp.Request) {}

// lasts implements front: without an id a session ends with its request.
func (w *web) lasts(session *mcp.ServerSession) bool { return session.ID() != "" }

// lasts implements front.
func (*line) lasts(*mcp.ServerSession) bool { return true }
