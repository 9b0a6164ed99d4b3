// Package auth has what an OAuth 2.1 resource server needs: bearer tokens out of
// requests, verifiers of tokens, and the metadata that tells a client where to
// get one. It asks nobody over a network and knows nothing of MCP.
//
// A [Verifier] says what a token is good for. [Static] knows fixed tokens; package
// oidc, under runtime/adapter, asks an issuer for its keys. [ForAudience] refuses
// tokens that were issued for somebody else, [Cached] asks less often:
//
//	fixed, err := auth.Static(map[string]auth.Token{
//		os.Getenv("ADA_TOKEN"): {Subject: "ada", Audience: []string{"https://mcp.example/mcp"}},
//	})
//	verifier, err := auth.ForAudience(fixed, []string{"https://mcp.example/mcp"})
//
// [Bearer] takes the token from a request, and a [Metadata] serves the document of
// RFC 9728. Package front joins all of it to a server.
package auth
