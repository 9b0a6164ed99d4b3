package auth_test

import (
	"context"
	"fmt"

	"github.com/mcpgen-go/mcpgen/runtime/auth"
)

func ExampleForAudience() {
	fixed, err := auth.Static(map[string]auth.Token{
		"ada-token": {Subject: "ada", Audience: []string{"https://mcp.example/mcp"}},
		"bob-token": {Subject: "bob", Audience: []string{"https://other.example/mcp"}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	verifier, err := auth.ForAudience(fixed, []string{"https://mcp.example/mcp"})
	if err != nil {
		fmt.Println(err)
		return
	}
	token, err := verifier.Verify(context.Background(), "ada-token")
	fmt.Println(token.Subject, err)
	_, err = verifier.Verify(context.Background(), "bob-token")
	fmt.Println(err)
	// Output:
	// ada <nil>
	// invalid token: it is for another audience
}
