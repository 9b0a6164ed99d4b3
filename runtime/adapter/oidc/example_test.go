package oidc_test

import (
	"fmt"

	"github.com/mcpgen-go/mcpgen/runtime/adapter/oidc"
)

func ExampleNew() {
	_, err := oidc.New("https://issuer.example", "https://mcp.example/mcp", oidc.WithAlgorithms("RS256", "ES256"))
	fmt.Println(err)
	_, err = oidc.New("https://issuer.example", "https://mcp.example/mcp", oidc.WithAlgorithms("HS256"))
	fmt.Println(err)
	// Output:
	// <nil>
	// algorithm "HS256" is none of [RS256 RS384 RS512 PS256 PS384 PS512 ES256 ES384 ES512 EdDSA]
}
