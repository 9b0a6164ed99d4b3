package runtime

import (
	"context"
	"mime"
	"net/http"
	"slices"
	"strconv"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// lane answers a message that is for the lane, and reports whether it did. A call
// that it returns is granted and the SDK's to carry.
func (w *web) lane(rw http.ResponseWriter, req arrived, m *envelope.Message) (*Call, bool) {
	if w.server.noLane || !onLane(m) || !isPlain(req.Request) {
		return nil, false
	}
	p := newPassage(m, req.caller, w.server.web)
	switch {
	case req.session != nil && isLegacy(m) && isRevision(req.Request):
		p.session, p.sessionID = req.session.sdk, req.session.sdk.ID()
	case w.sessions == nil && isLegacy(m) && isRevision(req.Request): // without one
	case w.server.isModern(m) && says(req.Header, m, p.req.name):
		p.modern, p.req.headers = true, req.Header
	default:
		return nil, false
	}
	ctx := join(req.during, w.aborted())
	defer ctx.end()
	answer := p.serve(ctx, w.server)
	if answer.onward != nil {
		return answer.onward, false
	}
	w.write(rw, answer)
	return nil, true
}

// register notes the request that m is among those in flight in its session, and
// ends the one that m cancels: a client that gives up says so by the request's id.
// A request whose id is taken is answered here, and is not ok.
func (w *web) register(rw http.ResponseWriter, req *arrived, m *envelope.Message) (leave func(), ok bool) {
	flying := req.session.flying
	if id, cancels := cancelled(m); cancels {
		flying.cancel(id)
	}
	id := requestID(m.ID)
	if !m.IsRequest() || id == nil {
		return func() {}, true
	}
	ctx, cancel := context.WithCancelCause(req.during)
	if !flying.enter(id, cancel) {
		cancel(nil)
		taken := &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: textIDTaken}
		writeJSON(rw, http.StatusBadRequest, appendFailure(appendHead(nil, m.ID.Raw), taken))
		return nil, false
	}
	req.during = ctx
	return func() { flying.leave(id) }, true // what the SDK carries may go on
}

// write sends an answer.
func (w *web) write(rw http.ResponseWriter, answer reply) {
	defer answer.release()
	h := rw.Header()
	h["Content-Type"] = contentJSON
	h["Content-Length"] = []string{strconv.Itoa(len(*answer.body))}
	if answer.status == http.StatusForbidden {
		h.Set("WWW-Authenticate", w.challenge.insufficient(answer.scopes))
	}
	rw.WriteHeader(answer.status)
	_, _ = rw.Write(*answer.body) // the client went away
}

var contentJSON = []string{"application/json"} // never written to

// isPlain reports whether a request is, around its body, as the specification
// wants it. The SDK says what is wrong with any other.
func isPlain(req *http.Request) bool {
	h := req.Header
	return isJSON(h["Content-Type"]) && acceptsBoth(h["Accept"]) && len(h["Last-Event-Id"]) == 0
}

func isJSON(values []string) bool {
	if len(values) != 1 {
		return false
	}
	if values[0] == "application/json" {
		return true
	}
	kind, _, err := mime.ParseMediaType(values[0])
	return err == nil && kind == "application/json"
}

// acceptsBoth reports whether a client takes JSON and events.
func acceptsBoth(values []string) bool {
	var json, events bool
	for _, value := range values {
		for one := range strings.SplitSeq(value, ",") {
			kind, _, _ := strings.Cut(one, ";")
			switch strings.ToLower(strings.TrimSpace(kind)) {
			case "application/json", "application/*":
				json = true
			case "text/event-stream", "text/*":
				events = true
			case "*/*":
				return true
			}
		}
	}
	return json && events
}

// says reports whether the headers of the newest revision are there and say what
// the body does. A call without a name has nothing to compare.
func says(h http.Header, m *envelope.Message, name string) bool {
	if h.Get(revisionHeader) != revision2026 || !m.Method.Is(h.Get("Mcp-Method")) {
		return false
	}
	if name == "" {
		return true
	}
	said, err := header.Decode(h.Get("Mcp-Name"))
	return err == nil && said == name
}

// isRevision reports whether a request names a revision before the newest, or none.
func isRevision(req *http.Request) bool {
	revision := req.Header.Get(revisionHeader)
	return revision == "" || revision < revision2026 && slices.Contains(mcp.SupportedProtocolVersions(), revision)
}
