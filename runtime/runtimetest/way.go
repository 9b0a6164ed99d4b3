package runtimetest

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// revisionOfBatches is the last one that has them.
const revisionOfBatches = "2025-03-26"

// way is one in which requests reach a server.
type way struct {
	name, revision string
	partial        bool                                             // its client does not accept both kinds of answer: it may be refused, but then for any name
	send           func(request string, headers http.Header) []byte // the headers are for HTTP
	leave          func()
}

// ways are all of them.
func ways(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller) []way {
	t.Helper()
	identify := func(*http.Request) (*mcprt.Caller, error) { return caller, nil }
	handler, err := srv.HTTPHandler(identify)
	if err != nil {
		t.Fatalf("handler: %v", err)
	}
	stateful, err := srv.HTTPHandler(identify, mcprt.WithSessions(0))
	if err != nil {
		t.Fatalf("handler: %v", err)
	}
	all := []way{inSession(t, stateful), overLine(t, srv, caller, revisionOfBatches, batch), overHTTP(t, handler, revisionOfBatches, acceptBoth, batch)}
	for _, revision := range Revisions() {
		all = append(all, overLine(t, srv, caller, revision, single))
		for _, accept := range []string{acceptBoth, "application/json", "text/event-stream", "*/*"} {
			all = append(all, overHTTP(t, handler, revision, accept, single))
		}
	}
	return all
}

const acceptBoth = "application/json, text/event-stream"

func single(request string) string { return request }
func batch(request string) string  { return "[" + request + "]" }

func overLine(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, revision string, wrap func(string) string) way {
	return way{"stdio " + revision, revision, false, func(request string, _ http.Header) []byte {
		return Stdio(t, srv, caller, revision, wrap(request))
	}, func() {}}
}

func overHTTP(t testing.TB, handler http.Handler, revision, accept string, wrap func(string) string) way {
	partial := !strings.Contains(accept, ",") && accept != "*/*"
	return way{"http " + revision + " " + accept, revision, partial, func(request string, headers http.Header) []byte {
		return HTTP(t, changed(handler, func(req *http.Request) {
			req.Header.Set("Accept", accept)
			setHeaders(req, headers)
			body := wrap(request)
			req.Body, req.ContentLength = io.NopCloser(strings.NewReader(body)), int64(len(body))
		}), revision, request)
	}, func() {}}
}

// inSession is a way of the older era: its session begins here.
func inSession(t testing.TB, handler http.Handler) way {
	t.Helper()
	const revision = "2025-11-25"
	greeting, _, _ := strings.Cut(handshake, "\n")
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, httpRequest(t, revision, greeting))
	id := response.Header().Get("Mcp-Session-Id")
	if id == "" {
		t.Fatalf("no session: %d %s", response.Code, response.Body)
	}
	with := func(headers http.Header) http.Handler {
		return changed(handler, func(req *http.Request) { req.Header.Set("Mcp-Session-Id", id); setHeaders(req, headers) })
	}
	return way{"session " + revision, revision, false, func(request string, headers http.Header) []byte {
		return HTTP(t, with(headers), revision, request)
	}, func() {
		end := httpRequest(t, revision, greeting)
		end.Method = http.MethodDelete
		with(nil).ServeHTTP(httptest.NewRecorder(), end)
	}}
}

// changed serves requests that are changed before.
func changed(handler http.Handler, change func(*http.Request)) http.Handler {
	return http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		change(req)
		handler.ServeHTTP(rw, req)
	})
}

func setHeaders(req *http.Request, headers http.Header) {
	for name, values := range headers {
		req.Header[name] = values
	}
}
