package runtime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// sdkOrigin asks the SDK's request.
type sdkOrigin struct{ req *mcp.CallToolRequest }

func (o sdkOrigin) session() string {
	if o.req.Session == nil {
		return ""
	}
	return o.req.Session.ID()
}

func (o sdkOrigin) client() ClientInfo {
	info := o.req.ClientInfo()
	if info == nil {
		return ClientInfo{}
	}
	return ClientInfo{info.Name, info.Version}
}

// request describes a tools/call to the pipeline, as it was sent.
func (a adapter) request(ctx context.Context, sent sentCall, req mcp.Request) *request {
	r := &request{
		caller:  a.front.caller(req),
		name:    sent.name,
		args:    sent.args,
		sound:   sent.sound,
		meta:    sent.meta,
		id:      sent.id,
		tracker: a.front.inFlight(),
		opening: sent.opening,
	}
	r.opening.peer = peerOf(ctx, req)
	if call, ok := req.(*mcp.CallToolRequest); ok {
		r.origin = sdkOrigin{call}
	}
	return r
}
