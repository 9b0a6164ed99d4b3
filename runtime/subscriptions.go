package runtime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// filter is what a client wants to be told, or is.
type filter mcp.NotificationSubscriptions

// everything is what a session of an older revision is told of listings.
var everything = filter{ToolsListChanged: true, PromptsListChanged: true, ResourcesListChanged: true}

// lists is in the order of notices.
func (f filter) lists() [len(notices)]bool {
	return [...]bool{f.ToolsListChanged, f.PromptsListChanged, f.ResourcesListChanged}
}

// empty reports whether nothing is told.
func (f filter) empty() bool {
	return f.lists() == [len(notices)]bool{} && len(f.ResourceSubscriptions) == 0
}

// agreed is what the server tells at all of what is wanted, resources aside.
func (s *Server) agreed(want filter) filter {
	lists := s.changes.tellsLists()
	return filter{
		ToolsListChanged:     lists && want.ToolsListChanged,
		PromptsListChanged:   lists && want.PromptsListChanged,
		ResourcesListChanged: lists && want.ResourcesListChanged && len(s.readables.resources) > 0,
	}
}

// agreedKey carries what is agreed from listen to the acknowledgement of the same
// request: the SDK offers no parameter between the two.
type agreedKey struct{}

// sending is the outermost sending middleware. It keeps the way to send to one
// session: the SDK's own broadcast tells all of them, one after the other.
func (a *adapter) sending(next mcp.MethodHandler) mcp.MethodHandler {
	a.send = next
	return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
		agreed, ours := ctx.Value(agreedKey{}).(filter)
		if params, ok := req.GetParams().(*mcp.SubscriptionsAcknowledgedParams); ok && ours && params != nil {
			params.Notifications = mcp.NotificationSubscriptions(agreed)
		}
		return next(ctx, method, req)
	}
}

// notify sends one notification to one session.
func (a adapter) notify(ctx context.Context, session *mcp.ServerSession, method string, params mcp.Params) error {
	_, err := a.send(ctx, method, &mcp.ServerRequest[mcp.Params]{Session: session, Params: params})
	return err
}

// listen answers subscriptions/listen. The SDK acknowledges and shapes the answer,
// and is asked for nothing: what it would subscribe to it would tell without
// knowing of callers, one stream of a session only, and any URI. What is agreed
// then only waits, so it ends as soon as the server begins to.
func (a adapter) listen(ctx context.Context, req mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	asked, ok := req.(*mcp.SubscriptionsListenRequest)
	if !ok || a.server.changes == nil || asked.Params == nil || asked.Params.Notifications == nil {
		return next(ctx, methodListen, req)
	}
	w, agreed, refused := a.watchStream(ctx, asked)
	if refused != nil {
		return nil, refused
	}
	if w != nil {
		defer a.server.changes.remove(w)
	}
	result, err := next(context.WithValue(ctx, agreedKey{}, agreed), methodListen, &mcp.SubscriptionsListenRequest{
		Session: asked.Session, Extra: asked.Extra,
		Params: &mcp.SubscriptionsListenParams{Meta: asked.Params.Meta, Notifications: &mcp.NotificationSubscriptions{}},
	})
	if err != nil || w == nil {
		return result, err
	}
	ctx, release := bound(ctx, a.front.closing())
	defer release()
	a.attach(ctx, w, result)
	<-ctx.Done()
	return result, nil
}

// attach lets an acknowledged stream be written to, each message with the id that
// the client knows the stream by.
func (a adapter) attach(ctx context.Context, w *watch, result mcp.Result) {
	id := result.GetMeta()[mcp.MetaKeySubscriptionID]
	w.send = func(method string, params mcp.Params) error {
		params.SetMeta(map[string]any{mcp.MetaKeySubscriptionID: id})
		return a.notify(ctx, w.session, method, params)
	}
	a.server.changes.start(w)
}

// watchStream decides what one subscriptions/listen is told, which for nobody is
// nothing. The watch is nil if nothing is told.
func (a adapter) watchStream(ctx context.Context, asked *mcp.SubscriptionsListenRequest) (*watch, filter, *jsonrpc.Error) {
	caller := a.front.caller(asked)
	if caller == nil {
		return nil, filter{}, nil
	}
	want := filter(*asked.Params.Notifications)
	agreed := a.server.agreed(want)
	readable, refused := a.server.readable(ctx, caller, want.ResourceSubscriptions)
	if refused != nil {
		return nil, filter{}, refused
	}
	if agreed.empty() && len(readable) == 0 {
		return nil, filter{}, nil
	}
	w := &watch{session: asked.Session, caller: caller, listens: true, wants: agreed.lists()}
	taken, ok := a.server.changes.enter(w, readable)
	agreed.ResourceSubscriptions = taken
	if !ok || agreed.empty() {
		a.server.changes.remove(w)
		return nil, filter{}, internalFailure(textTooMany)
	}
	a.server.meet(ctx, w)
	return w, agreed, nil
}

// readable returns those of uris that caller may read: what is hidden is left out
// like what is absent. The policy is asked once for any number of them.
func (s *Server) readable(ctx context.Context, caller *Caller, uris []string) ([]string, *jsonrpc.Error) {
	if len(uris) == 0 || !s.subscribable() {
		return nil, nil
	}
	grant, refused := s.admit(ctx, caller, resourceSubject(uris[0]))
	if refused != nil {
		return nil, refused
	}
	var readable []string
	for _, uri := range uris[:min(len(uris), maxURIs)] {
		if len(uri) > maxURI {
			continue
		}
		if found, _ := s.readables.find(grant, uri); found != nil {
			readable = adding(readable, uri)
		}
	}
	return readable, nil
}
