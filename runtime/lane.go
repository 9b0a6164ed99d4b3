package runtime

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// The lane answers tools/call and tools/list from the bytes of the message to the
// bytes of the answer. The SDK decodes such a message seven times, encodes its
// answer three times, and tells some of what it must not tell on the way. Which
// message is for the lane follows from its envelope alone and never from the name
// in it; everything else, and what only the SDK can carry, goes to the SDK.

// passage is one message on the lane. For the call in it, it is the origin and the
// peer, see passagepeer.go. It keeps what it needs of the message and not the whole.
type passage struct {
	req    request // of a listing the caller and the id
	rawID  []byte  // as sent
	lists  bool
	cursor string // of a listing
	modern bool   // of the newest revision

	info, able []byte             // what the client says of itself, as sent; nil if absent
	session    *mcp.ServerSession // that the message came in by; nil is none
	sessionID  string             // empty: it has none
}

// newPassage describes a message to the lane, for a transport that mirrors nothing.
func newPassage(m *envelope.Message, caller *Caller, t *tracker) *passage {
	p := &passage{
		rawID: m.ID.Raw, lists: m.Method.Is(methodListTools), cursor: m.Cursor.Text(),
		info: m.Protocol.ClientInfo.Raw, able: m.Protocol.ClientCapabilities.Raw,
	}
	p.req = request{
		caller: caller, name: nameOf(m), id: requestID(m.ID), args: m.Arguments.Raw, sound: m.Sound, meta: m.Meta.Raw,
		tracker: t, origin: passageOrigin{p}, opening: openingOf(m),
	}
	p.req.opening.peer = passagePeer{p}
	return p
}

func (p *passage) method() string {
	if p.lists {
		return methodListTools
	}
	return methodCallTool
}

// reply is what becomes of a message on the lane.
type reply struct {
	body   *[]byte  // the answer, to be released
	status int      // of HTTP
	scopes []string // all that a call needs whose caller lacks one of them
	onward *Call    // granted, and the SDK's to carry; there is no body then
}

// onLane reports whether a message is for the lane, whatever it names, as far as
// that is up to the message.
func onLane(m *envelope.Message) bool {
	if !m.IsRequest() || requestID(m.ID) == nil || ambiguous(m) {
		return false
	}
	switch {
	case m.Params.Exists() && m.Params.Kind != '{':
		return false
	case m.Method.Is(methodCallTool):
		return m.Params.Exists()
	case m.Method.Is(methodListTools):
		return !m.Cursor.Exists() || m.Cursor.Kind == '"'
	}
	return false
}

// nameOf returns the name of the tool that a message calls; empty if it gives
// none, or calls nothing.
func nameOf(m *envelope.Message) string {
	if !m.Method.Is(methodCallTool) {
		return ""
	}
	name, ok := m.ToolName()
	if !ok {
		return ""
	}
	return name
}

// isModern reports whether a message says of itself all that the newest revision
// wants of every request. What it says wrongly is the SDK's to answer.
func (s *Server) isModern(m *envelope.Message) bool {
	info, able := m.Protocol.ClientInfo, m.Protocol.ClientCapabilities
	return m.Protocol.Version.Is(revision2026) && able.Exists() &&
		s.vetted.able.fits(able, decodesAble) &&
		(!info.Exists() || s.vetted.info.fits(info, decodesInfo))
}

// isLegacy reports whether a message is of a revision that says nothing of itself.
func isLegacy(m *envelope.Message) bool { return !m.Protocol.Version.Exists() }

// serve answers one message. A panic that got past everything else ends here, as
// it does on the SDK's way: on a goroutine of a line it would end the process.
func (p *passage) serve(ctx context.Context, s *Server) (answer reply) {
	defer func() {
		if value := recover(); value != nil {
			s.logFailure(ctx, "request failed", &panicError{value, debug.Stack()}, "method", p.method())
			answer = p.failed(internalError())
		}
	}()
	if p.lists {
		return p.list(ctx, s)
	}
	return p.call(ctx, s)
}

// call takes a tools/call through the pipeline.
func (p *passage) call(ctx context.Context, s *Server) reply {
	f := s.newFrame(p.req.tracker, s.direct)
	f.req, f.handsOn = &p.req, true
	answer, onward := f.serve(ctx)
	switch {
	case onward != nil:
		return reply{onward: onward}
	case answer.protocol != nil:
		return p.failed(answer.protocol)
	}
	return p.result(s, answer)
}

// direct is step 10 without a transport between.
func (s *Server) direct(ctx context.Context, call *Call) (*mcp.CallToolResult, error) {
	return s.execute(ctx, call), nil
}

// viaSDK reports whether the calls of r are carried by the SDK: those of functions
// that may talk to the client, or write the whole result and so may ask it.
func (r *Row) viaSDK() bool { return r.Interactive || r.Handler.whole }

func (p *passage) result(s *Server, answer response) reply {
	body := takeBuffer()
	dst := append(appendHead(*body, p.rawID), `,"result":`...)
	*body = append(appendResult(dst, answer.result, s.self(p.modern)), '}')
	if answer.scopes != nil {
		return reply{body: body, status: http.StatusForbidden, scopes: answer.scopes}
	}
	return reply{body: body, status: http.StatusOK}
}

// failed is the answer with an error of the protocol.
func (p *passage) failed(err error) reply {
	failure, ok := err.(*jsonrpc.Error) //nolint:errorlint // the pipeline returns no other type
	if !ok {
		failure = internalError()
	}
	body := takeBuffer()
	*body = appendFailure(appendHead(*body, p.rawID), failure)
	return reply{body: body, status: p.statusOf(failure)}
}

// statusOf is the status of an error: older revisions have none of their own.
func (p *passage) statusOf(failure *jsonrpc.Error) int {
	switch {
	case !p.modern:
		return http.StatusOK
	case failure.Code == jsonrpc.CodeInvalidParams, failure.Code == codeHeaderMismatch,
		failure.Code == mcp.CodeMissingRequiredClientCapabilities:
		return http.StatusBadRequest
	}
	return http.StatusOK
}

// self is what the newest revision wants of a server in every result; nil for
// older ones.
func (s *Server) self(modern bool) []byte {
	if !modern {
		return nil
	}
	return s.card
}

// newCard encodes what a server says about itself.
func newCard(who Identity) []byte {
	data, _ := json.Marshal(who.implementation()) // of texts only
	return data
}

func (i Identity) implementation() *mcp.Implementation {
	return &mcp.Implementation{Name: i.Name, Version: i.Version, Title: i.Title}
}

// release gives the answer's memory back.
func (r reply) release() {
	if r.body != nil {
		giveBuffer(r.body)
	}
}
