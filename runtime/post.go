package runtime

import (
	"bytes"
	"errors"
	"io"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// post reads the body of a request that is marked already and passes on what the
// intake makes of it. What is wrong with the request around the body stays the
// SDK's to say.
func (w *web) post(rw http.ResponseWriter, req *http.Request) {
	body, status := readBody(rw, req)
	if status != http.StatusOK {
		refuse(rw, status)
		return
	}
	a, err := w.intake.receive(body)
	if err != nil {
		writeJSON(rw, http.StatusBadRequest, envelopeFailure(err))
		return
	}
	defer w.intake.forget(a.requests)
	if a.data == nil {
		writeJSON(rw, a.status(req), a.refusal)
		return
	}
	if a.nameless {
		// The specification compares the header with the name of the body; where
		// that has none, the answer is about the name.
		req.Header.Set("Mcp-Name", namelessTool)
	}
	req.Body, req.ContentLength = io.NopCloser(bytes.NewReader(a.data)), int64(len(a.data))
	w.handler(req).ServeHTTP(screen{rw, w.intake}, req)
}

// readBody returns the body, or the status of one that is too large or broken.
func readBody(rw http.ResponseWriter, req *http.Request) ([]byte, int) {
	body, err := io.ReadAll(http.MaxBytesReader(rw, req.Body, maxBody))
	if _, tooLarge := errors.AsType[*http.MaxBytesError](err); tooLarge {
		return nil, http.StatusRequestEntityTooLarge
	}
	if err != nil {
		return nil, http.StatusBadRequest
	}
	return body, http.StatusOK
}

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
