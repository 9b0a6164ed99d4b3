package visible_test

import (
	"context"
	"errors"
	"log/slog"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
	"github.com/mcpgen-go/mcpgen/runtime/visible"
)

func rows() *mcprt.Registry {
	says := mcprt.Text(nil, func(context.Context, *mcprt.Call, *struct{}) (string, error) { return "ran", nil })
	row := func(name, section string, readOnly bool, tags ...string) mcprt.Row {
		return mcprt.Row{
			Name: name, Section: section, Tags: tags, Source: "example.com/x." + name,
			Hints: mcprt.Hints{ReadOnly: readOnly}, Input: `{"type":"object","properties":{}}`, Handler: says,
		}
	}
	return mcprt.NewRegistry(mcprt.Identity{Name: "x"}, nil, []mcprt.Row{
		row("task_list", "tasks", true), row("task_delete", "tasks", false, "danger"),
		row("report", "reports", true, "internal", "slow"), row("x", "misc", true),
	})
}

func server(t *testing.T, opts ...mcprt.Option) *mcprt.Server {
	t.Helper()
	opts = append([]mcprt.Option{mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.DiscardHandler))}, opts...)
	srv, err := mcprt.NewServer(rows(), opts...)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// seen returns what caller lists, and checks that it can call that and nothing
// else.
func seen(t *testing.T, srv *mcprt.Server, caller *mcprt.Caller) string {
	t.Helper()
	client := runtimetest.Connect(t, srv, caller)
	listed := client.List()
	for row := range rows().Rows() {
		_, err := client.Call(row.Name, `{}`)
		if callable, shown := err == nil, strings.Contains(" "+strings.Join(listed, " ")+" ", " "+row.Name+" "); callable != shown {
			t.Errorf("%s: callable %t, listed %t", row.Name, callable, shown)
		}
	}
	return strings.Join(listed, " ")
}

func ada() *mcprt.Caller { return &mcprt.Caller{ID: "ada", Roles: []string{"viewer"}} }

