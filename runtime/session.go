package runtime

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
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
	sessions  bool
	idle      time.Duration
	challenge challenge
	problems  []error // of options that can tell at once
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
	return set, errors.Join(set.problems...)
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
// it let the request pass, with its session if it has one. A session that ended
// and one that never was are answered in the same way (contract: V-4).
func (w *web) admit(rw http.ResponseWriter, req *http.Request, caller *Caller) (own *session, ok bool) {
	if !w.inSession(req) {
		return nil, true
	}
	id := req.Header.Get(sessionHeader)
	if id == "" {
		if w.sessions.full() {
			refuse(rw, http.StatusServiceUnavailable)
			return nil, false
		}
		return nil, true
	}
	found, isOwn := w.sessions.find(id, caller)
	if isOwn {
		return found, true
	}
	var body []byte
	if req.Method == http.MethodPost {
		body, _ = readBody(rw, req)
	}
	if found != nil {
		w.tellForeign(req.Context(), body, caller)
	}
	http.Error(rw, textNoSession, http.StatusNotFound)
	return nil, false
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
		refused := s.strangerOf(&request{name: name, args: m.Arguments.Raw, sound: m.Sound, id: requestID(m.ID)}).refused(event.ReasonAccessDenied)
		refused.Exception = errForeignSession
		s.send(ctx, refused)
	}
}

// began implements front.
func (w *web) began(req mcp.Request) {
	sdk, ok := req.GetSession().(*mcp.ServerSession)
	if w.sessions == nil || !ok || sdk.ID() == "" || !w.sessions.begin(sdk, w.caller(req)) {
		return
	}
	go func() {
		_ = sdk.Wait() // whyever it ends
		w.sessions.forget(sdk.ID())
	}()
}

// began implements front: the whole line is one caller's.
func (*line) began(mcp.Request) {}

// lasts implements front: without an id a session ends with its request.
func (w *web) lasts(session *mcp.ServerSession) bool { return session.ID() != "" }

// lasts implements front.
func (*line) lasts(*mcp.ServerSession) bool { return true }
