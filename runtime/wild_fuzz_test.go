package runtime_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Whatever request comes in is answered with JSON-RPC or an error of HTTP, and
// leaves no goroutine behind.
func FuzzHTTP(f *testing.F) { // catalogue X10
	for _, s := range envelopeScenes() {
		f.Add("POST", "2025-11-25", "", "", "", s.text(s.messages[0], "2025-11-25", nil))
		f.Add("POST", "2026-07-28", "tools/call", "html", "", s.text(s.messages[0], "2026-07-28", nil))
	}
	f.Add("POST", "2026-07-28", "tools/call", "mirrored", "=?base64?ZXU=?=", callOf(`"name":"mirrored","arguments":{"text":"eu"},`))
	f.Add("DELETE", "2025-11-25", "", "", "", "")
	f.Add("GET", "", "", "", "", "")
	w := newWeb(f, everyKind(f))
	f.Fuzz(func(t *testing.T, method, version, rpc, name, param, body string) {
		ctx, cancel := context.WithTimeout(t.Context(), 100*time.Millisecond) // of what only waits
		defer cancel()
		req, err := http.NewRequestWithContext(ctx, method, "http://127.0.0.1/mcp", strings.NewReader(body))
		if err != nil {
			t.Skip("no request")
		}
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		for key, value := range map[string]string{"Mcp-Protocol-Version": version, "Mcp-Method": rpc, "Mcp-Name": name, "Mcp-Param-Text": param} {
			if value != "" {
				req.Header.Set(key, value)
			}
		}
		for _, handler := range []http.Handler{w.stateless, w.inside} {
			response := httptest.NewRecorder()
			before := goroutines()
			handler.ServeHTTP(response, req)
			checkAnswer(t, response, ctx.Err() != nil)
			if session := response.Header().Get("Mcp-Session-Id"); session != "" {
				exchange(context.WithoutCancel(ctx), handler, http.MethodDelete, "", session, "")
			}
			settled(t, before)
			req.Body = io.NopCloser(strings.NewReader(body))
		}
	})
}

// checkAnswer: an error of HTTP may be a text; all else is JSON-RPC, or nothing.
func checkAnswer(t *testing.T, response *httptest.ResponseRecorder, cut bool) {
	t.Helper()
	body := response.Body.Bytes()
	if response.Code >= http.StatusBadRequest && !strings.HasPrefix(response.Header().Get("Content-Type"), "application/json") || cut {
		return
	}
	if strings.HasPrefix(response.Header().Get("Content-Type"), "text/event-stream") {
		for line := range bytes.Lines(body) {
			if data, ok := bytes.CutPrefix(line, []byte("data: ")); ok {
				checkMessage(t, data)
			}
		}
		return
	}
	if len(body) > 0 {
		checkMessage(t, body)
	} else if response.Code == http.StatusOK {
		t.Error("200 and no answer")
	}
}

// checkMessage: one message, or a batch of them.
func checkMessage(t *testing.T, text []byte) {
	t.Helper()
	type message struct {
		JSONRPC string
		Method  string
		Result  json.RawMessage
		Error   json.RawMessage
	}
	var all []message
	if json.Unmarshal(text, &all) != nil {
		var one message
		if err := json.Unmarshal(text, &one); err != nil {
			t.Errorf("answer %q: %v", text, err)
			return
		}
		all = append(all, one)
	}
	for _, m := range all {
		if m.JSONRPC != "2.0" || m.Method == "" && (m.Result == nil) == (m.Error == nil) {
			t.Errorf("no message: %q", text)
		}
	}
}

// settled waits for goroutines that are about to end.
func settled(t *testing.T, before int) {
	t.Helper()
	deadline := time.Now().Add(10 * time.Second)
	for goroutines() > before {
		if time.Now().After(deadline) {
			t.Fatalf("%d goroutines, %d before", goroutines(), before)
		}
		runtime.Gosched()
	}
}

// Whatever comes in over a line, what goes out is JSON-RPC, one message a line,
// and serving ends.
func FuzzLine(f *testing.F) { // catalogue X10
	for _, s := range envelopeScenes() {
		f.Add(s.text(s.messages[0], "2025-11-25", nil)+"\n"+s.text(named("html"), "2026-07-28", nil), true)
		f.Add(s.text(s.messages[0], "2026-07-28", nil)+"\n", false)
	}
	srv := newServer(f, registry(everyRow()...), mcprt.BySections, append(deciding(f), mcprt.WithShutdownGrace(100*time.Millisecond))...)
	f.Fuzz(func(t *testing.T, input string, greet bool) {
		if greet {
			input = handshake["2025-11-25"] + input
		}
		before := goroutines()
		var out sink
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		_ = srv.ServeIO(ctx, full(), io.NopCloser(strings.NewReader(input)), &out)
		if ctx.Err() != nil {
			t.Error("serving did not end")
		}
		for line := range bytes.Lines(out.Bytes()) {
			checkMessage(t, line)
		}
		settled(t, before)
	})
}
