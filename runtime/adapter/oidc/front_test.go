package oidc_test

import (
	"context"
	"log/slog"
	"net"
	"net/http"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/adapter/oidc"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// protected is a server over TCP whose callers have tokens of the issuer. It returns
// its address.
func protected(t *testing.T, i *issuer) (url string) {
	t.Helper()
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "x", Version: "1"}, nil, []mcprt.Row{{
		Name: "hello", Section: "s", Source: "example.com/x.hello", Input: `{"type":"object","properties":{}}`,
		Handler: mcprt.Text(nil, func(context.Context, *mcprt.Call, *struct{}) (string, error) { return "hello", nil }),
	}})
	policy := func(_ context.Context, caller mcprt.Caller) (mcprt.Grant, error) {
		return mcprt.Grant{All: caller.ID == i.URL+"#ada" && caller.Client == "claude"}, nil
	}
	srv, err := mcprt.NewServer(reg, mcprt.WithSections(policy), mcprt.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	url = "http://" + listener.Addr().String() + "/mcp"
	verifier, err := oidc.New(i.URL, url, oidc.WithHTTPClient(i.Client()), oidc.WithClock(i.clock.Now))
	if err != nil {
		t.Fatal(err)
	}
	f, err := front.New(srv, front.WithVerifier(verifier),
		front.WithResource(auth.Resource{URL: url, AuthorizationServers: []string{i.URL}, Scopes: []string{"a"}}))
	if err != nil {
		t.Fatal(err)
	}
	ctx, stop := context.WithCancel(context.WithoutCancel(t.Context()))
	ended := make(chan error, 1)
	go func() { ended <- f.Serve(ctx, listener) }()
	t.Cleanup(func() {
		stop()
		if err := <-ended; err != nil {
			t.Error(err)
		}
	})
	return url
}

// bearer sends a token with every request.
type bearer struct {
	*http.Transport
	token string
}

func (b bearer) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("Authorization", "Bearer "+b.token)
	return b.Transport.RoundTrip(req)
}

// A client of the SDK with a token of the issuer calls a tool.
func TestClientWithAToken(t *testing.T) {
	i := newIssuer(t)
	i.clock.now = time.Now()
	key := ecPair(t, "1")
	i.keys = []any{key.jwk()}
	url := protected(t, i)
	transport := bearer{&http.Transport{}, key.sign(t, i.claims(map[string]any{"aud": url}))}
	defer transport.CloseIdleConnections()
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: transport}, DisableStandaloneSSE: true,
	}, nil)
	if err != nil {
		t.Fatal(err)
	}
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "hello"})
	if err != nil || result.IsError || result.Content[0].(*mcp.TextContent).Text != "hello" {
		t.Errorf("result %+v, error %v", result, err)
	}
	if err := session.Close(); err != nil {
		t.Error(err)
	}
}

// Whatever is wrong with a token, its client is told where to get another one, as
// the SDK's clients read it; an issuer that is down is no client's fault.
//
// catalogue: H3, G14
func TestClientIsToldWhereTokensComeFrom(t *testing.T) {
	i := newIssuer(t)
	i.clock.now = time.Now()
	key, stranger := ecPair(t, "1"), ecPair(t, "2")
	i.keys = []any{key.jwk()}
	url := protected(t, i)
	transport := &http.Transport{}
	defer transport.CloseIdleConnections()
	client := &http.Client{Transport: transport}
	ask := func(header string) *http.Response {
		t.Helper()
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, url, nil)
		if err != nil {
			t.Fatal(err)
		}
		if header != "" {
			req.Header.Set("Authorization", header)
		}
		response, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = response.Body.Close()
		return response
	}
	sign := func(key pair, changes map[string]any) string {
		return "Bearer " + key.sign(t, i.claims(changes))
	}
	tests := map[string]struct{ header, code string }{
		"missing":        {"", ""},
		"expired":        {sign(key, map[string]any{"aud": url, "exp": i.clock.now.Add(-time.Hour).Unix()}), "invalid_token"},
		"wrong audience": {sign(key, map[string]any{"aud": "https://other.example/mcp"}), "invalid_token"},
		"algorithm none": {"Bearer " + unsigned(t, i.claims(map[string]any{"aud": url})) + "x", "invalid_token"},
		"unknown key":    {sign(stranger, map[string]any{"aud": url}), "invalid_token"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			response := ask(test.header)
			challenges, err := oauthex.ParseWWWAuthenticate(response.Header.Values("WWW-Authenticate"))
			if err != nil || len(challenges) != 1 || response.StatusCode != http.StatusUnauthorized {
				t.Fatalf("status %d, challenges %v, error %v", response.StatusCode, challenges, err)
			}
			told := challenges[0].Params
			if told["error"] != test.code || told["scope"] != "a" {
				t.Errorf("told %v", told)
			}
			metadata, err := oauthex.GetProtectedResourceMetadata(t.Context(), told["resource_metadata"], url, client)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{i.URL}, metadata.AuthorizationServers); diff != "" {
				t.Errorf("issuers (-want +got):\n%s", diff)
			}
		})
	}
	i.set(func() { i.status = http.StatusBadGateway })
	i.clock.now = i.clock.now.Add(2 * time.Hour)
	response := ask(sign(key, map[string]any{"aud": url}))
	if response.StatusCode != http.StatusServiceUnavailable || response.Header.Get("WWW-Authenticate") != "" {
		t.Errorf("issuer down: status %d, header %v", response.StatusCode, response.Header)
	}
}
