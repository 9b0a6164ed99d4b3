// Package oidc verifies access tokens that are JSON Web Tokens, with the keys that
// their issuer publishes.
//
//	verifier, err := oidc.New("https://issuer.example", "https://mcp.example/mcp")
//	f, err := front.New(srv, front.WithVerifier(verifier), front.WithResource(resource))
//
// The issuer is found by OpenID Connect discovery when the first token comes, and
// until then nothing is asked of it: a server starts while its issuer is down, and
// answers 503 until it is up. [Verifier.Discover] asks at once, for hosts that
// rather fail early. Keys are fetched again when a token names one that is not
// known, no more often than twice a minute, and otherwise every quarter of an hour.
// While that fails, the keys at hand are used until they are an hour old; then
// every token is refused as an outage: fail closed.
//
// The signature is verified with go-jose, the claims with go-oidc. Symmetric
// algorithms and "none" cannot be chosen. Opaque tokens need another
// [auth.Verifier], which asks the issuer's introspection endpoint.
package oidc
