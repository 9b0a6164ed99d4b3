package runtimetest

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Revisions returns the protocol revisions the raw exchanges are made in, one
// of each era: with a handshake, and without.
func Revisions() []string { return []string{"2025-11-25", "2026-07-28"} }

// Request returns one JSON-RPC request of a revision, with id 7. params is a
// JSON object; what the newer revision wants in _meta is added to it.
func Request(revision, method, params string) string {
	fields := map[string]json.RawMessage{}
	if err := json.Unmarshal([]byte(params), &fields); err != nil {
		panic(fmt.Sprintf("runtimetest: params %s: %v", params, err))
	}
	if revision >= "2026-07-28" {
		fields["_meta"] = protocolMeta(revision, fields["_meta"])
	}
	data, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": fields})
	if err != nil {
		panic(fmt.Sprintf("runtimetest: %v", err))
	}
	return string(data)
}

// protocolMeta adds what the newer revision wants of every request to a _meta
// that is an object or absent; any other one stays what it is.
func protocolMeta(revision string, meta json.RawMessage) json.RawMessage {
	entries := map[string]json.RawMessage{}
	if meta != nil && json.Unmarshal(meta, &entries) != nil {
		return meta
	}
	entries["io.modelcontextprotocol/protocolVersion"] = json.RawMessage(`"` + revision + `"`)
	entries["io.modelcontextprotocol/clientCapabilities"] = json.RawMessage(`{}`)
	data, err := json.Marshal(entries)
	if err != nil {
		panic(fmt.Sprintf("runtimetest: %v", err))
	}
	return data
}

// HTTP sends one request to an HTTP handler and returns the response as bytes:
// status, header, body.
func HTTP(t testing.TB, handler http.Handler, revision, request string) []byte {
	t.Helper()
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httpRequest(t, revision, request))
	var out bytes.Buffer
	fmt.Fprintf(&out, "%d\n", response.Code)
	if err := response.Header().Write(&out); err != nil {
		t.Fatalf("header: %v", err)
	}
	out.Write(response.Body.Bytes())
	return out.Bytes()
}

func httpRequest(t testing.TB, revision, request string) *http.Request {
	t.Helper()
	var message struct {
		Method string
		Params struct{ Name, URI string }
	}
	if err := json.Unmarshal([]byte(request), &message); err != nil {
		t.Fatalf("request %s: %v", request, err)
	}
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(request))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", revision)
	req.Header.Set("Mcp-Method", message.Method)
	if name := cmp.Or(message.Params.Name, message.Params.URI); name != "" {
		req.Header.Set("Mcp-Name", name)
	}
	return req
}
