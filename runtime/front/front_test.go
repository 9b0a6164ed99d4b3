package front_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/front"
)

func TestPaths(t *testing.T) {
	f := newFront(t, byUser(), front.WithResource(resource()))
	tests := map[string]struct {
		method, path string
		status       int
		body         string
	}{
		"alive":                   {http.MethodGet, "/healthz", 200, "ok\n"},
		"ready":                   {http.MethodGet, "/readyz", 200, "ok\n"},
		"probe with POST":         {http.MethodPost, "/healthz", 405, "Method Not Allowed\n"},
		"root":                    {http.MethodGet, "/", 404, "Not Found\n"},
		"below the server":        {http.MethodPost, "/mcp/", 404, "Not Found\n"},
		"metadata of another":     {http.MethodGet, "/.well-known/oauth-protected-resource", 404, "Not Found\n"},
		"metadata with POST":      {http.MethodPost, "/.well-known/oauth-protected-resource/mcp", 405, "Method Not Allowed\n"},
		"stream without sessions": {http.MethodGet, "/mcp", 405, "Method Not Allowed\n"},
		"metadata": {
			http.MethodGet, "/.well-known/oauth-protected-resource/mcp", 200,
			`{"resource":"https://mcp.example/mcp","authorization_servers":["https://issuer.example"],"scopes_supported":["x:read","x:write"],"bearer_methods_supported":["header"],"resource_name":"X"}`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := do(f, httptest.NewRequestWithContext(t.Context(), test.method, "http://127.0.0.1"+test.path, nil))
			if diff := cmp.Diff(test.body, got.Body.String()); diff != "" || got.Code != test.status {
				t.Errorf("status %d, want %d; body (-want +got):\n%s", got.Code, test.status, diff)
			}
		})
	}
}

func TestCall(t *testing.T) {
	f := newFront(t, byUser(), front.WithPath("/"))
	req := call(t, "hello", "X-User", "ada")
	req.URL.Path = "/"
	if got := do(f, req); got.Code != http.StatusOK || !strings.Contains(got.Body.String(), `"text":"hello"`) {
		t.Errorf("status %d: %s", got.Code, got.Body)
	}
}

// catalogue: H1
func TestHost(t *testing.T) {
	loopback, public := "127.0.0.1:8080", "192.0.2.1:8080"
	tests := map[string]struct {
		local string
		hosts []string
		host  string
		want  int
	}{
		"loopback name":                    {loopback, nil, "localhost:8080", 200},
		"loopback address":                 {loopback, nil, "127.0.0.2", 200},
		"loopback address, version 6":      {"[::1]:8080", nil, "[::1]:8080", 200},
		"foreign name on loopback":         {loopback, nil, "evil.example", 403},
		"foreign name on loopback, v6":     {"[::1]:8080", nil, "evil.example:8080", 403},
		"name that begins alike":           {loopback, nil, "localhost.evil.example", 403},
		"address that begins alike":        {loopback, nil, "127.0.0.1.evil.example", 403},
		"address of the network":           {loopback, nil, "0.0.0.0:8080", 403},
		"no host":                          {loopback, nil, "", 403},
		"any name elsewhere":               {public, nil, "mcp.example", 200},
		"listed":                           {loopback, []string{"mcp.example"}, "mcp.example", 200},
		"listed, in capitals":              {loopback, []string{"mcp.example"}, "MCP.example:443", 200},
		"listed with another port":         {public, []string{"mcp.example:8443"}, "mcp.example:443", 403},
		"listed with this port":            {public, []string{"mcp.example:8443"}, "mcp.example:8443", 200},
		"not listed":                       {public, []string{"mcp.example"}, "evil.example", 403},
		"below what is listed":             {public, []string{"mcp.example"}, "a.mcp.example", 403},
		"loopback name that is not listed": {loopback, []string{"mcp.example"}, "localhost:8080", 403},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			opts := []front.Option{byUser()}
			if test.hosts != nil {
				opts = append(opts, front.WithHosts(test.hosts...))
			}
			f := newFront(t, opts...)
			req := onListener(t, call(t, "hello", "X-User", "ada"), test.local)
			req.Host = test.host
			if got := do(f, req); got.Code != test.want {
				t.Errorf("status %d, want %d: %s", got.Code, test.want, got.Body)
			}
			probe := onListener(t, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/readyz", nil), test.local)
			probe.Host = test.host
			if got := do(f, probe); got.Code != http.StatusOK {
				t.Errorf("probe: status %d", got.Code)
			}
		})
	}
}

