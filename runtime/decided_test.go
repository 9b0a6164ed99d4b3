package runtime_test

import (
	"context"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// A call that was granted ends as granted, even if the grant is taken away while
// it runs: the decision is made once.
func TestGrantIsDecidedOnce(t *testing.T) { // catalogue G8
	var asked atomic.Int32
	srv := newServer(t, registry(row("tool", "math", does(func(context.Context, *mcprt.Call) error { return nil }))),
		func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
			if asked.Add(1) > 1 {
				return mcprt.Grant{}, nil
			}
			return mcprt.Grant{All: true}, nil
		}, before(func(*mcprt.BeforeCall) {}))
	if _, err := runtimetest.Connect(t, srv, ada()).Call("tool", ""); err != nil || asked.Load() != 1 {
		t.Errorf("asked %d times, %v", asked.Load(), err)
	}
}

// A server keeps the listeners it was made with: what happens to the options
// afterwards is another server's business.
func TestListenersAreThoseOfTheBeginning(t *testing.T) { // catalogue E9
	var asked []string
	note := func(name string) mcprt.Option {
		return before(func(*mcprt.BeforeCall) { asked = append(asked, name) })
	}
	opts := []mcprt.Option{note("a"), note("b")}
	srv := newServer(t, registry(row("tool", "math", says("ok"))), mcprt.BySections, opts...)
	opts[0], opts[1] = note("x"), note("y")
	callTool(t, srv)
	if diff := cmp.Diff([]string{"a", "b"}, asked); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a caller says of itself in arguments or _meta decides nothing.
func TestIdentityThatTheCallerSends(t *testing.T) { // catalogue G12, G15
	srv := newServer(t, two(), mcprt.BySections)
	for _, caller := range []*mcprt.Caller{ada(), nil} {
		request := `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"delete_all",` +
			`"arguments":{"user":"root","sections":["admin"]},"_meta":{"user":"root","sections":["admin"],"caller":{"ID":"root"}}}}`
		handler := handlerFor(t, srv, caller)
		signed := http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
			req.Header.Set("X-User", "root")
			req.Header.Set("X-Forwarded-User", "root")
			handler.ServeHTTP(rw, req)
		})
		for transport, answer := range map[string][]byte{
			"stdio": runtimetest.Stdio(t, srv, caller, "2025-11-25", request),
			"http":  runtimetest.HTTP(t, signed, "2025-11-25", request),
		} {
			if !strings.Contains(string(answer), "Error: Unknown tool 'delete_all'.") {
				t.Errorf("%s: %s", transport, answer)
			}
		}
	}
}

// A listing depends on the caller and the grant and on nothing that happened.
func TestListingDependsOnTheGrantOnly(t *testing.T) { // catalogue G10
	srv := newServer(t, many(20), mcprt.BySections,
		before(func(e *mcprt.BeforeCall) { e.Set("k", "v") }), onDefinition(func(e *mcprt.DefinitionEvent) error { return e.SetMeta("a", e.Row().Name) }))
	list := func(caller *mcprt.Caller) string {
		return string(runtimetest.Stdio(t, srv, caller, "2026-07-28", runtimetest.Request("2026-07-28", "tools/list", `{}`)))
	}
	first := list(ada())
	client := runtimetest.Connect(t, srv, ada())
	for range 5 {
		_, _ = client.Call("tool_001", `{}`)
		_, _ = client.Call("nowhere", `{}`)
	}
	for who, caller := range map[string]*mcprt.Caller{"ada again": ada(), "bob": {ID: "bob", Sections: []string{"math"}}} {
		if diff := cmp.Diff(first, list(caller)); diff != "" {
			t.Errorf("%s (-first +got):\n%s", who, diff)
		}
	}
}
