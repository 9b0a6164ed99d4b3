package runtime

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// passageOrigin is what the transport knows of a call on the lane.
type passageOrigin struct{ *passage }

func (o passageOrigin) session() string { return o.sessionID }

func (o passageOrigin) client() ClientInfo {
	var info *mcp.Implementation
	if o.modern {
		_ = json.Unmarshal(o.info, &info) // absent, or checked
	} else if params := o.declared(); params != nil {
		info = params.ClientInfo
	}
	if info == nil {
		return ClientInfo{}
	}
	return ClientInfo{info.Name, info.Version}
}

// passagePeer is the client behind a call on the lane. It can be asked, by an
// interceptor, but not told of progress: the functions that tell of it have their
// calls carried by the SDK.
type passagePeer struct{ *passage }

func (p passagePeer) capabilities() *mcp.ClientCapabilities {
	if !p.modern {
		if params := p.declared(); params != nil {
			return params.Capabilities
		}
		return nil
	}
	var able struct {
		mcp.ClientCapabilities
		Roots *mcp.RootCapabilities `json:"roots"` // absent is not empty here
	}
	_ = json.Unmarshal(p.able, &able) // it was checked
	able.RootsV2 = able.Roots
	return &able.ClientCapabilities
}

func (p passagePeer) asksInResults() bool { return p.modern }

func (p passagePeer) ask(ctx context.Context, request mcp.InputRequest) (mcp.InputResponse, error) {
	if p.session == nil {
		return nil, errNoSession
	}
	return askSession(ctx, p.session, request)
}

func (passagePeer) progress(context.Context, *mcp.ProgressNotificationParams) error {
	return errNotInteractive
}

func (passagePeer) log(context.Context, *mcp.LoggingMessageParams) error { return errNotInteractive }

// declared is what the client said when its session began; nil if there is none.
func (p *passage) declared() *mcp.InitializeParams {
	if p.session == nil {
		return nil
	}
	return p.session.InitializeParams()
}

// errNoSession is what a function gets that asks a client of an older revision
// which could not be reached: nothing outlives its request.
var errNoSession = errors.New("request has no session: its client cannot be asked")

// errNotInteractive is what a function of a row gets that says it does not talk.
var errNotInteractive = errors.New("row is not Interactive: nothing can be sent while its calls run")
