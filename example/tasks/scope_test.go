package main

import (
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const textNoScope = "Error: Missing scope 'tasks:purge'."

// Who may purge and whose token may not reads which scope it takes, over HTTP as the
// status and the challenge of OAuth. To whoever may not purge the tool stays unknown,
// whatever a token could be handed out for.
func TestPurgeNeedsAScope(t *testing.T) {
	w := startWeb(t)
	defer w.kill(t)
	const challenge = `Www-Authenticate:[Bearer error="insufficient_scope", scope="tasks:purge", error_description="the token lacks a scope that this operation needs"]`
	type story struct {
		token string
		want  []string
	}
	for _, revision := range runtimetest.Revisions() {
		tests := map[string]story{
			"root":  {"root-token", []string{"200 ", "Missing required argument 'before'"}},
			"robot": {"robot-token", []string{textNoScope}},
			"alice": {"alice-token", []string{"Unknown tool 'admin_purge'"}},
		}
		if revision == "2026-07-28" { // before it, only a session has the status
			tests["robot, challenged"] = story{"robot-token", []string{"403 ", challenge}}
		}
		for name, test := range tests {
			t.Run(revision+" "+name, func(t *testing.T) {
				got := w.call(t, test.token, revision, "admin_purge")
				for _, want := range test.want {
					if !strings.Contains(got, want) {
						t.Errorf("answer %q, want %q", got, want)
					}
				}
				if name == "alice" && (strings.Contains(got, "scope") || strings.HasPrefix(got, "403")) {
					t.Errorf("answer %q tells of the tool", got)
				}
			})
		}
	}
}

// On stdio there is no token to get a better one for: a tool error says it.
func TestPurgeNeedsAScopeOnStdio(t *testing.T) {
	client := runtimetest.Connect(t, governed(t, newStore(t), settings{}), caller(t, "robot"))
	wantAnswers(t, client, "admin_purge", `{"before":"2000-01-01T00:00:00Z"}`, textNoScope)
	wantAnswers(t, client, "tasks_list", `{}`, `{"result":[]}`)
}

// A proxy can go by the header, because the server refuses one that says something
// else than the body; before the newest revision there is none. Who may not list
// does not learn that there is a header.
//
// catalogue: G1
func TestStatusInAHeader(t *testing.T) {
	w := startWeb(t)
	defer w.kill(t)
	tests := map[string]struct {
		token, revision string
		header          []string
		want            string
	}{
		"equal":            {"bob-token", "2026-07-28", []string{"Mcp-Param-Status", "done"}, `"structuredContent":{"result":[]}`},
		"encoded":          {"bob-token", "2026-07-28", []string{"Mcp-Param-Status", "=?base64?ZG9uZQ==?="}, `"structuredContent":{"result":[]}`},
		"other":            {"bob-token", "2026-07-28", []string{"Mcp-Param-Status", "archived"}, `"code":-32020`},
		"none":             {"bob-token", "2026-07-28", nil, `"code":-32020`},
		"broken":           {"bob-token", "2026-07-28", []string{"Mcp-Param-Status", "=?base64?ZG9uZQ?="}, `"code":-32020`},
		"older revision":   {"bob-token", "2025-11-25", nil, `"structuredContent":{"result":[]}`},
		"nobody":           {"", "2026-07-28", nil, "Unknown tool 'tasks_list'"},
		"nobody and other": {"", "2026-07-28", []string{"Mcp-Param-Status", "archived"}, "Unknown tool 'tasks_list'"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			body := runtimetest.Request(test.revision, "tools/call", `{"name":"tasks_list","arguments":{"status":"done"}}`)
			got := w.send(t, test.token, test.revision, "tasks_list", body, test.header...)
			if !strings.Contains(got, test.want) {
				t.Errorf("answer %q, want %q", got, test.want)
			}
			if refused := strings.HasPrefix(got, "400 "); refused != (test.revision == "2026-07-28" && !strings.Contains(test.want, "result")) {
				t.Errorf("answer %q", got)
			}
		})
	}
}
