package main

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const (
	unknownTool   = "Error: Unknown tool '%'."
	internalError = "Error: An internal error occurred while executing the tool."
)

// arguments is one good call of every tool, in any order, on tasks 1 and 2.
func arguments() map[string]string {
	return map[string]string{
		"admin_purge":   `{"before":"2000-01-01T00:00:00Z"}`,
		"debug_panic":   `{}`,
		"tasks_archive": `{"id":2}`,
		"tasks_create":  `{"title":"t"}`,
		"tasks_export":  `{}`,
		"tasks_get":     `{"id":1}`,
		"tasks_import":  `{"items":[{"title":"t"}]}`,
		"tasks_list":    `{}`,
		"tasks_seal":    `{"id":1,"passphrase":"correct horse battery"}`,
		"tasks_stats":   `{}`,
		"tasks_update":  `{"id":1,"patch":{}}`,
	}
}

// access is what each caller may use; nobody is the empty name.
func access() map[string][]string {
	viewer := []string{"tasks_export", "tasks_get", "tasks_list", "tasks_seal", "tasks_stats"}
	member := slices.Sorted(slices.Values(append([]string{"tasks_archive", "tasks_create", "tasks_import", "tasks_update"}, viewer...)))
	return map[string][]string{
		"":      {},
		"alice": member,
		"bob":   viewer,
		"robot": append([]string{"admin_purge", "debug_panic"}, member...),
		"root":  append([]string{"admin_purge", "debug_panic"}, member...),
	}
}

func caller(t *testing.T, name string) *mcprt.Caller {
	t.Helper()
	caller, err := callerNamed(name)
	if err != nil {
		t.Fatal(err)
	}
	return caller
}

func newTestServer(t *testing.T, log io.Writer) *mcprt.Server {
	t.Helper()
	store := newStore(t)
	create(t, store, "first", "second")
	srv, err := newServer(store, settings{}, slog.NewTextHandler(log, nil), log)
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

// contract: S0-1, S0-2, S0-13
func TestCallersSeeWhatTheyMayCall(t *testing.T) {
	for name, may := range access() {
		t.Run("caller "+name, func(t *testing.T) {
			client := runtimetest.Connect(t, newTestServer(t, io.Discard), caller(t, name))
			if diff := cmp.Diff(may, client.List()); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
			for tool, args := range arguments() {
				result, err := client.Call(tool, args)
				switch {
				case !slices.Contains(may, tool):
					if want := strings.Replace(unknownTool, "%", tool, 1); err == nil || !strings.Contains(err.Error(), want) {
						t.Errorf("%s: error %v, want %q", tool, err, want)
					}
				case err != nil:
					t.Errorf("%s: %v", tool, err)
				case result.IsError != (tool == "debug_panic" || name+tool == "robotadmin_purge"):
					t.Errorf("%s: %s", tool, runtimetest.Text(t, result))
				}
			}
		})
	}
}

// contract: S0-1, S0-2, S0-13
func TestHiddenIsAbsent(t *testing.T) {
	srv := newTestServer(t, io.Discard)
	for name, may := range access() {
		for tool := range arguments() {
			if !slices.Contains(may, tool) {
				t.Run("caller "+name+" "+tool, func(t *testing.T) {
					runtimetest.Hidden(t, srv, caller(t, name), tool)
				})
			}
		}
	}
}

// contract: S0-51
func TestPanicIsContained(t *testing.T) {
	var log strings.Builder
	client := runtimetest.Connect(t, newTestServer(t, &log), caller(t, "root"))
	result, err := client.Call("debug_panic", `{}`)
	if err != nil || !result.IsError || runtimetest.Text(t, result) != internalError {
		t.Errorf("result %+v, error %v", result, err)
	}
	if result, err := client.Call("tasks_get", `{"id":1}`); err != nil || result.IsError {
		t.Errorf("a call after it: %+v, %v", result, err)
	}
	if !strings.Contains(log.String(), "debug_panic was called") {
		t.Errorf("the log does not name the cause: %s", log.String())
	}
}

// contract: S0-47, S0-49, S0-51
func TestWhatACallerReads(t *testing.T) {
	long := strings.Repeat("x", 201)
	tests := map[string]struct{ tool, args, want string }{
		"created":             {"tasks_create", `{"title":"t","due":"2031-01-01T01:00:00+01:00"}`, `{"id":3,"title":"t","status":"open","priority":"normal","due":"2031-01-01T00:00:00Z","tags":[],"created":"2030-01-02T03:04:05.000006Z"}`},
		"listed":              {"tasks_list", `{"limit":1}`, `{"result":[{"id":2,"title":"second","status":"open","priority":"normal","tags":[],"created":"2030-01-02T03:04:05.000006Z"}]}`},
		"counted":             {"tasks_stats", `{}`, `{"open":2,"done":0,"archived":0}`},
		"sealed":              {"tasks_seal", `{"id":1,"passphrase":"correct horse battery"}`, `{"text":"Task 1 is open: first","seal":"3e005086c8544ffd499cdb11da78e15e1532b27de4587abf95015f39a2229acc"}`},
		"absent to seal":      {"tasks_seal", `{"id":404,"passphrase":"correct horse battery"}`, "There is no task 404."},
		"short passphrase":    {"tasks_seal", `{"id":1,"passphrase":"hunter2"}`, "Error: Invalid value for argument 'passphrase': expected string of 16 to 200 characters."},
		"purged":              {"admin_purge", `{"before":"2999-01-01T00:00:00Z"}`, `{"tasks":0}`},
		"absent task":         {"tasks_get", `{"id":404}`, "There is no task 404."},
		"absent to change":    {"tasks_update", `{"id":404,"patch":{}}`, "There is no task 404, or it is archived."},
		"absent to archive":   {"tasks_archive", `{"id":404}`, "There is no task 404."},
		"missing":             {"tasks_create", `{}`, "Error: Missing required argument 'title'."},
		"empty title":         {"tasks_create", `{"title":""}`, "Error: Invalid value for argument 'title': expected string of 1 to 200 characters."},
		"long title":          {"tasks_create", `{"title":"` + long + `"}`, "Error: Invalid value for argument 'title': expected string of 1 to 200 characters."},
		"too many tags":       {"tasks_create", `{"title":"t","tags":["","","","","","","","","","",""]}`, "Error: Invalid value for argument 'tags': expected array of at most 10 items."},
		"no date":             {"tasks_create", `{"title":"t","due":"tomorrow"}`, "Error: Invalid value for argument 'due': expected date-time."},
		"unknown status":      {"tasks_list", `{"status":"lost"}`, "Error: Invalid value for argument 'status': expected one of 'open', 'done', 'archived'."},
		"limit out of range":  {"tasks_list", `{"limit":101}`, "Error: Invalid value for argument 'limit': expected int between 1 and 100."},
		"id is text":          {"tasks_get", `{"id":"1"}`, "Error: Invalid value for argument 'id': expected int of at least 1."},
		"patch by archive":    {"tasks_update", `{"id":1,"patch":{"status":"archived"}}`, "Error: Invalid value for argument 'patch.status': expected one of 'open', 'done'."},
		"no patch":            {"tasks_update", `{"id":1}`, "Error: Missing required argument 'patch'."},
		"no items":            {"tasks_import", `{"items":[]}`, "Error: Invalid value for argument 'items': expected array of 1 to 100 items."},
		"problems of an item": {"tasks_import", `{"items":[{"title":"t"},{"priority":"x"}]}`, "Error: Missing required argument 'items[1].title'.\nError: Invalid value for argument 'items[1].priority': expected one of 'low', 'normal', 'high'."},
		"an array":            {"admin_purge", `[]`, "Error: Invalid arguments: expected object."},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			client := runtimetest.Connect(t, newTestServer(t, io.Discard), caller(t, "root"))
			result, err := client.Call(test.tool, test.args)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, runtimetest.Text(t, result)); diff != "" {
				t.Errorf("text (-want +got):\n%s", diff)
			}
			if want := !strings.HasPrefix(test.want, "{"); result.IsError != want {
				t.Errorf("isError is %t, want %t", result.IsError, want)
			}
		})
	}
}

