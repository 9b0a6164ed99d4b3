package runtime_test

import (
	"context"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// failing is a policy that returns err, and a grant nobody may rely on.
func failing(err error) mcprt.Policy {
	return func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
		return mcprt.Grant{All: true}, err
	}
}

// brokenPolicies fail in every way there is.
func brokenPolicies() map[string]mcprt.Policy {
	return map[string]mcprt.Policy{
		"error": failing(errHost),
		"panic": func(context.Context, mcprt.Caller) (mcprt.Grant, error) { panic("password=hunter2") },
		"nil panic": func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
			panic(nil) //nolint:govet // what a host may do
		},
		"goexit": func(context.Context, mcprt.Caller) (mcprt.Grant, error) {
			runtime.Goexit()
			return mcprt.Grant{All: true}, nil
		},
	}
}

// contract: S0-11, S0-12, S0-18, S0-52
func TestCallFailsClosed(t *testing.T) {
	for name, policy := range brokenPolicies() {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			ran := false
			reg := registry(row("run", "math", does(func(context.Context, *mcprt.Call) error { ran = true; return nil })))
			client := runtimetest.Connect(t, newServer(t, reg, policy, log.option()), ada())

			result, err := client.Call("run", `{}`)
			if err != nil {
				t.Fatalf("call: %v", err)
			}
			if got, want := runtimetest.Text(t, result), "Error: Tool access could not be verified."; got != want || !result.IsError {
				t.Errorf("text %q isError %t, want %q", got, result.IsError, want)
			}
			if ran {
				t.Error("the function ran")
			}
			if !strings.Contains(log.String(), "tool access could not be verified") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// contract: S0-17
func TestListingIsLenient(t *testing.T) {
	for name, policy := range brokenPolicies() {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			srv := newServer(t, two(), policy, log.option())
			got := runtimetest.Connect(t, srv, ada()).List()
			if diff := cmp.Diff([]string{"add"}, got); diff != "" {
				t.Errorf("listed (-own sections +got):\n%s", diff)
			}
			if !strings.Contains(log.String(), "policy failed") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// A policy gets a copy: what it does to the caller is without effect.
func TestPolicyGetsACopy(t *testing.T) {
	srv := newServer(t, two(), func(_ context.Context, c mcprt.Caller) (mcprt.Grant, error) {
		c.Sections[0] = "admin"
		return mcprt.Grant{}, errHost
	})
	client := runtimetest.Connect(t, srv, ada())
	if diff := cmp.Diff([]string{"add"}, client.List()); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
}

func TestGrants(t *testing.T) {
	rows := []mcprt.Row{
		row("write_a", "a", says("")), readOnly("read_a", "a"),
		row("write_b", "b", says("")), readOnly("read_b", "b"),
	}
	tests := map[string]struct {
		grant mcprt.Grant
		want  []string
	}{
		"zero":                        {mcprt.Grant{}, []string{}},
		"all":                         {mcprt.Grant{All: true}, []string{"read_a", "read_b", "write_a", "write_b"}},
		"all that read":               {mcprt.Grant{AllReadOnly: true}, []string{"read_a", "read_b"}},
		"a section":                   {mcprt.Grant{Sections: []string{"a"}}, []string{"read_a", "write_a"}},
		"a section to read":           {mcprt.Grant{ReadOnly: []string{"b"}}, []string{"read_b"}},
		"one, and another to read":    {mcprt.Grant{Sections: []string{"a"}, ReadOnly: []string{"b"}}, []string{"read_a", "read_b", "write_a"}},
		"a section that does not be":  {mcprt.Grant{Sections: []string{"A", "", "*"}}, []string{}},
		"everything to read, one all": {mcprt.Grant{AllReadOnly: true, Sections: []string{"b"}}, []string{"read_a", "read_b", "write_b"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := newServer(t, registry(rows...), func(context.Context, mcprt.Caller) (mcprt.Grant, error) { return test.grant, nil })
			client := runtimetest.Connect(t, srv, ada())
			if diff := cmp.Diff(test.want, client.List()); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
			called := []string{}
			for _, name := range []string{"read_a", "read_b", "write_a", "write_b"} {
				if _, err := client.Call(name, ""); err == nil {
					called = append(called, name)
				}
			}
			if diff := cmp.Diff(test.want, called); diff != "" {
				t.Errorf("callable (-want +got):\n%s", diff)
			}
		})
	}
}

func readOnly(name, section string) mcprt.Row {
	r := row(name, section, says(""))
	r.Hints.ReadOnly = true
	return r
}
