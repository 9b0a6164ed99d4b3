package runtime_test

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestDefinitionIsWhatTheRowSays(t *testing.T) {
	r := add()
	r.Hints = mcprt.Hints{Destructive: true}
	srv := newServer(t, registry(r), mcprt.BySections)
	got := runtimetest.Stdio(t, srv, ada(), "2025-11-25", runtimetest.Request("2025-11-25", "tools/list", `{}`))
	want := `{"jsonrpc":"2.0","id":7,"result":{"ttlMs":0,"cacheScope":"private","tools":[{` +
		`"annotations":{"destructiveHint":true,"idempotentHint":false,"openWorldHint":false,"readOnlyHint":false},` +
		`"description":"Add adds.","inputSchema":` + schemaAdd + `,"name":"add","outputSchema":` + schemaSum + `,"title":"Add"}]}}` + "\n"
	if diff := cmp.Diff(want, string(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// many is a registry of seen tools of section math between hidden ones, in no
// order.
func many(seen int) *mcprt.Registry {
	var rows []mcprt.Row
	for i := range seen {
		name := fmt.Sprintf("tool_%03d", (i*7)%seen)
		rows = append(rows, row(name, "math", says("")), row(name+"_secret", "admin", says("")))
	}
	return registry(rows...)
}

// contract: V-3
func TestPagesAreCutAfterFiltering(t *testing.T) {
	for _, size := range []int{1, 3, 10, 11, 1000} {
		t.Run(fmt.Sprint(size), func(t *testing.T) {
			srv := newServer(t, many(10), mcprt.BySections, mcprt.WithPageSize(size))
			session := runtimetest.Connect(t, srv, ada()).Session()
			var names []string
			pages, cursor := 0, ""
			for {
				page, err := session.ListTools(t.Context(), &mcp.ListToolsParams{Cursor: cursor})
				if err != nil {
					t.Fatal(err)
				}
				pages++
				for _, tool := range page.Tools {
					names = append(names, tool.Name)
				}
				if cursor = page.NextCursor; cursor == "" {
					break
				}
				if len(page.Tools) != size {
					t.Errorf("page %d holds %d tools, want it full", pages, len(page.Tools))
				}
				checkSilent(t, cursor)
			}
			if want := (10 + size - 1) / size; pages != want {
				t.Errorf("%d pages, want %d", pages, want)
			}
			var want []string
			for i := range 10 {
				want = append(want, fmt.Sprintf("tool_%03d", i))
			}
			if diff := cmp.Diff(want, names); diff != "" {
				t.Errorf("names (-want +got):\n%s", diff)
			}
		})
	}
}

// checkSilent wants a cursor that names no tool.
func checkSilent(t *testing.T, cursor string) {
	t.Helper()
	data, err := base64.RawURLEncoding.DecodeString(cursor)
	if err != nil || strings.Contains(string(data), "tool") {
		t.Errorf("cursor %q: %v %q", cursor, err, data)
	}
}

// A cursor does not depend on what is hidden.
//
// contract: V-3
func TestCursorCountsNothingHidden(t *testing.T) {
	next := func(reg *mcprt.Registry) string {
		srv := newServer(t, reg, mcprt.BySections, mcprt.WithPageSize(2))
		return firstCursor(t, srv, ada())
	}
	var visible []mcprt.Row
	for r := range many(10).Rows() {
		if r.Section == "math" {
			visible = append(visible, r)
		}
	}
	if with, without := next(many(10)), next(registry(visible...)); with != without {
		t.Errorf("cursor %q with hidden tools, %q without", with, without)
	}
}

func firstCursor(t *testing.T, srv *mcprt.Server, caller *mcprt.Caller) string {
	t.Helper()
	page, err := runtimetest.Connect(t, srv, caller).Session().ListTools(t.Context(), nil)
	if err != nil || page.NextCursor == "" {
		t.Fatalf("first page: %v, cursor %q", err, page.NextCursor)
	}
	return page.NextCursor
}

// contract: V-3
func TestCursorThatDoesNotFitIsInvalid(t *testing.T) {
	srv := newServer(t, many(10), mcprt.BySections, mcprt.WithPageSize(3))
	good := firstCursor(t, srv, ada())
	data, err := base64.RawURLEncoding.DecodeString(good)
	if err != nil {
		t.Fatal(err)
	}
	with := func(i int, b byte) string {
		forged := append([]byte{}, data...)
		forged[i] = b
		return base64.RawURLEncoding.EncodeToString(forged)
	}
	bob := &mcprt.Caller{ID: "bob", Sections: []string{"math"}}
	more := &mcprt.Caller{ID: "ada", Sections: []string{"math", "admin"}}
	tests := map[string]string{
		"forged version":      with(0, 2),
		"forged offset":       with(4, 6),
		"offset zero":         with(4, 0),
		"offset past the end": with(4, 30),
		"huge offset":         with(1, 255),
		"forged hash":         with(20, data[20]+1),
		"of another caller":   firstCursor(t, srv, bob),
		"of another grant":    firstCursor(t, srv, more),
		"of another size":     firstCursor(t, newServer(t, many(10), mcprt.BySections, mcprt.WithPageSize(2)), ada()),
		"cut":                 good[:len(good)-1],
		"longer":              good + "A",
		"padded":              good + "=",
		"no base64":           strings.Repeat("!", len(good)),
		"a tool's name":       "tool_003_secret",
		"a megabyte":          strings.Repeat("A", 1<<20),
	}
	for name, cursor := range tests {
		t.Run(name, func(t *testing.T) {
			params, err := json.Marshal(map[string]string{"cursor": cursor})
			if err != nil {
				t.Fatal(err)
			}
			got := runtimetest.Stdio(t, srv, ada(), "2026-07-28", runtimetest.Request("2026-07-28", "tools/list", string(params)))
			want := `{"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"Error: Invalid cursor."}}` + "\n"
			if diff := cmp.Diff(want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
	t.Run("of nobody", func(t *testing.T) {
		_, err := runtimetest.Connect(t, srv, nil).Session().ListTools(t.Context(), &mcp.ListToolsParams{Cursor: good})
		if err == nil || !strings.Contains(err.Error(), "Error: Invalid cursor.") {
			t.Errorf("error %v", err)
		}
	})
}

// A grant that changes takes effect on the next request of an open connection.
func TestRevocationTakesEffectOnTheNextCall(t *testing.T) {
	granted := make(chan mcprt.Grant, 3)
	granted <- mcprt.Grant{All: true}
	granted <- mcprt.Grant{}
	granted <- mcprt.Grant{}
	srv := newServer(t, two(), func(context.Context, mcprt.Caller) (mcprt.Grant, error) { return <-granted, nil })
	client := runtimetest.Connect(t, srv, ada())
	if _, err := client.Call("delete_all", ""); err != nil {
		t.Errorf("granted: %v", err)
	}
	if _, err := client.Call("delete_all", ""); err == nil {
		t.Error("revoked, and still called")
	}
	if got := client.List(); len(got) != 0 {
		t.Errorf("revoked, and still listed: %v", got)
	}
}

// Host case CLI-14: callers with equal grants read the same bytes, on every
// connection and after a restart.
func TestCLI14OneTextForAll(t *testing.T) {
	request := runtimetest.Request("2025-11-25", "tools/list", `{}`)
	texts := map[string]bool{}
	for range 2 {
		srv := newServer(t, two(), mcprt.BySections)
		for i := range 10 {
			caller := &mcprt.Caller{ID: fmt.Sprint("caller", i), Sections: []string{"math"}}
			texts[string(runtimetest.Stdio(t, srv, caller, "2025-11-25", request))] = true
		}
	}
	if len(texts) != 1 {
		t.Errorf("%d different listings, want 1", len(texts))
	}
}
