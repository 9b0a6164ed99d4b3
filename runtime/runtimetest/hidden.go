package runtimetest

import (
	"bytes"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// Hidden proves that tool is absent for caller: it is not listed, and a call
// of it is answered with the same bytes as a call of a name that no server
// has, over stdio and over HTTP for clients that take JSON, events or both, in
// both eras of the protocol, in a session and as an item of a batch, with good and
// with bad arguments, with and without a progress token.
//
// A tool with [mcprt.Row.Headers] is given with them. Then all this is so whether
// the headers are there and right, wrong, malformed, sent twice or missing.
func Hidden(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, tool string, mirrored ...header.Param) {
	t.Helper()
	for _, w := range ways(t, srv, caller) {
		w.hides(t, tool, mirrored)
	}
}

// hides proves it on one way.
func (w way) hides(t testing.TB, tool string, mirrored []header.Param) {
	t.Helper()
	defer w.leave()
	listed := w.send(Request(w.revision, "tools/list", `{}`), nil)
	if bytes.Contains(listed, []byte(`"`+tool+`"`)) {
		t.Errorf("%s: %s is listed", w.name, tool)
	}
	for what, headers := range headersOf(mirrored) {
		for _, rest := range hiddenParams(mirrored) {
			w.compare(t, what+" "+rest, tool, "Error: Unknown tool '"+tool+"'.", func(name string) []byte {
				return w.send(Request(w.revision, "tools/call", `{"name":"`+name+`"`+rest+`}`), headers)
			})
		}
	}
}

// hiddenParams are what a call may have beside the name.
func hiddenParams(mirrored []header.Param) []string {
	params := []string{
		``,
		`,"arguments":{}`,
		`,"arguments":{"id":"1","a":1}`,
		`,"arguments":null`,
		`,"arguments":[]`,
		`,"arguments":"x"`,
		`,"arguments":{"a":1,"a":2}`,
		`,"arguments":{},"_meta":{"progressToken":"p"}`,
		`,"arguments":[],"_meta":{"progressToken":7,"k":[[[[[]]]]]}`,
		`,"inputResponses":{},"requestState":"x"`,
	}
	if len(mirrored) > 0 {
		params = append(params, `,"arguments":`+mirroredArguments(mirrored))
	}
	return params
}

// compare sends the same for what is hidden and for a name of the same length that
// does not exist, and wants the same bytes back, with the text of an absent one.
func (w way) compare(t testing.TB, what, hidden, text string, send func(name string) []byte) {
	t.Helper()
	what = w.name + what
	absent := absentName(hidden)
	want := bytes.ReplaceAll(send(absent), []byte(absent), []byte(hidden))
	got := send(hidden)
	if refused := w.partial && bytes.HasPrefix(got, []byte("400\n")) && !bytes.Contains(got, []byte(`"jsonrpc"`)); !refused && !bytes.Contains(got, []byte(text)) {
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