// contract: V-1
func TestTools(t *testing.T) {
	tests := map[string]struct {
		rules visible.Rules
		want  string
	}{
		"no rules":             {visible.Rules{}, "report task_delete task_list x"},
		"allow one":            {visible.Rules{Allow: []string{"task_list"}}, "task_list"},
		"allow a glob":         {visible.Rules{Allow: []string{"task_*"}}, "task_delete task_list"},
		"deny one":             {visible.Rules{Deny: []string{"x"}}, "report task_delete task_list"},
		"deny wins":            {visible.Rules{Allow: []string{"*"}, Deny: []string{"task_*"}}, "report x"},
		"deny wins, the same":  {visible.Rules{Allow: []string{"report", "x"}, Deny: []string{"report"}}, "x"},
		"allow matching none":  {visible.Rules{Allow: []string{"nothing*"}}, ""},
		"tag":                  {visible.Rules{Allow: []string{"tag:slow"}}, "report"},
		"tag glob":             {visible.Rules{Deny: []string{"tag:d*r"}}, "report task_list x"},
		"section is a tag":     {visible.Rules{Allow: []string{"tag:tasks"}}, "task_delete task_list"},
		"tag and name":         {visible.Rules{Allow: []string{"tag:internal", "x"}}, "report x"},
		"one character":        {visible.Rules{Allow: []string{"?"}}, "x"},
		"inside a name":        {visible.Rules{Allow: []string{"*ask_*l*"}}, "task_delete task_list"},
		"case":                 {visible.Rules{Deny: []string{"TASK_*"}}, "report task_delete task_list x"},
		"anchored at both end": {visible.Rules{Deny: []string{"ask_*", "*_lis"}}, "report task_delete task_list x"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, seen(t, server(t, visible.Tools(test.rules)), ada())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// contract: V-1, R-1
func TestWrongRules(t *testing.T) {
	tests := map[string]struct {
		opt  mcprt.Option
		want string
	}{
		"empty pattern": {visible.Tools(visible.Rules{Deny: []string{"x", ""}}), `visible: "": pattern is empty`},
		"empty tag":     {visible.Tools(visible.Rules{Allow: []string{"tag:"}}), `visible: "tag:": pattern is empty`},
		"newline":       {visible.Tools(visible.Rules{Deny: []string{"x\n"}}), `visible: "x\n": pattern holds a control character`},
		"misspelt name": {visible.Tools(visible.Rules{Deny: []string{"task_delte"}}), `visible: "task_delte": pattern matches no tool`},
		"misspelt tag":  {visible.Tools(visible.Rules{Deny: []string{"tag:dangr"}}), `visible: "tag:dangr": pattern matches no tool`},
		"permission of no tool": {
			visible.ByPermission(holds(), map[string]string{"task_lst": "p"}), `visible: "task_lst" is no tool`,
		},
		"two permissions": {
			visible.ByPermission(holds(), map[string]string{"x": "p"}, map[string]string{"x": "q"}), `visible: tool "x" has two permissions, "p" and "q"`,
		},
		"empty permission": {visible.ByPermission(holds(), map[string]string{"x": ""}), `visible: permission of "x" is empty`},
		"nobody to ask":    {visible.ByPermission(nil, nil), "function that tells permissions is nil"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			_, err := mcprt.NewServer(rows(), mcprt.WithSections(mcprt.AllSections), test.opt)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v, want %q", err, test.want)
			}
		})
	}
}

func holds(permissions ...string) visible.Holds {
	return func(context.Context, mcprt.Caller) (map[string]bool, error) {
		held := map[string]bool{}
		for _, p := range permissions {
			held[p] = true
		}
		return held, nil
	}
}

// contract: R-2
func TestByPermission(t *testing.T) {
	same := map[string]string{"task_list": "read", "task_delete": "write"}
	tests := map[string]struct {
		held []string
		want string
	}{
		"none":  {nil, "report x"},
		"read":  {[]string{"read"}, "report task_list x"},
		"both":  {[]string{"read", "write"}, "report task_delete task_list x"},
		"other": {[]string{"task_list", ""}, "report x"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := server(t, visible.ByPermission(holds(test.held...), same, same))
			if diff := cmp.Diff(test.want, seen(t, srv, ada())); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is revoked is gone with the next call, and a directory that is down
// refuses calls.
//
// contract: R-2
func TestRevokedPermission(t *testing.T) {
	var revoked, down atomic.Bool
	hold := func(context.Context, mcprt.Caller) (map[string]bool, error) {
		if down.Load() {
			return nil, errors.New("directory: password=hunter2")
		}
		return map[string]bool{"p": !revoked.Load()}, nil
	}
	client := runtimetest.Connect(t, server(t, visible.ByPermission(hold, map[string]string{"x": "p"})), ada())
	if _, err := client.Call("x", `{}`); err != nil {
		t.Fatal(err)
	}
	revoked.Store(true)
	if _, err := client.Call("x", `{}`); err == nil || !strings.Contains(err.Error(), "Error: Unknown tool 'x'.") {
		t.Errorf("after the revocation: %v", err)
	}
	down.Store(true)
	result, err := client.Call("x", `{}`)
	if err != nil || runtimetest.Text(t, result) != "Error: Tool access could not be verified." {
		t.Errorf("while the directory is down: %v, %v", result, err)
	}
}

func TestByRole(t *testing.T) {
	grants := map[string]mcprt.Grant{
		"viewer":  {AllReadOnly: true},
		"editor":  {Sections: []string{"tasks"}},
		"auditor": {ReadOnly: []string{"reports"}},
		"admin":   {All: true},
	}
	policy := visible.ByRole(grants)
	clear(grants)
	tests := map[string]struct {
		roles []string
		want  string
	}{
		"none":     {nil, ""},
		"unknown":  {[]string{"root"}, ""},
		"viewer":   {[]string{"viewer"}, "report task_list x"},
		"editor":   {[]string{"editor"}, "task_delete task_list"},
		"together": {[]string{"editor", "auditor"}, "report task_delete task_list"},
		"admin":    {[]string{"admin"}, "report task_delete task_list x"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv := server(t, mcprt.WithSections(policy))
			if diff := cmp.Diff(test.want, seen(t, srv, &mcprt.Caller{ID: "ada", Roles: test.roles})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}
