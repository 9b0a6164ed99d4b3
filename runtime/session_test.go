package runtime_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const (
	initialize  = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`
	initialized = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	callAdd     = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"add","arguments":{"a":1,"b":2,"password":"hunter2"}}}`
)

// byUser is whoever the request says: "ada" or "ada/claude"; "-" is nobody.
func byUser(req *http.Request) (*mcprt.Caller, error) {
	id, client, _ := strings.Cut(req.Header.Get("X-User"), "/")
	if id == "-" {
		return nil, nil
	}
	return &mcprt.Caller{ID: id, Client: client, Sections: []string{"math"}}, nil
}

func stateful(t *testing.T, idle time.Duration, opts ...mcprt.Option) (*mcprt.Server, http.Handler) {
	t.Helper()
	srv := newServer(t, registry(add()), mcprt.BySections, opts...)
	handler, err := srv.HTTPHandler(byUser, mcprt.WithSessions(idle))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = srv.Shutdown(context.WithoutCancel(t.Context())) })
	return srv, handler
}

// exchange sends one request and returns the response.
func exchange(ctx context.Context, handler http.Handler, method, user, session, body string) *httptest.ResponseRecorder {
	req := httptest.NewRequestWithContext(ctx, method, "http://127.0.0.1/mcp", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", "2025-11-25")
	req.Header.Set("X-User", user)
	if session != "" {
		req.Header.Set("Mcp-Session-Id", session)
	}
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, req)
	return response
}

// newest is a call in the newest revision.
func newest(ctx context.Context, tool, args string) *http.Request {
	body := runtimetest.Request("2026-07-28", "tools/call", fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args))
	req := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	for key, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Mcp-Protocol-Version": "2026-07-28",
		"Mcp-Method": "tools/call", "Mcp-Name": tool,
	} {
		req.Header.Set(key, value)
	}
	return req
}

// open begins a session.
func open(t testing.TB, handler http.Handler, user string) string {
	t.Helper()
	response := exchange(t.Context(), handler, http.MethodPost, user, "", initialize)
	session := response.Header().Get("Mcp-Session-Id")
	if response.Code != http.StatusOK || session == "" {
		t.Fatalf("initialize: %d %s", response.Code, response.Body)
	}
	exchange(t.Context(), handler, http.MethodPost, user, session, initialized)
	return session
}

// whole is a response as bytes, but for the session that was asked for.
func whole(response *httptest.ResponseRecorder) string {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%d\n", response.Code)
	_ = response.Header().Write(&out)
	out.Write(response.Body.Bytes())
	return out.String()
}

// Another one's session is answered like one that has expired and like one that
// never was, for every method and whatever is asked. Catalogue G17.
//
// contract: V-4, R-2
func TestForeignSession(t *testing.T) {
	log := &journal{}
	_, handler := stateful(t, 0, log.option())
	hers := open(t, handler, "ada/claude")
	ended := open(t, handler, "ada/claude")
	if got := exchange(t.Context(), handler, http.MethodDelete, "ada/claude", ended, ""); got.Code != http.StatusNoContent {
		t.Fatalf("delete: %d", got.Code)
	}
	list := `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`
	for _, request := range []struct{ method, body string }{
		{http.MethodPost, callAdd},
		{http.MethodPost, list},
		{http.MethodPost, initialize},
		{http.MethodPost, initialized},
		{http.MethodPost, "[" + callAdd + "," + list + "]"},
		{http.MethodPost, "garbage"},
		{http.MethodPost, ""},
		{http.MethodGet, ""},
		{http.MethodDelete, ""},
	} {
		expired := whole(exchange(t.Context(), handler, request.method, "ada/claude", ended, request.body))
		if !strings.HasPrefix(expired, "404\n") {
			t.Fatalf("%v: expired is %s", request, expired)
		}
		for _, other := range []struct{ user, session string }{
			{"bob", hers}, {"bob/claude", hers}, {"ada", hers}, {"ada/other", hers}, {"-", hers}, {"ad/aclaude", hers}, {"bob", "never-was"}, {"ada/claude", "never-was"},
		} {
			got := whole(exchange(t.Context(), handler, request.method, other.user, other.session, request.body))
			if diff := cmp.Diff(expired, got); diff != "" {
				t.Errorf("%v by %v (-expired +foreign):\n%s", request, other, diff)
			}
		}
	}
	if !strings.Contains(log.String(), "MCP session is bound to a different identity; start a new session") || strings.Contains(log.String(), hers) {
		t.Errorf("log %s", log)
	}
	if got := exchange(t.Context(), handler, http.MethodPost, "ada/claude", hers, callAdd); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `{\"result\":3}`) {
		t.Errorf("the owner is answered %d %s", got.Code, got.Body)
	}
}

// A refusal of a foreign session is recorded for every call that was to be made,
// and for nothing else.
//
// contract: R-2
func TestForeignSessionIsRecorded(t *testing.T) {
	recorder := &runtimetest.Recorder{}
	_, handler := stateful(t, 0, recorder.Options()...)
	hers := open(t, handler, "ada")
	exchange(t.Context(), handler, http.MethodPost, "bob", hers, callAdd)
	exchange(t.Context(), handler, http.MethodPost, "bob", hers, initialized)
	exchange(t.Context(), handler, http.MethodPost, "bob", "never-was", callAdd)
	failed := recorder.Failed()
	if len(failed) != 1 || len(recorder.Types()) != 1 {
		t.Fatalf("recorded %v", recorder.Types())
	}
	got := failed[0]
	if got.Tool != "add" || got.Reason != event.ReasonAccessDenied || got.RequestID != int64(7) || got.Plugin != "" ||
		got.Exception.Error() != "MCP session is bound to a different identity; start a new session" {
		t.Errorf("recorded %+v", got)
	}
	if strings.Contains(string(got.Arguments), "hunter2") {
		t.Errorf("arguments %s", got.Arguments)
	}
}

