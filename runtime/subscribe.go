package runtime

import (
	"context"
	"net/http"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	methodInitialized = "notifications/initialized"
	methodSubscribe   = "resources/subscribe"
	methodUnsubscribe = "resources/unsubscribe"
	methodPing        = "ping"

	textTooMany = "Error: Too many subscriptions."
)

// tellsLists and tellsUpdates report what is told; of a nil c nothing is.
func (c *changes) tellsLists() bool   { return c != nil && c.lists }
func (c *changes) tellsUpdates() bool { return c != nil && c.read }

// listed notes that the client of a session has read one listing.
func listed[T any](s *Server, session mcp.Session, list int, l listing[T]) {
	one, ok := session.(*mcp.ServerSession)
	if !ok || one == nil || l.caller == nil || !s.changes.tellsLists() {
		return
	}
	s.changes.listed(one, l.caller, list, digest(l.visible, l.name))
}

// begin answers initialize. A session that can be written to later is watched
// from here on; one that cannot is not promised anything.
func (a adapter) begin(ctx context.Context, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	session, ok := req.GetSession().(*mcp.ServerSession)
	c := a.server.changes
	if !ok || c == nil {
		return next(ctx, methodInit, req)
	}
	if !a.front.lasts(session) {
		result, err := next(ctx, methodInit, req)
		promiseNothing(result)
		return result, err
	}
	c.mu.Lock()
	known := c.whole(session) != nil
	c.mu.Unlock()
	if caller := a.front.caller(req); caller != nil && !known {
		a.watchSession(ctx, session, caller)
	}
	return next(ctx, methodInit, req)
}

// watchSession watches a session until it ends. Where there is no room for it,
// its client is told of nothing.
func (a adapter) watchSession(ctx context.Context, session *mcp.ServerSession, caller *Caller) {
	c := a.server.changes
	w := &watch{session: session, caller: caller, wants: a.server.agreed(everything).lists()}
	w.send = func(method string, params mcp.Params) error {
		return a.notify(context.Background(), session, method, params)
	}
	if _, ok := c.enter(w, nil); !ok {
		return
	}
	go func() {
		_ = session.Wait() // whyever it ends
		c.remove(w)
	}()
	a.server.meet(ctx, w)
}

// meet finds out what the client of w begins with. Changes are told of from
// before it on, so that none is missed.
func (s *Server) meet(ctx context.Context, w *watch) {
	if s.changes.lists {
		now := s.look(context.WithoutCancel(ctx), w.caller)
		s.changes.mu.Lock()
		defer s.changes.mu.Unlock()
		if !w.known {
			w.saw(now)
		}
	}
}

// promiseNothing takes the notifications out of what an answer declares.
func promiseNothing(result mcp.Result) {
	answer, ok := result.(*mcp.InitializeResult)
	if !ok || answer == nil || answer.Capabilities == nil {
		return
	}
	c := answer.Capabilities // the SDK made it for this answer
	if c.Tools != nil {
		c.Tools.ListChanged = false
	}
	if c.Prompts != nil {
		c.Prompts.ListChanged = false
	}
	if c.Resources != nil {
		c.Resources.ListChanged, c.Resources.Subscribe = false, false
	}
}

// began is notifications/initialized, before which nothing may be told.
func (a adapter) began(ctx context.Context, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	result, err := next(ctx, methodInitialized, req)
	if w := a.watched(req); w != nil {
		a.server.changes.start(w)
	}
	return result, err
}

// watched returns the watch of the session of req; nil is none.
func (a adapter) watched(req mcp.Request) *watch {
	c := a.server.changes
	session, ok := req.GetSession().(*mcp.ServerSession)
	if c == nil || !ok {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.whole(session)
}

// subscription answers resources/subscribe and resources/unsubscribe. The SDK's
// own would keep every URI for good and tell whoever subscribed.
func (a adapter) subscription(ctx context.Context, method string, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	session, ok := req.GetSession().(*mcp.ServerSession)
	if !ok || !a.server.subscribable() || !a.front.lasts(session) {
		return next(ctx, method, req) // which says that there is no such method
	}
	var refused *jsonrpc.Error
	switch params := req.GetParams().(type) {
	case *mcp.SubscribeParams:
		refused = a.subscribe(ctx, req, params)
	case *mcp.UnsubscribeParams:
		a.unsubscribe(req, params)
	}
	if refused != nil {
		return nil, refused
	}
	// The result of a ping is the only way to the SDK's empty result.
	return next(ctx, methodPing, &mcp.ServerRequest[*mcp.PingParams]{Session: session, Params: &mcp.PingParams{}})
}

// subscribable reports whether there is something to subscribe to.
func (s *Server) subscribable() bool {
	return s.changes.tellsUpdates() && len(s.readables.resources) > 0
}

// subscribe refuses what is hidden like what is absent, and as reading it does.
func (a adapter) subscribe(ctx context.Context, req mcp.Request, params *mcp.SubscribeParams) *jsonrpc.Error {
	if params == nil {
		return unknownResource("")
	}
	about := resourceSubject(params.URI)
	grant, refused := a.server.admit(ctx, a.front.caller(req), about)
	if refused != nil {
		return refused
	}
	if found, _ := a.server.readables.find(grant, params.URI); found == nil || len(params.URI) > maxURI {
		return about.unknown
	}
	w, c := a.watched(req), a.server.changes
	c.mu.Lock()
	defer c.mu.Unlock()
	if w == nil || !c.subscribe(w, params.URI) {
		return internalFailure(textTooMany)
	}
	return nil
}

// unsubscribe says the same of every URI, so it tells nothing of any.
func (a adapter) unsubscribe(req mcp.Request, params *mcp.UnsubscribeParams) {
	w, c := a.watched(req), a.server.changes
	if w == nil || params == nil {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.unsubscribe(w, params.URI)
}

// opening is the writer of a stream that a client opens to be told things on.
// Once it is there, its session is told what it missed.
func (w *web) opening(rw http.ResponseWriter, req *http.Request) http.ResponseWriter {
	c := w.server.changes
	if c == nil || req.Method != http.MethodGet || !w.inSession(req) {
		return rw
	}
	id := req.Header.Get(sessionHeader)
	return opened{rw, sync.OnceFunc(func() { c.reached(id) })}
}

// opened reports the first write. The SDK makes it while it still holds the
// stream, so that what is told then comes after it.
type opened struct {
	http.ResponseWriter
	report func()
}

func (o opened) Write(p []byte) (int, error) {
	n, err := o.ResponseWriter.Write(p)
	o.report()
	return n, err
}

// Unwrap lets [http.ResponseController] flush what is behind.
func (o opened) Unwrap() http.ResponseWriter { return o.ResponseWriter }