// onListener is a request as net/http hands it on that accepted it at an address.
func onListener(t *testing.T, req *http.Request, local string) *http.Request {
	t.Helper()
	addr, err := net.ResolveTCPAddr("tcp", local)
	if err != nil {
		t.Fatal(err)
	}
	return req.WithContext(context.WithValue(req.Context(), http.LocalAddrContextKey, net.Addr(addr)))
}

// catalogue: H2
func TestOrigin(t *testing.T) {
	tests := map[string]struct {
		header []string
		want   int
		allow  string // Access-Control-Allow-Origin
	}{
		"none":                      {nil, 200, ""},
		"listed":                    {[]string{"Origin", "https://app.example"}, 200, "https://app.example"},
		"listed, as browsers send":  {[]string{"Origin", "https://app.example", "Sec-Fetch-Site", "cross-site"}, 200, "https://app.example"},
		"own":                       {[]string{"Origin", "http://127.0.0.1"}, 200, ""},
		"own host, another port":    {[]string{"Origin", "http://127.0.0.1:3000"}, 403, ""},
		"foreign":                   {[]string{"Origin", "https://evil.example"}, 403, ""},
		"listed, another scheme":    {[]string{"Origin", "http://app.example"}, 403, ""},
		"listed, with a dot":        {[]string{"Origin", "https://app.example."}, 403, ""},
		"below what is listed":      {[]string{"Origin", "https://a.app.example"}, 403, ""},
		"null":                      {[]string{"Origin", "null"}, 403, ""},
		"empty":                     {[]string{"Origin", ""}, 403, ""},
		"twice":                     {[]string{"Origin", "https://app.example", "Origin", "https://app.example"}, 403, ""},
		"two in one":                {[]string{"Origin", "https://app.example https://evil.example"}, 403, ""},
		"no origin, another site":   {[]string{"Sec-Fetch-Site", "cross-site"}, 403, ""},
		"no origin, sister site":    {[]string{"Sec-Fetch-Site", "same-site"}, 403, ""},
		"no origin, same origin":    {[]string{"Sec-Fetch-Site", "same-origin"}, 200, ""},
		"no origin, typed address":  {[]string{"Sec-Fetch-Site", "none"}, 200, ""},
		"no origin, two ways of it": {[]string{"Sec-Fetch-Site", "none", "Sec-Fetch-Site", "cross-site"}, 403, ""},
	}
	f := newFront(t, byUser(), front.WithOrigins("https://app.example", "http://localhost:3000"))
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			for _, method := range []string{http.MethodPost, http.MethodGet, http.MethodDelete, http.MethodOptions} {
				req := call(t, "hello", "X-User", "ada")
				req.Method = method
				setHeaders(req, test.header...)
				want := test.want
				if want == 200 && method != http.MethodPost {
					want = 405 // it got as far as that
				}
				got := do(f, req)
				if got.Code != want {
					t.Errorf("%s: status %d, want %d: %s", method, got.Code, want, got.Body)
				}
				if allow := got.Header().Get("Access-Control-Allow-Origin"); allow != test.allow {
					t.Errorf("%s: allowed origin %q, want %q", method, allow, test.allow)
				}
				if got.Header().Get("Access-Control-Allow-Credentials") != "" {
					t.Errorf("%s: credentials of the browser are allowed", method)
				}
			}
		})
	}
}

// A stranger's name that points here is an own origin for the stranger's page: it
// must be the host that is known, not the origin that agrees with it.
//
// catalogue: H1, H2
func TestOwnOriginOfAStranger(t *testing.T) {
	f := newFront(t, byUser())
	req := onListener(t, call(t, "hello", "X-User", "ada", "Origin", "http://evil.example"), "192.0.2.1:80")
	req.Host = "evil.example"
	if got := do(f, req); got.Code != http.StatusForbidden {
		t.Errorf("status %d", got.Code)
	}
	listed := newFront(t, byUser(), front.WithHosts("mcp.example"))
	req = onListener(t, call(t, "hello", "X-User", "ada", "Origin", "https://mcp.example"), "192.0.2.1:80")
	req.Host = "mcp.example"
	if got := do(listed, req); got.Code != http.StatusOK {
		t.Errorf("own origin of a listed host: status %d", got.Code)
	}
}

