package runtime

import (
	"bytes"
	"context"
	"errors"
	"io"
	"net/http"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// arrived is a POST whose caller is known, in its session if it has one.
type arrived struct {
	*http.Request
	caller  *Caller
	session *session
	during  context.Context // for as long as the caller wants the answer
}

// post answers a message on the lane, or passes on what the intake makes of it.
// What is wrong with the request around the body stays the SDK's to say.
func (w *web) post(rw http.ResponseWriter, req arrived) {
	if req.session != nil {
		defer w.sessions.use(req.session)()
	}
	body, status := readBody(rw, req.Request)
	if status != http.StatusOK {
		refuse(rw, status)
		return
	}
	m, err := w.intake.reader.Read(body)
	if err != nil { // no message, a batch, or what is answered without being looked at
		w.pass(rw, req, body, nil)
		return
	}
	if isLegacy(&m) { // a client that disconnects has not given up
		req.during = context.WithoutCancel(req.Context())
	}
	if req.session != nil {
		leave, ok := w.register(rw, &req, &m)
		if !ok {
			return
		}
		defer leave()
	}
	call, answered := w.lane(rw, req, &m)
	if !answered {
		w.pass(rw, req, body, call)
	}
}

// pass lets the SDK answer a body; a call that is not nil is the one in it, and
// granted.
func (w *web) pass(rw http.ResponseWriter, req arrived, body []byte, call *Call) {
	a, err := w.intake.receive(body)
	if err != nil {
		writeJSON(rw, http.StatusBadRequest, envelopeFailure(err))
		return
	}
	defer w.intake.forget(a.requests)
	if a.data == nil {
		writeJSON(rw, a.status(req.Request), a.refusal)
		return
	}
	if call != nil {
		w.intake.grant(a.requests[0], call, req.during)
	}
	if a.nameless {
		// The specification compares the header with the name of the body; where
		// that has none, the answer is about the name.
		req.Header.Set("Mcp-Name", namelessTool)
	}
	onward := req.WithContext(req.Context())
	onward.Body, onward.ContentLength = io.NopCloser(bytes.NewReader(a.data)), int64(len(a.data))
	w.handOn(rw, onward, req.caller)
}

// readBody returns the body, or the status of one that is too large or broken.
func readBody(rw http.ResponseWriter, req *http.Request) ([]byte, int) {
	body, err := readAll(http.MaxBytesReader(rw, req.Body, maxBody), req.ContentLength)
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return nil, http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return nil, http.StatusBadRequest
	}
	return body, http.StatusOK
}

// readAll is [io.ReadAll] for a body whose length is said, which is not believed
// any further than it saves memory.
func readAll(r io.Reader, said int64) ([]byte, error) {
	if said < 0 {
		return io.ReadAll(r)
	}
	body := make([]byte, 0, min(said, maxSaid)+1) // room to find the end in
	for {
		n, err := r.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		switch {
		case errors.Is(err, io.EOF):
			return body, nil
		case err != nil:
			return body, err
		case len(body) == cap(body):
			body = slices.Grow(body, bytes.MinRead)
		}
	}
}

// maxSaid bounds what is set aside for a body before it is there.
const maxSaid = 64 << 10

// envelopeFailure is the answer to a body that is no message.
func envelopeFailure(err error) []byte {
	if errors.Is(err, envelope.ErrSyntax) {
		return envelope.AppendError(nil, envelope.Value{}, jsonrpc.CodeParseError, "Parse error")
	}
	return envelope.AppendError(nil, envelope.Value{}, jsonrpc.CodeInvalidRequest, "Invalid Request")
}

// status is that of a refused message. On older revisions only what is no
// request of its own is an error of HTTP.
func (a arrival) status(req *http.Request) int {
	revision := max(req.Header.Get("Mcp-Protocol-Version"), a.revision)
	if a.named && revision < revision2026 {
		return http.StatusOK
	}
	return http.StatusBadRequest
}

func writeJSON(rw http.ResponseWriter, status int, body []byte) {
	rw.Header().Set("Content-Type", "application/json")
	rw.WriteHeader(status)
	_, _ = rw.Write(body) // the client went away
}

// screen keeps what the SDK tells of itself from an HTTP client.
type screen struct {
	http.ResponseWriter
	intake *intake
}

// The SDK's texts, which are no JSON, begin so if they name its Go types or
// repeat what was sent.
const (
	sdkMalformed  = "malformed payload: "
	sdkNotHandled = "JSON RPC not handled: "
)

// Write writes one event, one message or one text: the SDK writes each at once.
func (s screen) Write(p []byte) (int, error) {
	if _, err := s.ResponseWriter.Write(s.clean(p)); err != nil {
		return 0, err
	}
	return len(p), nil
}

func (s screen) clean(p []byte) []byte {
	if bytes.HasPrefix(p, []byte(sdkMalformed)) || bytes.HasPrefix(p, []byte(sdkNotHandled)) {
		return []byte(http.StatusText(http.StatusBadRequest) + "\n")
	}
	const field = "data: "
	i := bytes.Index(p, []byte(field))
	if len(p) > 0 && p[0] == '{' || i < 0 {
		return s.intake.scrub(p)
	}
	event, message := p[:i+len(field)], p[i+len(field):]
	return append(bytes.Clone(event), s.intake.scrub(message)...)
}

// Unwrap lets [http.ResponseController] flush what is behind.
func (s screen) Unwrap() http.ResponseWriter { return s.ResponseWriter }