// A session belongs to who began it, for good.
//
// contract: V-4
func TestOwnerIsImmutable(t *testing.T) {
	_, handler := stateful(t, 0)
	hers := open(t, handler, "ada")
	nobodys := open(t, handler, "-")
	exchange(t.Context(), handler, http.MethodPost, "bob", hers, initialize)
	exchange(t.Context(), handler, http.MethodPost, "ada", hers, initialize)
	for _, test := range []struct {
		user, session string
		status        int
	}{{"ada", hers, 200}, {"bob", hers, 404}, {"ada", nobodys, 404}, {"-", nobodys, 200}, {"-", hers, 404}} {
		if got := exchange(t.Context(), handler, http.MethodPost, test.user, test.session, callAdd); got.Code != test.status {
			t.Errorf("%s in %s: %d %s", test.user, test.session, got.Code, got.Body)
		}
	}
}

// The identity of a session grants nothing: who calls is asked each time.
//
// contract: R-2
func TestSessionGrantsNothing(t *testing.T) {
	sections := []string{"math"}
	srv := newServer(t, registry(add()), mcprt.BySections)
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) {
		return &mcprt.Caller{ID: "ada", Sections: sections}, nil
	}, mcprt.WithSessions(0))
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = srv.Shutdown(t.Context()) }()
	session := open(t, handler, "ada")
	before := exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd).Body.String()
	sections = nil
	after := exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd).Body.String()
	if !strings.Contains(before, `{\"result\":3}`) || !strings.Contains(after, "Error: Unknown tool 'add'.") {
		t.Errorf("before %s, after %s", before, after)
	}
}

// contract: V-4
func TestSessionsExpire(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := newServer(t, registry(add()), mcprt.BySections)
		handler, err := srv.HTTPHandler(byUser, mcprt.WithSessions(time.Minute))
		if err != nil {
			t.Fatal(err)
		}
		session := open(t, handler, "ada")
		time.Sleep(time.Minute - 1)
		if got := exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd); got.Code != http.StatusOK {
			t.Errorf("in time: %d", got.Code)
		}
		time.Sleep(time.Minute + 1)
		want := whole(exchange(t.Context(), handler, http.MethodPost, "bob", session, callAdd))
		if diff := cmp.Diff(want, whole(exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd))); diff != "" {
			t.Errorf("(-foreign +expired):\n%s", diff)
		}
		_ = srv.Shutdown(t.Context())
	})
}

// A new session is a new budget, and one session's calls are no other's.
//
// contract: S1-15, S1-17
func TestBudgetOfASession(t *testing.T) {
	_, handler := stateful(t, 0, mcprt.WithSessionBudget(2))
	spent := func(session string) bool {
		return strings.Contains(exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd).Body.String(), "budget of 2 is exhausted")
	}
	first, second := open(t, handler, "ada"), open(t, handler, "ada")
	got := []bool{spent(first), spent(first), spent(first), spent(second), spent(open(t, handler, "ada"))}
	if diff := cmp.Diff([]bool{false, false, true, false, false}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The newest revision has no sessions, and ignores the header.
func TestNewestRevisionBesideSessions(t *testing.T) {
	_, handler := stateful(t, 0)
	for _, session := range []string{"", "never-was", open(t, handler, "ada")} {
		req := newest(t.Context(), "add", `{"a":1,"b":2}`)
		req.Header.Set("X-User", "bob")
		req.Header.Set("Mcp-Session-Id", session)
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, req)
		if response.Code != http.StatusOK || !strings.Contains(response.Body.String(), `{\"result\":3}`) || response.Header().Get("Mcp-Session-Id") != "" {
			t.Errorf("%q: %s", session, whole(response))
		}
	}
}

// A real client lives in a session, and a shutdown ends it: its stream, and its
// goroutines.
func TestSessionOfAClient(t *testing.T) { // catalogue H6, H7
	srv := newServer(t, registry(add()), mcprt.BySections, mcprt.WithShutdownGrace(5*time.Second))
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return ada(), nil }, mcprt.WithSessions(0))
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewServer(handler)
	defer web.Close()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: web.URL}, &mcp.ClientSessionOptions{})
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "add", Arguments: map[string]any{"a": 1, "b": 2}})
	if err != nil || result.IsError {
		t.Errorf("call: %v, %v", result, err)
	}
	began := time.Now()
	if err := srv.Shutdown(t.Context()); err != nil || time.Since(began) > 4*time.Second {
		t.Errorf("shutdown: %v after %s", err, time.Since(began))
	}
	_ = session.Close()
	web.Client().CloseIdleConnections()
}

// A stream that only waits does not hold a shutdown up.
func TestStreamEndsWithTheServer(t *testing.T) { // catalogue H7
	srv, handler := stateful(t, 0, mcprt.WithShutdownGrace(time.Hour))
	session := open(t, handler, "ada")
	var stream sync.WaitGroup
	stream.Go(func() { exchange(t.Context(), handler, http.MethodGet, "ada", session, "") })
	if err := srv.Shutdown(t.Context()); err != nil {
		t.Errorf("shutdown: %v", err)
	}
	stream.Wait()
}

func TestWrongSessionOptions(t *testing.T) {
	srv := newServer(t, registry(add()), mcprt.BySections)
	for name, opt := range map[string]mcprt.HTTPOption{"negative": mcprt.WithSessions(-1), "nil": nil} {
		if _, err := srv.HTTPHandler(byUser, opt); err == nil {
			t.Errorf("%s is taken", name)
		}
	}
}
