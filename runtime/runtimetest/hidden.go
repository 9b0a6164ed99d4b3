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
// has, over stdio and over HTTP, in both eras of the protocol, with good and
// with bad arguments.
func Hidden(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, tool string) {
	t.Helper()
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return caller, nil })
	if err != nil {
		t.Fatalf("handler: %v", err)
	}
	for _, revision := range Revisions() {
		send := map[string]func(string) []byte{
			"stdio": func(request string) []byte { return Stdio(t, srv, caller, revision, request) },
			"http":  func(request string) []byte { return HTTP(t, handler, revision, request) },
		}
		for transport, send := range send {
			listed := send(Request(revision, "tools/list", `{}`))
			if bytes.Contains(listed, []byte(`"`+tool+`"`)) {
				t.Errorf("%s %s: %s is listed", transport, revision, tool)
			}
			for _, args := range []string{`{}`, `[]`, `"x"`, `{"a":1,"a":2}`} {
				compare(t, transport+" "+revision+" "+args, tool, func(name string) []byte {
					return send(Request(revision, "tools/call", `{"name":"`+name+`","arguments":`+args+`}`))
				})
			}
		}
	}
}

// compare sends the same for tool and for a name of the same length that does
// not exist, and wants the same bytes back.
func compare(t testing.TB, what, tool string, send func(name string) []byte) {
	t.Helper()
	absent := absentName(tool)
	want := bytes.ReplaceAll(send(absent), []byte(absent), []byte(tool))
	got := send(tool)
	if !bytes.Contains(got, []byte("Error: Unknown tool '"+tool+"'.")) {
		t.Errorf("%s: the answer is not the unknown-tool answer: %s", what, got)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s: %s is told from an absent tool (-absent +hidden):\n%s", what, tool, diff)
	}
}

// absentName returns a name as long as tool that nobody gives to a tool.
func absentName(tool string) string {
	absent := strings.Repeat("0", len(tool))
	if absent == tool {
		return strings.Repeat("1", len(tool))
	}
	return absent
}
