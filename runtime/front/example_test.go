package front_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"time"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/auth"
	"github.com/mcpgen-go/mcpgen/runtime/front"
)

func ExampleNew() {
	srv, err := mcprt.NewServer(mcprt.NewRegistry(mcprt.Identity{Name: "x", Version: "1"}, nil, nil),
		mcprt.WithSections(mcprt.BySections))
	if err != nil {
		fmt.Println(err)
		return
	}
	verifier, err := auth.Static(map[string]auth.Token{
		"ada-token": {Subject: "ada", Audience: []string{"https://mcp.example/mcp"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	f, err := front.New(srv,
		front.WithVerifier(verifier),
		front.WithResource(auth.Resource{
			URL:                  "https://mcp.example/mcp",
			AuthorizationServers: []string{"https://issuer.example"},
		}),
		front.WithHosts("mcp.example"),
		front.WithRate(100, time.Minute))
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, host := range []string{"mcp.example", "evil.example"} {
		response := httptest.NewRecorder()
		f.ServeHTTP(response, httptest.NewRequest(http.MethodPost, "https://"+host+"/mcp", nil))
		fmt.Println(response.Code, response.Header().Get("WWW-Authenticate"))
	}
	// Output:
	// 401 Bearer resource_metadata="https://mcp.example/.well-known/oauth-protected-resource/mcp"
	// 403
}
