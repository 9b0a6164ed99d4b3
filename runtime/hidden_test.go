package runtime_test

import (
	"context"
	"net/http"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// two is a registry of one tool that ada may use and one that she may not.
func two() *mcprt.Registry {
	return registry(add(), row("delete_all", "admin", says("gone")))
}

// viewer grants the readOnly tools of everything.
func viewer(context.Context, mcprt.Caller) (mcprt.Grant, error) {
	return mcprt.Grant{AllReadOnly: true}, nil
}

// contract: S0-1, S0-2, S0-8, S0-13, S0-14
func TestHiddenIsAbsent(t *testing.T) {
	tests := map[string]struct {
		policy mcprt.Policy
		caller *mcprt.Caller
		listed []string
		hidden []string
	}{
		"a section of another caller": {mcprt.BySections, ada(), []string{"add"}, []string{"delete_all"}},
		"a tool that writes":          {viewer, ada(), []string{"add"}, []string{"delete_all"}},
		"no section at all":           {mcprt.BySections, &mcprt.Caller{ID: "bob"}, []string{}, []string{"add", "delete_all"}},
		"everything, from nobody":     {mcprt.AllSections, nil, []string{}, []string{"add", "delete_all"}},
		"sections, from nobody":       {mcprt.BySections, nil, []string{}, []string{"add", "delete_all"}},
		"nothing":                     {mcprt.AllSections, ada(), []string{"add", "delete_all"}, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, two(), test.policy)
			for _, tool := range test.hidden {
				runtimetest.Hidden(t, srv, test.caller, tool)
			}
			client := runtimetest.Connect(t, srv, test.caller)
			if diff := cmp.Diff(test.listed, client.List()); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
			for _, tool := range []string{"add", "delete_all"} {
				_, err := client.Call(tool, `{"a":1,"b":2}`)
				if got, want := err != nil, slices.Contains(test.hidden, tool); got != want {
					t.Errorf("call of %s refused is %t, want %t: %v", tool, got, want, err)
				}
			}
		})
	}
}

// While the policy fails, hidden, absent and visible are alike: the answer is
// that of an outage.
//
// contract: S0-7, S0-11, S0-12
func TestHiddenIsAbsentWhileThePolicyFails(t *testing.T) {
	srv := newServer(t, two(), failing(errHost))
	handler := handlerFor(t, srv, ada())
	for _, revision := range runtimetest.Revisions() {
		want := runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/call", `{"name":"nowhere"}`))
		if !strings.Contains(string(want), "Error: Tool access could not be verified.") {
			t.Errorf("%s: %s", revision, want)
		}
		for _, name := range []string{"add", "delete_all"} {
			got := runtimetest.HTTP(t, handler, revision, runtimetest.Request(revision, "tools/call", `{"name":"`+name+`"}`))
			if diff := cmp.Diff(string(want), string(got)); diff != "" {
				t.Errorf("%s %s (-absent +got):\n%s", revision, name, diff)
			}
		}
	}
}

// contract: S0-7
func TestPolicyIsAskedAsOftenForAnyName(t *testing.T) {
	var asked atomic.Int32
	srv := newServer(t, two(), func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
		asked.Add(1)
		return mcprt.Grant{Sections: c.Sections}, nil
	})
	client := runtimetest.Connect(t, srv, ada())
	for _, name := range []string{"add", "delete_all", "nowhere", strings.Repeat("x", 1000)} {
		asked.Store(0)
		_, _ = client.Call(name, `{"a":1,"b":2}`)
		if got := asked.Load(); got != 1 {
			t.Errorf("%.20s: policy asked %d times, want 1", name, got)
		}
	}
	asked.Store(0)
	client.List()
	if got := asked.Load(); got != 1 {
		t.Errorf("tools/list: policy asked %d times, want 1", got)
	}
}

// contract: S0-13, S0-14
func TestNobodyAsksNoPolicy(t *testing.T) {
	srv := newServer(t, two(), func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
		t.Error("policy asked about nobody")
		return mcprt.Grant{All: true}, nil
	})
	client := runtimetest.Connect(t, srv, nil)
	if got := client.List(); len(got) != 0 {
		t.Errorf("nobody sees %v", got)
	}
	if _, err := client.Call("add", `{}`); err == nil || !strings.Contains(err.Error(), "Error: Unknown tool 'add'.") {
		t.Errorf("nobody's call: %v", err)
	}
}

// The other half of S0-53, names that are integers, needs a reader of the raw
// body: the SDK refuses them before its middleware.
func TestNameIsRequired(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	for name, params := range map[string]string{
		"absent": `{}`,
		"empty":  `{"name":""}`,
		"null":   `{"name":null}`,
	} {
		t.Run(name, func(t *testing.T) {
			for _, caller := range []*mcprt.Caller{ada(), nil} {
				for _, revision := range runtimetest.Revisions() {
					got := string(runtimetest.Stdio(t, srv, caller, revision, runtimetest.Request(revision, "tools/call", params)))
					want := `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Error: Tool name is required."}}` + "\n"
					if diff := cmp.Diff(want, got); diff != "" {
						t.Errorf("%s (-want +got):\n%s", revision, diff)
					}
				}
			}
		})
	}
}

func TestUnknownNameIsCut(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	_, err := runtimetest.Connect(t, srv, ada()).Call(strings.Repeat("ä", 1<<20), "")
	if err == nil || len(err.Error()) > 400 || !strings.Contains(err.Error(), "ä…'.") {
		t.Errorf("error %.80v: want it cut", err)
	}
}

// handlerFor returns an HTTP handler whose only caller is caller.
func handlerFor(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller) http.Handler {
	t.Helper()
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return caller, nil })
	if err != nil {
		t.Fatalf("handler: %v", err)
	}
	return handler
}
