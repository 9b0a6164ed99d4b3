package runtime

import (
	"context"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sdkPeer is the client at the other end of an SDK session.
type sdkPeer struct {
	session *mcp.ServerSession
	request declaring
	// values is the context that the SDK gave the request: it names the stream
	// that belongs to it, which a context of the function's own would not.
	values context.Context
}

// declaring is a request of which the SDK knows what its client declared.
type declaring interface {
	ClientCapabilities() *mcp.ClientCapabilities
	ProtocolVersion() string
}

// peerOf returns the client that sent req; nil if nothing can be sent to it.
func peerOf(ctx context.Context, req mcp.Request) peer {
	session, ok := req.GetSession().(*mcp.ServerSession)
	request, declares := req.(declaring)
	if !ok || session == nil || !declares {
		return nil
	}
	return sdkPeer{session, request, ctx}
}

func (p sdkPeer) capabilities() *mcp.ClientCapabilities { return p.request.ClientCapabilities() }

func (p sdkPeer) asksInResults() bool { return p.request.ProtocolVersion() >= revision2026 }

func (p sdkPeer) progress(ctx context.Context, params *mcp.ProgressNotificationParams) error {
	ctx, release := p.within(ctx)
	defer release()
	return p.session.NotifyProgress(ctx, params)
}

func (p sdkPeer) log(ctx context.Context, params *mcp.LoggingMessageParams) error {
	ctx, release := p.within(ctx)
	defer release()
	return p.session.Log(ctx, params)
}

// ask implements peer on the revisions in which a server sends requests.
func (p sdkPeer) ask(ctx context.Context, request mcp.InputRequest) (mcp.InputResponse, error) {
	ctx, release := p.within(ctx)
	defer release()
	return askSession(ctx, p.session, request)
}

func askSession(ctx context.Context, session *mcp.ServerSession, request mcp.InputRequest) (mcp.InputResponse, error) {
	switch request := request.(type) {
	case *mcp.ElicitParams:
		return session.Elicit(ctx, request)
	case *mcp.CreateMessageWithToolsParams:
		return session.CreateMessageWithTools(ctx, request)
	case *mcp.ListRootsParams:
		return session.ListRoots(ctx, request)
	}
	return nil, fmt.Errorf("%w: %T", errNotARequest, request)
}

// within returns the request's own context, which ends when ctx does.
func (p sdkPeer) within(ctx context.Context) (context.Context, func()) {
	joined, cancel := context.WithCancelCause(p.values)
	stop := context.AfterFunc(ctx, func() { cancel(context.Cause(ctx)) })
	return joined, func() { stop(); cancel(nil) }
}
