package oidc_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/adapter/oidc"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

// internet is a front for whoever has a token of the issuer for this server.
func internet(srv *mcprt.Server) (*front.Front, error) {
	const issuer, resource = "https://issuer.example", "https://mcp.example/mcp"
	verifier, err := oidc.New(issuer, resource)
	if err != nil {
		return nil, err
	}
	return front.New(srv,
		front.WithVerifier(verifier),
		front.WithResource(auth.Resource{URL: resource, AuthorizationServers: []string{issuer}}),
		front.WithHosts("mcp.example"),
		front.WithRate(100, time.Minute),
		front.WithSessions(30*time.Minute))
}

// A client without a token is told where it gets one.
func Example() {
	srv, err := mcprt.NewServer(mcprt.NewRegistry(mcprt.Identity{Name: "x", Version: "1"}, nil, nil),
		mcprt.WithSections(mcprt.BySections))
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := internet(srv)
	if err != nil {
		fmt.Println(err)
		return
	}
	response := httptest.NewRecorder()
	f.ServeHTTP(response, httptest.NewRequest(http.MethodPost, "https://mcp.example/mcp", nil))
	fmt.Println(response.Code, response.Header().Get("WWW-Authenticate"))
	// Output: 401 Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"
}

func ExampleNew() {
	_, err := oidc.New("https://issuer.example", "https://mcp.example/mcp", oidc.WithAlgorithms("RS256", "ES256"))
	fmt.Println(err)
	_, err = oidc.New("https://issuer.example", "https://mcp.example/mcp", oidc.WithAlgorithms("HS256"))
	fmt.Println(err)
	// Output:
	// <nil>
	// algorithm "HS256" is none of [RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA]
}
