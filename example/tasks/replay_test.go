package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"net/http"
	"os/exec"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// exchange sends one raw tools/call of alice and returns the raw answer.
type exchange func(t *testing.T, srv *mcprt.Server, params string) []byte

// exchanges are all ways to talk to a server.
func exchanges() map[string]exchange {
	all := map[string]exchange{}
	for _, revision := range runtimetest.Revisions() {
		all["stdio "+revision] = func(t *testing.T, srv *mcprt.Server, params string) []byte {
			t.Helper()
			return runtimetest.Stdio(t, srv, caller(t, "alice"), revision, runtimetest.Request(revision, "tools/call", params))
		}
		all["HTTP "+revision] = func(t *testing.T, srv *mcprt.Server, params string) []byte {
			t.Helper()
			handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return callerNamed("alice") })
			if err != nil {
				t.Fatal(err)
			}
			return runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/call", params))
		}
	}
	return all
}

// A replay is what a first answer would be, byte by byte, whichever way the call
// came the first time and whichever way it comes again.
//
// contract: S0-24, S0-46
func TestReplayIsTheFirstAnswer(t *testing.T) { // catalogue I1
	args := `{"title":"<&> \u2028 \u00fc \ud83d\ude00 \"q\"","due":"2031-01-01T00:00:00Z","tags":["\u0000"],"unknown":1}`
	params := fmt.Sprintf(`{"name":"tasks_create","arguments":%s,"_meta":{%q:"k"}}`, args, defaultLedgerKey)
	for first, begin := range exchanges() {
		for second, repeat := range exchanges() {
			t.Run(first+" then "+second, func(t *testing.T) {
				store, twin := newStore(t), newStore(t)
				srv := governed(t, store, withLedger())
				begin(t, srv, params)
				want := repeat(t, governed(t, twin, settings{}), params)
				got := repeat(t, srv, params)
				if diff := cmp.Diff(escaped(want), escaped(got)); diff != "" {
					t.Errorf("answers (-fresh +replayed):\n%s", diff)
				}
				if !bytes.Contains(got, []byte(`"structuredContent":{"id":1,`)) {
					t.Errorf("answer %s", got)
				}
				wantTitles(t, store, "<&> \u2028 ü 😀 \"q\"")
			})
		}
	}
}

// escaped writes characters of HTML in one way: on a line of the older revision the
// SDK answers what comes before it is done with the handshake, and it escapes them.
func escaped(answer []byte) string {
	var out bytes.Buffer
	json.HTMLEscape(&out, answer)
	return out.String()
}

// A restart does not forget.
func TestReplayAfterRestart(t *testing.T) { // catalogue I1, H8
	first := program(t)
	second := program(t)
	second.Dir = first.Dir
	params := fmt.Sprintf(`{"name":"tasks_create","arguments":{"title":"once"},"_meta":{%q:"k"}}`, defaultLedgerKey)
	var answers []string
	for _, cmd := range []*exec.Cmd{first, second} {
		cmd.Stdin = strings.NewReader(runtimetest.Request("2026-07-28", "tools/call", params) + "\n")
		out, err := cmd.Output()
		if err != nil {
			t.Fatal(err)
		}
		answers = append(answers, string(out))
	}
	if !strings.Contains(answers[0], `"title":"once"`) || answers[0] != answers[1] {
		t.Errorf("answers %q", answers)
	}
}
