package runtime_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// What one caller is shown is marked as that caller's own and as stale at once,
// on every page, so that no cache shows it to another one.
func TestListingsArePrivate(t *testing.T) { // catalogue G11
	requests := map[string]string{
		"tools/list": `{}`, "prompts/list": `{}`, "resources/list": `{}`, "resources/templates/list": `{}`,
		"resources/read": `{"uri":"calc://pi"}`, "server/discover": `{}`,
	}
	pages := registry(add(), row("more", "math", says("")))
	servers := map[string]*mcprt.Server{
		"one page":  newServer(t, library(), mcprt.BySections),
		"changing":  newServer(t, library(), mcprt.BySections, mcprt.WithListChanged(), mcprt.WithResourceUpdates()),
		"extended":  newServer(t, library(), mcprt.BySections, onDefinition(func(e *mcprt.DefinitionEvent) error { return e.SetMeta("a", []byte(`1`)) })),
		"two pages": newServer(t, pages, mcprt.BySections, mcprt.WithPageSize(1)),
	}
	for which, srv := range servers {
		for method, params := range requests {
			if which == "two pages" && method != "tools/list" {
				continue
			}
			for who, caller := range map[string]*mcprt.Caller{"ada": ada(), "nobody": nil} {
				if caller == nil && method == "resources/read" {
					continue
				}
				for _, revision := range runtimetest.Revisions() {
					if method == "server/discover" && revision < "2026-07-28" {
						continue
					}
					request := runtimetest.Request(revision, method, params)
					for where, answer := range map[string][]byte{
						"stdio": runtimetest.Stdio(t, srv, caller, revision, request),
						"http":  runtimetest.HTTP(t, handlerFor(t, srv, caller), revision, request),
					} {
						about := fmt.Sprintf("%s: %s over %s in %s for %s", which, method, where, revision, who)
						if got := string(answer); !strings.Contains(got, `"ttlMs":0`) || !strings.Contains(got, `"cacheScope":"private"`) || strings.Contains(got, "public") {
							t.Errorf("%s: %s", about, got)
						}
					}
				}
			}
		}
	}
}

// The second page is as private as the first.
func TestSecondPageIsPrivate(t *testing.T) { // catalogue G11
	srv := newServer(t, registry(add(), row("more", "math", says(""))), mcprt.BySections, mcprt.WithPageSize(1))
	result, err := runtimetest.Connect(t, srv, ada()).Session().ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	request := runtimetest.Request("2026-07-28", "tools/list", fmt.Sprintf(`{"cursor":%q}`, result.NextCursor))
	answer := string(runtimetest.HTTP(t, handlerFor(t, srv, ada()), "2026-07-28", request))
	if !strings.Contains(answer, `"more"`) || !strings.Contains(answer, `"cacheScope":"private"`) {
		t.Errorf("%s", answer)
	}
}

// A session's id is nothing to whoever it does not belong to, however much they
// may do themselves: the answer is that for an id that never was. The rest of
// the row is in TestForeignSession.
func TestHandleOfAnother(t *testing.T) { // catalogue G16, G17
	_, handler := stateful(t, 0)
	hers, his := open(t, handler, "ada"), open(t, handler, "bob")
	for _, body := range []string{callAdd, initialized, `{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":7}}`} {
		never := whole(exchange(t.Context(), handler, http.MethodPost, "bob", "never-was", body))
		if got := whole(exchange(t.Context(), handler, http.MethodPost, "bob", hers, body)); got != never {
			t.Errorf("%s: %s, want %s", body, got, never)
		}
		if got := exchange(t.Context(), handler, http.MethodPost, "bob", his, body); got.Code == http.StatusNotFound {
			t.Errorf("%s in his own session: %d", body, got.Code)
		}
	}
}
