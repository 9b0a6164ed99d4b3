package runtime

import (
	"context"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// lanePeer is the client behind a call on the lane. It can be asked, by an
// interceptor, but not told of progress: the functions that tell of it have their
// calls carried by the SDK.
type lanePeer struct {
	modern  bool
	able    envelope.Value     // of the newest revision
	session *mcp.ServerSession // of older ones; nil where nothing outlives the request
}

func (p lanePeer) capabilities() *mcp.ClientCapabilities {
	if !p.modern {
		return p.declared()
	}
	var able struct {
		mcp.ClientCapabilities
		Roots *mcp.RootCapabilities `json:"roots"` // absent is not empty here
	}
	_ = json.Unmarshal(p.able.Raw, &able) // it was checked
	able.RootsV2 = able.Roots
	return &able.ClientCapabilities
}

// declared is what a client said when its session began.
func (p lanePeer) declared() *mcp.ClientCapabilities {
	if p.session == nil {
		return nil
	}
	if params := p.session.InitializeParams(); params != nil {
		return params.Capabilities
	}
	return nil
}

func (p lanePeer) asksInResults() bool { return p.modern }

func (p lanePeer) ask(ctx context.Context, request mcp.InputRequest) (mcp.InputResponse, error) {
	if p.session == nil {
		return nil, errNoSession
	}
	return askSession(ctx, p.session, request)
}

func (lanePeer) progress(context.Context, *mcp.ProgressNotificationParams) error {
	return errNotInteractive
}

func (lanePeer) log(context.Context, *mcp.LoggingMessageParams) error { return errNotInteractive }

var errNoSession = errors.New("client has no session to be asked in")

// errNotInteractive is what a function of a row gets that says it does not talk.
var errNotInteractive = errors.New("row is not Interactive: nothing can be sent while its calls run")
