package runtime

import (
	"context"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// Sessions are bounded: one more is answered 503, until one has ended.
func TestSessionsAreBounded(t *testing.T) {
	srv, err := NewServer(NewRegistry(Identity{Name: "x"}, nil, nil), WithSections(AllSections), WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	web := srv.newWeb(func(*http.Request) (*Caller, error) { return &Caller{ID: "ada"}, nil }, httpOptions{sessions: true, idle: defaultIdle})
	web.sessions.most = 2
	defer func() { _ = srv.Shutdown(context.WithoutCancel(t.Context())) }()
	send := func(method, session, body string) *httptest.ResponseRecorder {
		req := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1/", strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		if session != "" {
			req.Header.Set(sessionHeader, session)
		}
		response := httptest.NewRecorder()
		web.ServeHTTP(response, req)
		return response
	}
	const begin = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"x","version":"1"}}}`
	first := send(http.MethodPost, "", begin)
	second := send(http.MethodPost, "", begin)
	third := send(http.MethodPost, "", begin)
	ended := send(http.MethodDelete, first.Header().Get(sessionHeader), "")
	fourth := send(http.MethodPost, "", begin)
	for i, test := range []struct {
		got  *httptest.ResponseRecorder
		want int
	}{{first, 200}, {second, 200}, {third, 503}, {ended, 204}, {fourth, 200}} {
		if test.got.Code != test.want {
			t.Errorf("request %d: status %d, want %d: %s", i+1, test.got.Code, test.want, test.got.Body)
		}
	}
	if len(web.sessions.open) != 2 {
		t.Errorf("%d sessions", len(web.sessions.open))
	}
}
