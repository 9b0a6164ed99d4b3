package auth_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

func TestCanonical(t *testing.T) {
	tests := map[string]struct{ in, want string }{
		"as it is":                   {"https://mcp.example/mcp", "https://mcp.example/mcp"},
		"scheme and host":            {"HTTPS://MCP.Example/Mcp", "https://mcp.example/Mcp"},
		"own port of the scheme":     {"https://mcp.example:443/mcp", "https://mcp.example/mcp"},
		"own port of http":           {"http://localhost:80/mcp", "http://localhost/mcp"},
		"port of the other scheme":   {"https://mcp.example:80/mcp", "https://mcp.example:80/mcp"},
		"other port":                 {"https://mcp.example:8443", "https://mcp.example:8443/"},
		"no path":                    {"https://mcp.example", "https://mcp.example/"},
		"query without path":         {"https://mcp.example?a=B", "https://mcp.example/?a=B"},
		"slash at the end":           {"https://mcp.example/mcp/", "https://mcp.example/mcp/"},
		"escapes":                    {"https://mcp.example/%6Dcp", "https://mcp.example/%6Dcp"},
		"dots":                       {"https://mcp.example/a/../mcp", "https://mcp.example/a/../mcp"},
		"version 6":                  {"https://[2001:DB8::1]:443/", "https://[2001:db8::1]/"},
		"user":                       {"https://u@mcp.example/", "https://u@mcp.example/"},
		"fragment":                   {"https://MCP.example/#a", "https://MCP.example/#a"},
		"another scheme":             {"api://ABC", "api://ABC"},
		"no address":                 {"tasks", "tasks"},
		"no address but a scheme":    {"https:mcp", "https:mcp"},
		"cannot be parsed":           {"https://a b/%", "https://a b/%"},
		"empty":                      {"", ""},
		"scheme in the path":         {"https://mcp.example/https://X", "https://mcp.example/https://X"},
		"host that ends like a port": {"https://a443", "https://a443/"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := auth.Canonical(test.in); got != test.want || auth.Canonical(got) != got {
				t.Errorf("%q, want %q", got, test.want)
			}
		})
	}
}

func TestMetadata(t *testing.T) {
	issuers := []string{"https://issuer.example"}
	tests := map[string]struct{ at, path, url string }{
		"path":             {"https://mcp.example/mcp", "/.well-known/oauth-protected-resource/mcp", "https://mcp.example/.well-known/oauth-protected-resource/mcp"},
		"no path":          {"https://mcp.example", "/.well-known/oauth-protected-resource", "https://mcp.example/.well-known/oauth-protected-resource"},
		"slash only":       {"https://mcp.example/", "/.well-known/oauth-protected-resource", "https://mcp.example/.well-known/oauth-protected-resource"},
		"slash at the end": {"https://mcp.example/a/", "/.well-known/oauth-protected-resource/a/", "https://mcp.example/.well-known/oauth-protected-resource/a/"},
		"escapes":          {"https://mcp.example/a%20b", "/.well-known/oauth-protected-resource/a b", "https://mcp.example/.well-known/oauth-protected-resource/a%20b"},
		"loopback":         {"http://127.0.0.1:8080/mcp", "/.well-known/oauth-protected-resource/mcp", "http://127.0.0.1:8080/.well-known/oauth-protected-resource/mcp"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			m, err := auth.NewMetadata(auth.Resource{URL: test.at, AuthorizationServers: issuers})
			if err != nil {
				t.Fatal(err)
			}
			if m.Path() != test.path || m.URL() != test.url {
				t.Errorf("path %q, URL %q, want %q, %q", m.Path(), m.URL(), test.path, test.url)
			}
			response := httptest.NewRecorder()
			m.ServeHTTP(response, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil))
			want := `{"resource":"` + test.at + `","authorization_servers":["https://issuer.example"],"bearer_methods_supported":["header"]}`
			if diff := cmp.Diff(want, response.Body.String()); diff != "" || response.Header().Get("Content-Type") != "application/json" {
				t.Errorf("header %v, document (-want +got):\n%s", response.Header(), diff)
			}
		})
	}
}

func TestMetadataRefuses(t *testing.T) {
	valid := auth.Resource{URL: resource, AuthorizationServers: []string{"https://issuer.example"}, Documentation: "https://docs.example"}
	tests := map[string]struct {
		change func(*auth.Resource)
		want   string
	}{
		"no address":            {func(r *auth.Resource) { r.URL = "" }, "is not https"},
		"http":                  {func(r *auth.Resource) { r.URL = "http://mcp.example/mcp" }, "is not https"},
		"almost loopback":       {func(r *auth.Resource) { r.URL = "http://localhost.example/mcp" }, "is not https"},
		"relative":              {func(r *auth.Resource) { r.URL = "/mcp" }, "is not https"},
		"no host":               {func(r *auth.Resource) { r.URL = "https:///mcp" }, "has no host"},
		"user":                  {func(r *auth.Resource) { r.URL = "https://u:hunter2@mcp.example" }, "has a user"},
		"fragment":              {func(r *auth.Resource) { r.URL = resource + "#" }, "has a fragment"},
		"query":                 {func(r *auth.Resource) { r.URL = resource + "?" }, "has a query"},
		"blank":                 {func(r *auth.Resource) { r.URL = "https://mcp.example/a b" }, "must be escaped"},
		"quote":                 {func(r *auth.Resource) { r.URL = `https://mcp.example/"` }, "must be escaped"},
		"line break":            {func(r *auth.Resource) { r.URL = "https://mcp.example/\r\nX: y" }, "cannot be parsed"},
		"no issuer":             {func(r *auth.Resource) { r.AuthorizationServers = nil }, "no authorization server"},
		"issuer over http":      {func(r *auth.Resource) { r.AuthorizationServers = []string{"http://issuer.example"} }, "is not https"},
		"issuer with query":     {func(r *auth.Resource) { r.AuthorizationServers = []string{"https://issuer.example?a"} }, "has a query"},
		"two scopes in one":     {func(r *auth.Resource) { r.Scopes = []string{"a b"} }, "is no scope"},
		"empty scope":           {func(r *auth.Resource) { r.Scopes = []string{""} }, "is no scope"},
		"documentation of ours": {func(r *auth.Resource) { r.Documentation = "file:///etc/passwd" }, "is not https"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := valid
			test.change(&r)
			m, err := auth.NewMetadata(r)
			if m != nil || err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "hunter2") {
				t.Errorf("metadata %v, error %v, want %q", m, err, test.want)
			}
		})
	}
	if _, err := auth.NewMetadata(valid); err != nil {
		t.Error(err)
	}
}

// A document is what it was when it was made.
func TestMetadataNeverChanges(t *testing.T) {
	r := auth.Resource{URL: resource, AuthorizationServers: []string{"https://issuer.example"}, Scopes: []string{"a"}}
	m, err := auth.NewMetadata(r)
	if err != nil {
		t.Fatal(err)
	}
	r.Scopes[0] = "b"
	m.Resource().AuthorizationServers[0] = "https://evil.example"
	want := auth.Resource{URL: resource, AuthorizationServers: []string{"https://issuer.example"}, Scopes: []string{"a"}}
	if diff := cmp.Diff(want, m.Resource()); diff != "" {
		t.Errorf("resource (-want +got):\n%s", diff)
	}
}
