package runtime_test

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// These are about calls that the lane answers: the SDK knows nothing of them, and
// what it does for its own calls when something ends has to be done for these.

// inBubble serves sessions in a bubble of time.
func inBubble(t *testing.T, srv *mcprt.Server, idle time.Duration) http.Handler {
	t.Helper()
	handler, err := srv.HTTPHandler(byUser, mcprt.WithSessions(idle))
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

const callWait = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"wait"}}`

// A session lives as long as it is used, by nothing but calls that the SDK does
// not see.
//
// contract: V-4
func TestLaneCallsKeepASession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv := newServer(t, registry(add()), mcprt.BySections)
		handler := inBubble(t, srv, 30*time.Minute)
		session := open(t, handler, "ada")
		for i, body := range []string{callAdd, callAdd, `{"jsonrpc":"2.0","id":7,"method":"tools/list"}`, callAdd, callAdd} {
			time.Sleep(20 * time.Minute)
			got := exchange(t.Context(), handler, http.MethodPost, "ada", session, body)
			if got.Code != http.StatusOK || !*withoutLane && got.Header().Get("Content-Type") != "application/json" {
				t.Errorf("request %d: %s", i+1, whole(got))
			}
		}
		time.Sleep(30*time.Minute + 1)
		if got := exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd); got.Code != http.StatusNotFound {
			t.Errorf("after the idle time: %s", whole(got))
		}
		_ = srv.Shutdown(t.Context())
	})
}

// A call that takes longer than the idle time does not lose its session.
func TestLongLaneCallKeepsItsSession(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		srv, leave, ended := waiting(t)
		handler := inBubble(t, srv, time.Minute)
		session := open(t, handler, "ada")
		answer := make(chan *httptest.ResponseRecorder, 1)
		go func() { answer <- exchange(t.Context(), handler, http.MethodPost, "ada", session, callWait) }()
		time.Sleep(time.Hour)
		close(leave)
		if err := <-ended; err != nil {
			t.Errorf("the function saw %v", err)
		}
		if got := <-answer; got.Code != http.StatusOK {
			t.Errorf("answer %s", whole(got))
		}
		if got := exchange(t.Context(), handler, http.MethodPost, "ada", session, `{"jsonrpc":"2.0","id":8,"method":"tools/list"}`); got.Code != http.StatusOK {
			t.Errorf("its session: %s", whole(got))
		}
		_ = srv.Shutdown(t.Context())
	})
}

// Who disconnects in a session has not given up; who cancels has.
func TestDisconnectDoesNotCancelInASession(t *testing.T) { // catalogue H4
	for name, cancels := range map[string]bool{"disconnect": false, "cancellation": true} {
		synctest.Test(t, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			srv, leave, ended := waiting(t, rec.Options()...)
			handler := inBubble(t, srv, 0)
			session := open(t, handler, "ada")
			ctx, disconnect := context.WithCancel(t.Context())
			answer := make(chan *httptest.ResponseRecorder, 1)
			go func() { answer <- exchange(ctx, handler, http.MethodPost, "ada", session, callWait) }()
			synctest.Wait()
			if cancels {
				exchange(t.Context(), handler, http.MethodPost, "ada", session, cancelSeven)
			}
			disconnect()
			synctest.Wait()
			close(leave)
			if err := <-ended; (err != nil) != cancels {
				t.Errorf("%s: the function saw %v", name, err)
			}
			<-answer
			_ = srv.Shutdown(t.Context())
			if got := len(rec.After()); got != 1 {
				t.Errorf("%s: %d after-events", name, got)
			}
		})
	}
}

// A session that its owner ends while a call runs ends; the call is one of hers
// and is answered when it is done.
func TestDeleteDuringALaneCall(t *testing.T) {
	aboutTheLane(t) // the SDK drops the answer
	synctest.Test(t, func(t *testing.T) {
		rec := &runtimetest.Recorder{}
		srv, leave, ended := waiting(t, rec.Options()...)
		handler := inBubble(t, srv, 0)
		session := open(t, handler, "ada")
		answer := make(chan *httptest.ResponseRecorder, 1)
		go func() { answer <- exchange(t.Context(), handler, http.MethodPost, "ada", session, callWait) }()
		synctest.Wait()
		deleted := make(chan int, 1)
		go func() { deleted <- exchange(t.Context(), handler, http.MethodDelete, "ada", session, "").Code }()
		synctest.Wait()
		close(leave)
		<-ended
		if got := <-deleted; got != http.StatusNoContent {
			t.Errorf("delete: %d", got)
		}
		if got := <-answer; got.Code != http.StatusOK || len(got.Body.String()) == 0 {
			t.Errorf("answer %s", whole(got))
		}
		if got := exchange(t.Context(), handler, http.MethodPost, "ada", session, callAdd); got.Code != http.StatusNotFound {
			t.Errorf("after it: %s", whole(got))
		}
		_ = srv.Shutdown(t.Context())
		if got := len(rec.After()); got != 1 {
			t.Errorf("%d after-events", got)
		}
	})
}

// A shutdown waits for calls in sessions and writes their answers.
func TestShutdownWaitsForCallsInSessions(t *testing.T) { // catalogue H7
	synctest.Test(t, func(t *testing.T) {
		rec := &runtimetest.Recorder{}
		srv, leave, _ := waiting(t, rec.Options()...)
		handler := inBubble(t, srv, 0)
		session := open(t, handler, "ada")
		answer := make(chan *httptest.ResponseRecorder, 1)
		go func() { answer <- exchange(t.Context(), handler, http.MethodPost, "ada", session, callWait) }()
		synctest.Wait()
		done := make(chan error, 1)
		go func() { done <- srv.Shutdown(t.Context()) }()
		synctest.Wait()
		close(leave)
		if got := <-answer; got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"content":[]`) {
			t.Errorf("answer %s", whole(got))
		}
		if err := <-done; err != nil {
			t.Errorf("shutdown: %v", err)
		}
		if got := len(rec.After()); got != 1 {
			t.Errorf("%d after-events", got)
		}
	})
}

