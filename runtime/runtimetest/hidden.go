package runtimetest

import (
	"bytes"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Hidden proves that tool is absent for caller: it is not listed, and a call
// of it is answered with the same bytes as a call of a name that no server
// has, over stdio and over HTTP for clients that take JSON, events or both, in
// both eras of the protocol, with good and with bad arguments, with and without
// a progress token.
func Hidden(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, tool string) {
	t.Helper()
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return caller, nil })
	if err != nil {
		t.Fatalf("handler: %v", err)
	}
	for _, revision := range Revisions() {
		for transport, send := range transports(t, srv, handler, caller, revision) {
			listed := send(Request(revision, "tools/list", `{}`))
			if bytes.Contains(listed, []byte(`"`+tool+`"`)) {
				t.Errorf("%s %s: %s is listed", transport, revision, tool)
			}
			for _, rest := range hiddenParams() {
				compare(t, transport+" "+revision+" "+rest, tool, "Error: Unknown tool '"+tool+"'.", func(name string) []byte {
					return send(Request(revision, "tools/call", `{"name":"`+name+`"`+rest+`}`))
				})
			}
		}
	}
}

// hiddenParams are what a call may have beside the name.
func hiddenParams() []string {
	return []string{
		``,
		`,"arguments":{}`,
		`,"arguments":{"id":"1","a":1}`,
		`,"arguments":null`,
		`,"arguments":[]`,
		`,"arguments":"x"`,
		`,"arguments":{"a":1,"a":2}`,
		`,"arguments":{},"_meta":{"progressToken":"p"}`,
		`,"arguments":[],"_meta":{"progressToken":7,"k":[[[[[]]]]]}`,
	}
}

// transports are the ways in which a request reaches srv. A client that does not
// accept both kinds of answer may be refused, but then for any name.
func transports(
	t testing.TB, srv *mcprt.Server, handler http.Handler, caller *mcprt.Caller, revision string,
) map[string]func(request string) []byte {
	accepting := func(accept string) func(string) []byte {
		return func(request string) []byte {
			return HTTP(t, http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
				req.Header.Set("Accept", accept)
				handler.ServeHTTP(rw, req)
			}), revision, request)
		}
	}
	return map[string]func(string) []byte{
		"stdio":       func(request string) []byte { return Stdio(t, srv, caller, revision, request) },
		"http":        accepting("application/json, text/event-stream"),
		"http json":   accepting("application/json"),
		"http events": accepting("text/event-stream"),
	}
}

// compare sends the same for what is hidden and for a name of the same length that
// does not exist, and wants the same bytes back, with the text of an absent one.
func compare(t testing.TB, what, hidden, text string, send func(name string) []byte) {
	t.Helper()
	absent := absentName(hidden)
	want := bytes.ReplaceAll(send(absent), []byte(absent), []byte(hidden))
	got := send(hidden)
	answered := !bytes.HasPrefix(got, []byte("400\n")) || bytes.Contains(got, []byte(`"jsonrpc"`)) // else its Accept was refused
	if answered && !bytes.Contains(got, []byte(text)) {
		t.Errorf("%s: the answer is not that of an absent one: %s", what, got)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s is told from an absent one (-absent +hidden):\n%s", what, hidden, diff)
	}
}

// absentName returns a name as long as this one that nobody gives to anything; of
// a URI the scheme is kept.
func absentName(name string) string {
	scheme, rest, isURI := strings.Cut(name, "://")
	if !isURI {
		scheme, rest = "", name
	}
	absent := strings.Repeat("0", len(rest))
	if absent == rest {
		absent = strings.Repeat("1", len(rest))
	}
	if isURI {
		return scheme + "://" + absent
	}
	return absent
}
