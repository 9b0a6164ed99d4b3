package runtime_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"regexp"
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// raw sends messages that no client library makes, over both transports.
type raw struct {
	t   *testing.T
	srv *mcprt.Server
	who *mcprt.Caller
}

// meta2026 is what the newest revision wants in every request.
const meta2026 = `"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// each sends one request in every revision over every transport. META in it is a
// member of params: the revision's _meta. header is the Mcp-Name of HTTP.
func (r raw) each(request, header string, check func(where, answer string)) {
	r.t.Helper()
	for revision, meta := range map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026} {
		message := strings.ReplaceAll(request, "META", meta)
		check("stdio "+revision, r.stdio(revision, message))
		check("http "+revision, r.post(revision, message, header))
	}
}

// stdio returns the first answer after that of the handshake.
func (r raw) stdio(revision, message string) string {
	r.t.Helper()
	for answer := range strings.Lines(string(runtimetest.Stdio(r.t, r.srv, r.who, revision, message))) {
		return answer
	}
	return ""
}

var handshake = map[string]string{
	"2025-11-25": `{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}
{"jsonrpc":"2.0","method":"notifications/initialized"}
`,
}

// post returns the status and the message of the answer.
func (r raw) post(revision, message, name string) string {
	r.t.Helper()
	req := httptest.NewRequestWithContext(r.t.Context(), http.MethodPost, "http://127.0.0.1/", strings.NewReader(message))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", revision)
	if method := regexp.MustCompile(`"method":"([^"]*)"`).FindStringSubmatch(message); method != nil {
		req.Header.Set("Mcp-Method", method[1])
	}
	if name != "" {
		req.Header.Set("Mcp-Name", name)
	}
	response := httptest.NewRecorder()
	handlerFor(r.t, r.srv, r.who).ServeHTTP(response, req)
	body := strings.TrimPrefix(response.Body.String(), "event: message\ndata: ")
	return fmt.Sprintf("%d %s\n", response.Code, strings.TrimRight(body, "\n"))
}

// callOf returns a tools/call with these members of params, _meta aside.
func callOf(params string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{` + params + `META}}`
}

// refusal is the answer with that text, as it goes out over a transport.
func refusal(where, text string) string {
	answer := `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"` + text + `"}}` + "\n"
	switch where {
	case "http 2025-11-25":
		return "200 " + answer
	case "http 2026-07-28":
		return "400 " + answer
	}
	return answer
}