func TestIdentify(t *testing.T) {
	tests := map[string]struct {
		headers []string
		want    string
		err     error
	}{
		"no header":          {nil, "", nil},
		"alice":              {[]string{"Bearer alice-token"}, "alice", nil},
		"scheme in capitals": {[]string{"BEARER root-token"}, "root", nil},
		"wrong token":        {[]string{"Bearer alice"}, "", mcprt.ErrUnauthenticated},
		"no token":           {[]string{"Bearer"}, "", mcprt.ErrUnauthenticated},
		"empty header":       {[]string{""}, "", mcprt.ErrUnauthenticated},
		"other scheme":       {[]string{"Basic alice-token"}, "", mcprt.ErrUnauthenticated},
		"two headers":        {[]string{"Bearer alice-token", "Bearer root-token"}, "", mcprt.ErrUnauthenticated},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", nil)
			request.Header["Authorization"] = test.headers
			got, err := identify(nil)(request)
			if !errors.Is(err, test.err) {
				t.Errorf("error %v, want %v", err, test.err)
			}
			if diff := cmp.Diff(caller(t, test.want), got); diff != "" {
				t.Errorf("caller (-want +got):\n%s", diff)
			}
		})
	}
}

func TestIdentifyTakesTheAnonymousCaller(t *testing.T) {
	request := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "/mcp", nil)
	got, err := identify(caller(t, "bob"))(request)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(caller(t, "bob"), got); diff != "" {
		t.Errorf("caller (-want +got):\n%s", diff)
	}
}

func TestPolicyGrantsStrangersNothing(t *testing.T) {
	grant, err := policy(context.Background(), mcprt.Caller{ID: "mallory", Sections: []string{"tasks"}})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(mcprt.Grant{}, grant); diff != "" {
		t.Errorf("grant (-want +got):\n%s", diff)
	}
}

// Every row must be in the tables of these tests, or they prove nothing of it.
func TestEveryToolIsTested(t *testing.T) {
	var rows []string
	for row := range MCPRegistry(&Service{}).Rows() {
		rows = append(rows, row.Name)
	}
	slices.Sort(rows)
	if diff := cmp.Diff(rows, slices.Sorted(maps.Keys(arguments()))); diff != "" {
		t.Errorf("arguments() differs from the registry (-registry +arguments):\n%s", diff)
	}
	if diff := cmp.Diff(rows, access()["root"]); diff != "" {
		t.Errorf("root differs from the registry (-registry +root):\n%s", diff)
	}
}
