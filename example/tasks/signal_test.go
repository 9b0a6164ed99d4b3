package main

import (
	"bufio"
	"context"
	"database/sql"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// busy is the program over HTTP with a call in flight, which waits for the lock of the
// database that the test holds, and a stream open in each era.
type busy struct {
	*web
	unlock  func()
	answer  chan string      // of the call
	streams []*http.Response // of a session, of a subscription
}

func startBusy(t *testing.T) *busy {
	t.Helper()
	b := &busy{web: startWeb(t, "-sessions", "-audit", "audit.jsonl"), answer: make(chan string, 1)}
	b.unlock = lock(t, filepath.Join(b.cmd.Dir, defaultFile))
	v := &visitor{url: b.url, http: http.DefaultClient}
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	session, err := v.begin("bob-token")
	if err != nil {
		t.Fatal(err)
	}
	b.streams = append(b.streams, open(t, v, http.MethodGet, session))
	listen := prepared{token: "bob-token", revision: "2026-07-28", method: "subscriptions/listen"}
	listen.body = runtimetest.Request(listen.revision, listen.method, `{"notifications":{"toolsListChanged":true}}`)
	b.streams = append(b.streams, open(t, v, http.MethodPost, listen))
	go func() { b.answer <- b.create(t) }()
	b.began(t, "tasks_create")
	return b
}

// create calls the tool that has to wait.
func (b *busy) create(t *testing.T) string {
	body := runtimetest.Request("2026-07-28", "tools/call", `{"name":"tasks_create","arguments":{"title":"late"}}`)
	req, err := http.NewRequestWithContext(context.WithoutCancel(t.Context()), http.MethodPost, b.url, strings.NewReader(body))
	if err != nil {
		return err.Error()
	}
	for name, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream", "Authorization": "Bearer alice-token",
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "tools/call", "Mcp-Name": "tasks_create",
	} {
		req.Header.Set(name, value)
	}
	response, err := http.DefaultClient.Do(req)
	if err != nil {
		return err.Error()
	}
	answer, err := drained(response)
	if err != nil {
		return err.Error()
	}
	return answer
}

// open opens a stream and leaves it open.
func open(t *testing.T, v *visitor, method string, r prepared) *http.Response {
	t.Helper()
	stream, err := v.open(context.WithoutCancel(t.Context()), method, r)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = stream.Body.Close() })
	if stream.StatusCode != http.StatusOK {
		t.Fatalf("%s: status %d", method, stream.StatusCode)
	}
	return stream
}

// lock takes what the writers of a database wait for.
func lock(t *testing.T, file string) (unlock func()) {
	t.Helper()
	db, err := sql.Open("sqlite", source(file))
	if err != nil {
		t.Fatal(err)
	}
	tx, err := db.BeginTx(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	unlock = func() { _ = tx.Rollback() }
	t.Cleanup(func() { unlock(); _ = db.Close() })
	return unlock
}

// began waits until the audit says that a tool has begun.
func (b *busy) began(t *testing.T, tool string) {
	t.Helper()
	look := time.NewTicker(10 * time.Millisecond)
	defer look.Stop()
	for range look.C {
		text, err := os.ReadFile(filepath.Join(b.cmd.Dir, "audit.jsonl"))
		if err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(string(text)) {
			if strings.Contains(line, `"tool_execution_started"`) && strings.Contains(line, tool) {
				return
			}
		}
	}
}

// ended waits until both streams have, in order.
func (b *busy) ended(t *testing.T) {
	t.Helper()
	for _, stream := range b.streams {
		if _, err := io.Copy(io.Discard, bufio.NewReader(stream.Body)); err != nil {
			t.Errorf("a stream ended with %v", err)
		}
	}
}

// The first signal ends what only waits, lets the call in flight end, and lets nobody
// else in.
//
// catalogue: H7
func TestSignalWithWorkInFlight(t *testing.T) {
	b := startBusy(t)
	if err := b.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	b.ended(t)
	v := &visitor{url: b.url, http: &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}}
	if response, err := v.open(t.Context(), http.MethodGet, prepared{}); err == nil { // the listener goes at the same time
		_ = response.Body.Close()
		if response.StatusCode != http.StatusServiceUnavailable {
			t.Errorf("a new request: status %d", response.StatusCode)
		}
	}
	select {
	case answer := <-b.answer:
		t.Errorf("the call did not wait: %s", answer)
	default:
	}
	b.unlock()
	if answer := <-b.answer; !strings.Contains(answer, `"title":"late"`) {
		t.Errorf("the call in flight: %s", answer)
	}
	_, _ = io.Copy(io.Discard, b.stderr)
	if got := code(t, b.cmd.Wait()); got != exitOK {
		t.Errorf("exit code %d", got)
	}
}

// The second one waits for nothing.
//
// catalogue: H7
func TestSecondSignal(t *testing.T) {
	b := startBusy(t)
	dead := make(chan error, 1)
	if err := b.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		t.Fatal(err)
	}
	b.ended(t)
	go func() { _, _ = io.Copy(io.Discard, b.stderr); dead <- b.cmd.Wait() }()
	again := time.NewTicker(10 * time.Millisecond) // the program stops listening a moment after it began to end
	defer again.Stop()
	for ended := false; !ended; {
		select {
		case <-dead:
			ended = true
		case <-again.C:
			_ = b.cmd.Process.Signal(syscall.SIGTERM)
		}
	}
	status, ok := b.cmd.ProcessState.Sys().(syscall.WaitStatus)
	if !ok || !status.Signaled() || status.Signal() != syscall.SIGTERM {
		t.Errorf("it ended with %s", b.cmd.ProcessState)
	}
	if answer := <-b.answer; strings.Contains(answer, `"title"`) {
		t.Errorf("the call in flight was answered: %s", answer)
	}
}
