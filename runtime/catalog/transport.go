package catalog

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// codeMismatch is the JSON-RPC error of a server whose tool mirrors something
// else than the client thinks. It comes with HTTP status 400.
const codeMismatch = -32020

// RoundTripper returns a transport for the HTTP client of an MCP client, around
// base (nil: [http.DefaultTransport]):
//
//   - pages of tools/list, as JSON or as events, are recorded and filtered;
//   - a tools/call of a rejected tool is not sent, the error is a [*RejectedError];
//   - all requests of revision 2026-07-28 and later get their standard headers, a
//     tools/call those of its arguments, whatever they had before;
//   - when a server answers a tools/call with -32020, the tools are listed again,
//     once, and the call is sent again, once.
//
// Everything else passes untouched, and so does the rest of a listing whose
// stream broke and is resumed with GET. It is for one server, as the catalogue
// is.
func (c *Catalog) RoundTripper(base http.RoundTripper) http.RoundTripper {
	if base == nil {
		base = http.DefaultTransport
	}
	return &transport{catalog: c, base: base}
}

type transport struct {
	catalog *Catalog
	base    http.RoundTripper
}

// RoundTrip sends a request, see [Catalog.RoundTripper].
func (t *transport) RoundTrip(req *http.Request) (*http.Response, error) {
	if req.Method != http.MethodPost || req.Body == nil || req.Body == http.NoBody {
		return t.base.RoundTrip(req)
	}
	// The host made the body and has it in memory: its size is the host's.
	body, err := io.ReadAll(req.Body)
	if err := errors.Join(err, req.Body.Close()); err != nil {
		return nil, err
	}
	m := readMessage(body)
	switch m.method {
	case "tools/list":
		return t.list(t.request(req, m))
	case "tools/call":
		return t.call(req, m)
	}
	return t.base.RoundTrip(t.request(req, m))
}

// request returns req with the body of m and with the headers it needs. The
// original stays as it is, as net/http asks for.
func (t *transport) request(req *http.Request, m message) *http.Request {
	req = req.Clone(req.Context())
	req.ContentLength = int64(len(m.body))
	req.Body = io.NopCloser(bytes.NewReader(m.body))
	req.GetBody = func() (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(m.body)), nil }
	if !isMirrored(req) || !m.isMessage {
		return req
	}
	SetStandard(req.Header, req.Header.Get(headerVersion), m.method, m.params)
	for name := range req.Header {
		if strings.HasPrefix(name, header.Prefix) {
			delete(req.Header, name)
		}
	}
	if m.method == "tools/call" {
		for name, value := range t.catalog.HeadersFor(m.subject, m.arguments()) {
			req.Header.Set(header.Prefix+name, value)
		}
	}
	return req
}

// isMirrored reports whether req is of a revision that mirrors.
func isMirrored(req *http.Request) bool { return req.Header.Get(headerVersion) >= firstMirrored }

// list sends a tools/list. What comes back is filtered as it is read, so that
// nobody waits here for a body.
func (t *transport) list(req *http.Request) (*http.Response, error) {
	resp, err := t.base.RoundTrip(req)
	if err != nil || resp.StatusCode != http.StatusOK {
		return resp, err
	}
	t.catalog.filter(resp)
	return resp, nil
}

// call sends a tools/call, and once more if the server mirrors something else.
func (t *transport) call(req *http.Request, m message) (*http.Response, error) {
	if err := t.catalog.refusal(m.subject); err != nil {
		return nil, err
	}
	resp, err := t.base.RoundTrip(t.request(req, m))
	if err != nil || !isMirrored(req) || !isMismatch(resp) {
		return resp, err
	}
	if err := t.relist(req, m); err != nil {
		t.catalog.log.Debug("tools could not be listed again", "error", err)
		return resp, nil
	}
	_ = resp.Body.Close() // it is read
	if err := t.catalog.refusal(m.subject); err != nil {
		return nil, err
	}
	return t.base.RoundTrip(t.request(req, m))
}

// isMismatch reports whether resp says that headers and body disagree. What it
// reads it puts back.
func isMismatch(resp *http.Response) bool {
	const longest = 64 << 10 // bytes of an error; a longer answer is none
	if resp.StatusCode != http.StatusBadRequest {
		return false
	}
	start, err := io.ReadAll(io.LimitReader(resp.Body, longest))
	resp.Body = &restored{Reader: io.MultiReader(bytes.NewReader(start), failing{err}, resp.Body), Closer: resp.Body}
	return errorCode(start) == codeMismatch
}

// restored is a body of which a part was read already.
type restored struct {
	io.Reader
	io.Closer
}

// failing is a reader with nothing in it but an error, or without one.
type failing struct{ err error }

func (f failing) Read([]byte) (int, error) {
	if f.err != nil {
		return 0, f.err
	}
	return 0, io.EOF
}
