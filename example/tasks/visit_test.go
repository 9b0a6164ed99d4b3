package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// visitor is one client of many.
type visitor struct {
	url   string
	http  *http.Client
	count *tally
}

// prepared is a request of which it is known what has to come back.
type prepared struct {
	name, token, revision, method string
	header                        []string
	body                          string
	status                        int
	want                          string
}

// prepare returns requests of all kinds, good and bad, in both eras.
func prepare() []prepared {
	const newest, legacy = "2026-07-28", "2025-11-25"
	call := func(tool, args string) string { return fmt.Sprintf(`{"name":%q,"arguments":%s}`, tool, args) }
	named := func(name string, more ...string) []string { return append([]string{"Mcp-Name", name}, more...) }
	rows := []prepared{
		{"list", "alice-token", newest, "tools/call", named("tasks_list"), call("tasks_list", `{"limit":5}`), 200, `"structuredContent":{"result":[{"id":`},
		{"list by header", "bob-token", newest, "tools/call", named("tasks_list", "Mcp-Param-Status", "done"), call("tasks_list", `{"status":"done"}`), 200, `"structuredContent":{"result":[]}`},
		{"get", "bob-token", newest, "tools/call", named("tasks_get"), call("tasks_get", `{"id":3}`), 200, `"structuredContent":{"id":3`},
		{"get nothing", "root-token", newest, "tools/call", named("tasks_get"), call("tasks_get", `{"id":404404}`), 200, "There is no task 404404."},
		{"stats, cached", "bob-token", newest, "tools/call", named("tasks_stats"), call("tasks_stats", `{}`), 200, `"open":`},
		{"update", "alice-token", newest, "tools/call", named("tasks_update"), call("tasks_update", `{"id":7,"patch":{"priority":"high"}}`), 200, `"priority":"high"`},
		{"wrong value", "alice-token", newest, "tools/call", named("tasks_list"), call("tasks_list", `{"limit":0}`), 200, "expected int between 1 and 100"},
		{"missing value", "alice-token", newest, "tools/call", named("tasks_create"), call("tasks_create", `{}`), 200, "Missing required argument 'title'"},
		{"no arguments", "alice-token", newest, "tools/call", named("tasks_list"), call("tasks_list", `[]`), 200, "Invalid arguments: expected object."},
		{"panic", "root-token", newest, "tools/call", named("debug_panic"), call("debug_panic", `{}`), 200, internalError},
		{"hidden", "alice-token", newest, "tools/call", named("admin_purge"), call("admin_purge", `{}`), 400, "Unknown tool 'admin_purge'"},
		{"absent", "alice-token", newest, "tools/call", named("nosuch"), call("nosuch", `{}`), 400, "Unknown tool 'nosuch'"},
		{"nobody", "", newest, "tools/call", named("tasks_list"), call("tasks_list", `{}`), 400, "Unknown tool 'tasks_list'"},
		{"no scope", "robot-token", newest, "tools/call", named("admin_purge"), call("admin_purge", `{}`), 403, textNoScope},
		{"wrong header", "alice-token", newest, "tools/call", named("tasks_list", "Mcp-Param-Status", "open"), call("tasks_list", `{"status":"done"}`), 400, `"code":-32020`},
		{"wrong name", "alice-token", newest, "tools/call", named("tasks_get"), call("tasks_list", `{}`), 400, `"error"`},
		{"wrong token", "mallory", newest, "tools/call", named("tasks_list"), call("tasks_list", `{}`), 401, "Unauthorized"},
		{"tools", "alice-token", newest, "tools/list", nil, `{}`, 200, `"name":"tasks_update"`},
		{"tools of nobody", "", newest, "tools/list", nil, `{}`, 200, `"tools":[]`},
		{"prompts", "bob-token", newest, "prompts/list", nil, `{}`, 200, `"name":"plan_day"`},
		{"prompt", "alice-token", newest, "prompts/get", named("plan_day"), `{"name":"plan_day","arguments":{"hours":"3"}}`, 200, "Plan 3 hours"},
		{"templates", "bob-token", newest, "resources/templates/list", nil, `{}`, 200, `"uriTemplate":"tasks://{id}"`},
		{"resource", "bob-token", newest, "resources/read", named("tasks://3"), `{"uri":"tasks://3"}`, 200, `\"id\":3`},
		{"no resource", "", newest, "resources/read", named("tasks://3"), `{"uri":"tasks://3"}`, 400, "Resource not found"},
		{"complete", "alice-token", newest, "completion/complete", nil, `{"ref":{"type":"ref/resource","uri":"tasks://{id}"},"argument":{"name":"id","value":"1"}}`, 200, `"values":["`},
		{"discover", "alice-token", newest, "server/discover", nil, `{}`, 200, `"supportedVersions"`},
		{"no session", "alice-token", legacy, "tools/call", nil, call("tasks_list", `{}`), 200, "session is not initialized"},
	}
	for i, r := range rows {
		rows[i].body = runtimetest.Request(r.revision, r.method, r.body)
	}
	return rows
}

