package runtime

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// What is behind a handler gets no credential, so it can pass none on; who calls
// has been found out by then.
//
// catalogue: G14
func TestCredentialsEndAtTheHandler(t *testing.T) {
	revisions := map[string]string{"2025-11-25": "in a session", "2026-07-28": "without one"}
	for revision, name := range revisions {
		for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete} {
			t.Run(name+" "+method, func(t *testing.T) {
				var asked string
				web := measured(t, 2).newWeb(func(req *http.Request) (*Caller, error) {
					asked = req.Header.Get("Authorization") + req.Header.Get("Cookie")
					return &Caller{ID: "ada"}, nil
				}, httpOptions{sessions: true, idle: defaultIdle})
				var got http.Header
				behind := http.HandlerFunc(func(_ http.ResponseWriter, req *http.Request) { got = req.Header.Clone() })
				web.transport, web.sessions.transport = behind, behind
				req := httptest.NewRequestWithContext(t.Context(), method, "http://127.0.0.1/", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"ping"}`))
				sent := http.Header{
					"Authorization": {"Bearer a"}, "Proxy-Authorization": {"Basic b"}, "Cookie": {"c=d", "e=f"},
					revisionHeader: {revision},
				}
				req.Header = sent.Clone()
				web.ServeHTTP(httptest.NewRecorder(), req)
				got.Del(web.header)
				if diff := cmp.Diff(http.Header{revisionHeader: {revision}}, got); diff != "" {
					t.Errorf("header behind the handler (-want +got):\n%s", diff)
				}
				if asked != "Bearer ac=d" {
					t.Errorf("identify was shown %q", asked)
				}
				if diff := cmp.Diff(sent, req.Header); diff != "" {
					t.Errorf("the host's request was changed (-want +got):\n%s", diff)
				}
			})
		}
	}
}
