package runtime

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sessions are those of one HTTP handler. Their expiry is kept here and not by
// the SDK, which does not learn of the calls that are answered without it.
type sessions struct {
	sdk       *mcp.Server
	transport http.Handler
	idle      time.Duration
	most      int

	mu   sync.Mutex
	open map[string]*session // by id
}

// session is one that is open.
type session struct {
	owner  owner
	sdk    *mcp.ServerSession
	flying *inFlight

	posts  int // in progress; guarded by the table
	expiry *time.Timer
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
		sdk:  sdk,
		idle: idle,
		most: maxSessions,
		open: map[string]*session{},
		transport: mcp.NewStreamableHTTPHandler(
			func(*http.Request) *mcp.Server { return sdk },
			&mcp.StreamableHTTPOptions{
				MaxRequestBodyBytes:        -1,   // bounded by readBody
				DisableLocalhostProtection: true, // isRebound
				Logger:                     log,
			}),
	}
}

// begin notes whose a session is, and reports whether that was not known yet.
func (s *sessions) begin(sdk *mcp.ServerSession, caller *Caller) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if _, taken := s.open[sdk.ID()]; taken {
		return false
	}
	s.open[sdk.ID()] = &session{
		owner:  ownerOf(caller),
		sdk:    sdk,
		flying: newInFlight(),
		expiry: time.AfterFunc(s.idle, func() { _ = sdk.Close() }),
	}
	return true
}

// find returns the session of that id, nil if there is none, and whether it is
// caller's.
func (s *sessions) find(id string, caller *Caller) (found *session, own bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	found = s.open[id]
	return found, found != nil && found.owner == ownerOf(caller)
}

// use keeps a session from expiring until release is called.
func (s *sessions) use(one *session) (release func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one.posts++
	one.expiry.Stop()
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		if one.posts--; one.posts == 0 && s.open[one.sdk.ID()] == one {
			one.expiry.Reset(s.idle)
		}
	}
}

// full reports whether no session may be added.
func (s *sessions) full() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open) >= s.most
}

// forget drops a session that has ended.
func (s *sessions) forget(id string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if one, known := s.open[id]; known {
		one.expiry.Stop()
		delete(s.open, id)
	}
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