// A call on a line is cancelled by its id, and still answered.
func TestCancellationOnALine(t *testing.T) { // catalogue H4
	for revision, meta := range map[string]string{"2025-11-25": `"_meta":{}`, "2026-07-28": meta2026} {
		t.Run(revision, func(t *testing.T) {
			rec := &runtimetest.Recorder{}
			h := newHeld(t, rec.Options()...)
			in, out := talk(t, h.srv, ada())
			in(handshake[revision])
			if handshake[revision] != "" {
				out.until(t, `"id":"init"`)
			}
			in(strings.ReplaceAll(callHold, "META", meta))
			<-h.began
			in(cancelSeven)
			out.until(t, `"id":7`)
			in(strings.ReplaceAll(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{META}}`, "META", meta)) // the id is free again
			out.until(t, `"id":7,"result"`, `"tools"`)
		})
	}
}

// A thousand calls on one line, of both eras at once, are each answered once.
func TestThousandCallsOnALine(t *testing.T) {
	const calls = 1000
	toServer, in := io.Pipe()
	out, fromServer := io.Pipe()
	served := make(chan error, 1)
	srv := newServer(t, registry(add(), talking(row("talks", "math", says("yes")))), mcprt.BySections)
	go func() { served <- srv.ServeIO(t.Context(), ada(), toServer, fromServer) }()
	lines := bufio.NewScanner(out)
	sendTo(in, handshake["2025-11-25"])
	lines.Scan()
	var senders sync.WaitGroup
	var writing sync.Mutex
	for s := range 10 {
		senders.Go(func() {
			for i := range calls / 10 {
				meta := []string{`"_meta":{}`, meta2026}[i%2]
				tool := []string{"add", "add", "talks"}[i%3]
				writing.Lock()
				sendTo(in, fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"tools/call","params":{"name":"%s","arguments":{"a":1,"b":%d},%s}}`+"\n", s*100+i, tool, i, meta))
				writing.Unlock()
			}
		})
	}
	go func() { senders.Wait(); _ = in.Close() }()
	seen := map[string]int{}
	for lines.Scan() {
		id, _ := read(lines.Bytes()).id()
		seen[id]++
		if !bytes.Contains(lines.Bytes(), []byte(`"result"`)) {
			t.Errorf("answer %s", lines.Text())
		}
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
	for id := range calls {
		if seen[fmt.Sprint(id)] != 1 {
			t.Errorf("%d is answered %d times", id, seen[fmt.Sprint(id)])
		}
	}
}
