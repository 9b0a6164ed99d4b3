package runtime

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// The key under which a caller travels is random; a client that knew it, and
// a token in use, would still be who identify says.
func TestCallerCannotBeForged(t *testing.T) {
	srv := measured(t, 2)
	web := srv.newWeb(func(*http.Request) (*Caller, error) { return nil, nil }, httpOptions{})
	_, forget := web.mark(httptest.NewRequest(http.MethodPost, "/", nil), &Caller{ID: "ada", Sections: []string{"s"}})
	defer forget()
	for token := range web.callers {
		req := httptest.NewRequest(http.MethodPost, "http://127.0.0.1/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/list"}`))
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Accept", "application/json, text/event-stream")
		req.Header.Set(web.header, token)
		response := httptest.NewRecorder()
		web.ServeHTTP(response, req)
		if body := response.Body.String(); response.Code != http.StatusOK || strings.Contains(body, "seen") {
			t.Errorf("status %d, nobody sees %s", response.Code, body)
		}
		if req.Header.Get(web.header) != token {
			t.Error("the host's request was written to")
		}
	}
}

func TestTokensAreForgotten(t *testing.T) {
	srv := measured(t, 2)
	web := srv.newWeb(func(*http.Request) (*Caller, error) { return &Caller{ID: "ada"}, nil }, httpOptions{})
	web.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "/", nil))
	if n := len(web.callers); n != 0 {
		t.Errorf("%d tokens are left", n)
	}
}

func TestHeaderKeyIsRandom(t *testing.T) {
	srv := measured(t, 2)
	identify := func(*http.Request) (*Caller, error) { return nil, nil }
	if a, b := srv.newWeb(identify, httpOptions{}).header, srv.newWeb(identify, httpOptions{}).header; a == b {
		t.Errorf("two handlers share the key %s", a)
	}
}