// catalogue: H2
func TestPreflight(t *testing.T) {
	f := newFront(t, front.WithVerifier(fixed(t)), front.WithResource(resource()), front.WithOrigins("https://app.example"))
	preflight := func(origin, headers string) *httptest.ResponseRecorder {
		req := httptest.NewRequestWithContext(t.Context(), http.MethodOptions, "http://127.0.0.1/mcp", nil)
		setHeaders(req, "Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", headers)
		return do(f, req)
	}
	got := preflight("https://app.example", "authorization, Content-Type,mcp-param-region,cookie,x-other,mcp-param-\" x")
	want := http.Header{
		"Access-Control-Allow-Origin":   {"https://app.example"},
		"Access-Control-Allow-Methods":  {"GET, POST, DELETE"},
		"Access-Control-Allow-Headers":  {"authorization, content-type, mcp-param-region"},
		"Access-Control-Expose-Headers": {"Mcp-Protocol-Version, Mcp-Session-Id, Retry-After, WWW-Authenticate"},
		"Access-Control-Max-Age":        {"600"},
		"Vary":                          {"Origin", "Access-Control-Request-Headers"},
	}
	if diff := cmp.Diff(want, got.Header()); diff != "" || got.Code != http.StatusNoContent {
		t.Errorf("status %d, header (-want +got):\n%s", got.Code, diff)
	}
	if got := preflight("https://evil.example", "authorization"); got.Code != http.StatusForbidden || got.Header().Get("Access-Control-Allow-Headers") != "" {
		t.Errorf("foreign origin: status %d, header %v", got.Code, got.Header())
	}
	if got := preflight("https://app.example", strings.Repeat("mcp-param-x,", 1000)); got.Header().Get("Access-Control-Allow-Headers") != "" {
		t.Error("a long list is repeated")
	}
}

// A page that may call must be able to read why it was not served.
func TestChallengeIsReadableByPages(t *testing.T) {
	f := newFront(t, front.WithVerifier(fixed(t)), front.WithResource(resource()), front.WithOrigins("https://app.example"))
	got := do(f, call(t, "hello", "Origin", "https://app.example", "Sec-Fetch-Site", "cross-site"))
	if got.Code != http.StatusUnauthorized || got.Header().Get("Access-Control-Allow-Origin") != "https://app.example" {
		t.Errorf("status %d, header %v", got.Code, got.Header())
	}
}

// unread is a body that must not be looked at.
type unread struct{ t *testing.T }

func (u unread) Read([]byte) (int, error) {
	u.t.Error("the body was read")
	return 0, io.EOF
}

func TestWhatIsTooLarge(t *testing.T) {
	f := newFront(t, byUser(), front.WithBodyLimit(1000), front.WithHeaderLimit(2000))
	tests := map[string]struct {
		change func(*http.Request)
		want   int
	}{
		"nothing":      {func(*http.Request) {}, 200},
		"body":         {func(r *http.Request) { r.Body = io.NopCloser(strings.NewReader(strings.Repeat(" ", 1001))) }, 413},
		"header":       {func(r *http.Request) { r.Header.Set("X", strings.Repeat("x", 2000)) }, 431},
		"many headers": {func(r *http.Request) { r.Header["X"] = slices.Repeat([]string{""}, 500) }, 431},
		"address":      {func(r *http.Request) { r.RequestURI = "/mcp?" + strings.Repeat("x", 2000) }, 431},
		"header of nobody": {func(r *http.Request) {
			r.Header.Del("X-User")
			r.Header.Set("X", strings.Repeat("x", 2000))
			r.Body = io.NopCloser(unread{t})
		}, 431},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			req := call(t, "hello", "X-User", "ada")
			test.change(req)
			if got := do(f, req); got.Code != test.want {
				t.Errorf("status %d, want %d: %s", got.Code, test.want, got.Body)
			}
		})
	}
}

// A handler that panics takes its connection with it, and the log says so.
func TestPanicIsLogged(t *testing.T) {
	log := &journal{}
	f := newFront(t, byUser(), front.WithLogger(log.logger()))
	defer func() {
		if err, ok := recover().(error); !ok || !errors.Is(err, http.ErrAbortHandler) {
			t.Errorf("panic %v", err)
		}
		if !strings.Contains(log.String(), "handler panicked") {
			t.Errorf("log: %s", log)
		}
	}()
	f.ServeHTTP(brokenWriter{httptest.NewRecorder()}, httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/healthz", nil))
}

type brokenWriter struct{ *httptest.ResponseRecorder }

func (brokenWriter) Write([]byte) (int, error) { panic("broken") }
