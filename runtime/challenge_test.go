package runtime

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const metadataURL = "https://mcp.example/.well-known/oauth-protected-resource/mcp"

// The challenges of RFC 6750 section 3 and RFC 9728 section 5.1.
func TestChallenge(t *testing.T) {
	full := challenge{metadataURL, "tasks:read tasks:write"}
	with := func(values ...string) *http.Request {
		return &http.Request{Header: http.Header{"Authorization": values}}
	}
	without := &http.Request{Header: http.Header{"Cookie": {"a=b"}}}
	tests := map[string]struct{ want, got string }{
		"plain, no credentials": {`Bearer`, challenge{}.unauthenticated(without)},
		"plain, credentials":    {`Bearer error="invalid_token"`, challenge{}.unauthenticated(with("Bearer x"))},
		"empty credentials":     {`Bearer error="invalid_token"`, challenge{}.unauthenticated(with(""))},
		"metadata and scopes": {
			`Bearer resource_metadata="` + metadataURL + `", scope="tasks:read tasks:write"`, full.unauthenticated(without),
		},
		"metadata and credentials": {
			`Bearer error="invalid_token", resource_metadata="` + metadataURL + `", scope="tasks:read tasks:write"`, full.unauthenticated(with("x", "y")),
		},
		"metadata without scopes": {`Bearer resource_metadata="https://a"`, challenge{metadata: "https://a"}.unauthenticated(without)},
		"lacking scopes": {
			`Bearer error="insufficient_scope", scope="a b", resource_metadata="` + metadataURL + `", error_description="` + insufficientText + `"`,
			full.insufficient([]string{"a", "b"}),
		},
		"lacking scopes, plain": {
			`Bearer error="insufficient_scope", scope="a", error_description="` + insufficientText + `"`, challenge{}.insufficient([]string{"a"}),
		},
		"hostile scope": {
			`Bearer error="insufficient_scope", scope="a\", realm=\"x\\ ?? ?", error_description="` + insufficientText + `"`,
			challenge{}.insufficient([]string{"a\", realm=\"x\\", "\r\n", "ü"}),
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, test.got); diff != "" {
				t.Errorf("challenge (-want +got):\n%s", diff)
			}
		})
	}
}

func TestHandlerChallenges(t *testing.T) {
	srv, err := NewServer(NewRegistry(Identity{Name: "empty", Version: "1"}, nil, nil), WithSections(AllSections))
	if err != nil {
		t.Fatal(err)
	}
	handler, err := srv.HTTPHandler(func(*http.Request) (*Caller, error) { return nil, ErrUnauthenticated },
		WithResourceMetadata(metadataURL, "tasks"))
	if err != nil {
		t.Fatal(err)
	}
	for sent, want := range map[string]string{
		"":           `Bearer resource_metadata="` + metadataURL + `", scope="tasks"`,
		"Bearer old": `Bearer error="invalid_token", resource_metadata="` + metadataURL + `", scope="tasks"`,
	} {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", nil)
		if sent != "" {
			req.Header.Set("Authorization", sent)
		}
		response := httptest.NewRecorder()
		handler.ServeHTTP(response, req)
		if diff := cmp.Diff([]string{want}, response.Header()["Www-Authenticate"]); diff != "" || response.Code != http.StatusUnauthorized {
			t.Errorf("status %d, challenge (-want +got):\n%s", response.Code, diff)
		}
		if diff := cmp.Diff("Unauthorized\n", response.Body.String()); diff != "" {
			t.Errorf("body (-want +got):\n%s", diff)
		}
	}
}

func TestWrongResourceMetadata(t *testing.T) {
	tests := map[string][]HTTPOption{
		"no address":       {WithResourceMetadata("")},
		"line break":       {WithResourceMetadata("https://a\r\nX: y")},
		"quote":            {WithResourceMetadata(`https://a"`)},
		"scope of two":     {WithResourceMetadata("https://a", "a b")},
		"empty scope":      {WithResourceMetadata("https://a", "")},
		"quote in a scope": {WithResourceMetadata("https://a", `a"`)},
		"twice":            {WithResourceMetadata("https://a"), WithResourceMetadata("https://a")},
	}
	for name, opts := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := newHTTPOptions(opts); err == nil {
				t.Error("no error")
			}
		})
	}
	if _, err := newHTTPOptions([]HTTPOption{WithResourceMetadata("https://a/b?c=d", "a:b/c.d")}); err != nil {
		t.Error(err)
	}
}