// stories are what takes more than one request.
func stories() []func(*visitor) error {
	return []func(*visitor) error{(*visitor).session, (*visitor).giveUp, (*visitor).subscribe}
}

// visit makes the n-th visit: mostly a request, now and then a story.
func (v *visitor) visit(requests []prepared, n int) {
	v.count.visits.Add(1)
	if all := stories(); n%16 == 15 {
		v.count.streams.Add(1)
		if err := all[n/16%len(all)](v); err != nil {
			v.count.fail(fmt.Sprintf("story %d", n/16%len(all)), err)
		}
		return
	}
	r := requests[n%len(requests)]
	began := time.Now()
	_, err := v.ask(context.Background(), r)
	v.count.add(time.Since(began))
	if err != nil {
		v.count.fail(r.name, err)
	}
}

// open sends a request.
func (v *visitor) open(ctx context.Context, method string, r prepared) (*http.Response, error) {
	req, err := http.NewRequestWithContext(ctx, method, v.url, strings.NewReader(r.body))
	if err != nil {
		return nil, err
	}
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", r.revision)
	if r.token != "" {
		req.Header.Set("Authorization", "Bearer "+r.token)
	}
	if r.revision >= "2026-07-28" {
		req.Header.Set("Mcp-Method", r.method)
	}
	for i := 0; i < len(r.header); i += 2 {
		req.Header.Set(r.header[i], r.header[i+1])
	}
	return v.http.Do(req)
}

// ask posts a request and holds the answer to what it has to be.
func (v *visitor) ask(ctx context.Context, r prepared) (http.Header, error) {
	response, err := v.open(ctx, http.MethodPost, r)
	if err != nil {
		return nil, err
	}
	body, err := drained(response)
	if err != nil {
		return nil, err
	}
	if response.StatusCode != r.status || !strings.Contains(body, r.want) {
		return nil, fmt.Errorf("status %d, want %d with %q: %s", response.StatusCode, r.status, r.want, body)
	}
	return response.Header, nil
}

const (
	loadInit      = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"load","version":"1"}}}`
	loadStarted   = `{"jsonrpc":"2.0","method":"notifications/initialized"}`
	loadPing      = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	loadHeld      = `{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"tasks_list","arguments":{},"_meta":{"` + heldCall + `":true}}}`
	loadCancelled = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":3}}`
	loadSubscribe = `{"jsonrpc":"2.0","id":4,"method":"resources/subscribe","params":{"uri":"tasks://3"}}`
)

// begin begins a session and returns a request in it.
func (v *visitor) begin(token string) (prepared, error) {
	r := prepared{token: token, revision: "2025-11-25", body: loadInit, status: 200, want: `"protocolVersion"`}
	header, err := v.ask(context.Background(), r)
	if err != nil {
		return r, err
	}
	r.header = []string{"Mcp-Session-Id", header.Get("Mcp-Session-Id")}
	r.body, r.status, r.want = loadStarted, http.StatusAccepted, ""
	_, err = v.ask(context.Background(), r)
	return r, err
}

