package runtime

import (
	"context"
	"encoding/json"
	"net/http"
	"runtime/debug"
	"sync"

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
// peer, see passagepeer.go.
type passage struct {
	message *envelope.Message
	id      any    // of the message
	name    string // of the tool; empty if the message gives none, or is no call
	caller  *Caller
	modern  bool        // of the newest revision
	headers http.Header // of a transport that mirrors arguments; nil of any other
	tracker *tracker

	session   *mcp.ServerSession // that the message came in by; nil is none
	sessionID string             // empty: it has none
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
			s.logFailure(ctx, "request failed", &panicError{value, debug.Stack()}, "method", p.message.Method.Text())
			answer = p.failed(internalError())
		}
	}()
	if p.message.Method.Is(methodListTools) {
		return p.list(ctx, s)
	}
	return p.call(ctx, s)
}

// call takes a tools/call through the pipeline.
func (p *passage) call(ctx context.Context, s *Server) reply {
	call, rejected := s.accept(ctx, p.request())
	if rejected != nil {
		return p.rejected(s, rejected)
	}
	if call.row.viaSDK() {
		return reply{onward: call}
	}
	result, err := s.enter(ctx, call, p.tracker, s.direct)
	if err != nil {
		return p.failed(err)
	}
	return p.result(s, http.StatusOK, result)
}

// request describes the message to the pipeline.
func (p *passage) request() request {
	return request{
		caller: p.caller, name: p.name, id: p.id,
		args: p.message.Arguments.Raw, meta: p.message.Meta.Raw,
		headers: p.headers, origin: passageOrigin{p}, tracker: p.tracker,
		opening: p.opening(),
	}
}

// opening is what the message brings along for a talk with its client.
func (p *passage) opening() opening {
	o := openingOf(p.message)
	o.peer = passagePeer{p}
	return o
}

// direct is step 10 without a transport between.
func (s *Server) direct(ctx context.Context, call *Call) (*mcp.CallToolResult, error) {
	return s.execute(ctx, call), nil
}

// viaSDK reports whether the calls of r are carried by the SDK: those of functions
// that may talk to the client, or write the whole result and so may ask it.
func (r *Row) viaSDK() bool { return r.Interactive || r.Handler.whole }

func (p *passage) rejected(s *Server, r *rejection) reply {
	if r.protocol != nil {
		return p.failed(r.protocol)
	}
	answer := p.result(s, http.StatusOK, r.result)
	if r.scopes != nil {
		answer.status, answer.scopes = http.StatusForbidden, r.scopes
	}
	return answer
}

func (p *passage) result(s *Server, status int, result *mcp.CallToolResult) reply {
	body := takeBuffer()
	dst := append(appendHead(*body, p.message.ID.Raw), `,"result":`...)
	*body = append(appendResult(dst, result, s.self(p.modern)), '}')
	return reply{body: body, status: status}
}

// failed is the answer with an error of the protocol.
func (p *passage) failed(err error) reply {
	failure, ok := err.(*jsonrpc.Error) //nolint:errorlint // the pipeline returns no other type
	if !ok {
		failure = internalError()
	}
	body := takeBuffer()
	*body = appendFailure(appendHead(*body, p.message.ID.Raw), failure)
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

// maxBuffer bounds the answer whose memory is used again.
const maxBuffer = 4 << 20

// buffers is a cache, not state: whether it is empty can never be observed.
var buffers = sync.Pool{New: func() any { return new(make([]byte, 0, 4<<10)) }}

func takeBuffer() *[]byte {
	buffer := buffers.Get().(*[]byte)
	*buffer = (*buffer)[:0]
	return buffer
}

// release gives the answer's memory back.
func (r reply) release() {
	if r.body != nil && cap(*r.body) <= maxBuffer {
		buffers.Put(r.body)
	}
}