// session is the life of a session of an older revision: it calls, subscribes, has a
// stream, cancels a call, and ends; or leaves without a word.
func (v *visitor) session() error {
	r, err := v.begin("bob-token")
	if err != nil {
		return err
	}
	steps := []prepared{
		{name: "ping", body: loadPing, status: 200, want: `"result":{}`},
		{name: "subscribe", body: loadSubscribe, status: 200, want: `"result":{}`},
		{name: "call", body: runtimetest.Request(r.revision, "tools/call", `{"name":"tasks_get","arguments":{"id":3}}`), status: 200, want: `"structuredContent":{"id":3`},
		{name: "tools", body: runtimetest.Request(r.revision, "tools/list", `{}`), status: 200, want: `"name":"tasks_list"`},
	}
	for _, step := range steps {
		step.token, step.revision, step.header = r.token, r.revision, r.header
		if _, err := v.ask(context.Background(), step); err != nil {
			return fmt.Errorf("%s: %w", step.name, err)
		}
	}
	stream, err := v.open(context.Background(), http.MethodGet, r)
	if err != nil {
		return err
	}
	defer func() { _ = stream.Body.Close() }()
	if err := v.cancelInSession(r); err != nil {
		return err
	}
	return v.end(r, stream)
}

// cancelInSession cancels a call by its id.
func (v *visitor) cancelInSession(r prepared) error {
	answered := make(chan error, 1)
	go func() {
		held := r
		held.body, held.status = loadHeld, http.StatusOK
		_, err := v.ask(context.Background(), held)
		answered <- err
	}()
	cancel := r
	cancel.body, cancel.status = loadCancelled, http.StatusAccepted
	for limit := time.Now().Add(30 * time.Second); time.Now().Before(limit); {
		if _, err := v.ask(context.Background(), cancel); err != nil {
			return fmt.Errorf("cancel: %w", err)
		}
		select {
		case err := <-answered:
			return err
		case <-time.After(5 * time.Millisecond): // the call was not there yet
		}
	}
	return errors.New("a call went on after it was cancelled")
}

// end deletes a session, which ends its stream.
func (v *visitor) end(r prepared, stream *http.Response) error {
	response, err := v.open(context.Background(), http.MethodDelete, r)
	if err != nil {
		return err
	}
	if _, err := drained(response); err != nil || response.StatusCode != http.StatusNoContent {
		return fmt.Errorf("delete: status %d, %w", response.StatusCode, err)
	}
	if _, err := io.Copy(io.Discard, stream.Body); err != nil {
		return fmt.Errorf("stream: %w", err)
	}
	r.body, r.status, r.want = loadPing, http.StatusNotFound, "session not found"
	_, err = v.ask(context.Background(), r)
	return err
}

// giveUp disconnects from a call that would not end by itself.
func (v *visitor) giveUp() error {
	ctx, cancel := context.WithTimeout(context.Background(), 20*time.Millisecond)
	defer cancel()
	r := prepared{token: "alice-token", revision: "2026-07-28", method: "tools/call", header: []string{"Mcp-Name", "tasks_list"}}
	r.body = runtimetest.Request(r.revision, r.method, `{"name":"tasks_list","arguments":{},"_meta":{"`+heldCall+`":true}}`)
	if _, err := v.ask(ctx, r); !errors.Is(err, context.DeadlineExceeded) {
		return fmt.Errorf("a held call: %w", err)
	}
	return nil
}

// subscribe listens until it is acknowledged, and goes away.
func (v *visitor) subscribe() error {
	ctx, cancel := context.WithCancel(context.Background())
	defer cancel()
	r := prepared{token: "bob-token", revision: "2026-07-28", method: "subscriptions/listen"}
	r.body = runtimetest.Request(r.revision, r.method, `{"notifications":{"toolsListChanged":true}}`)
	stream, err := v.open(ctx, http.MethodPost, r)
	if err != nil {
		return err
	}
	defer func() { _ = stream.Body.Close() }()
	for lines := bufio.NewScanner(stream.Body); lines.Scan(); {
		if strings.Contains(lines.Text(), "notifications/subscriptions/acknowledged") {
			return nil
		}
	}
	return fmt.Errorf("status %d, and nothing was acknowledged", stream.StatusCode)
}
