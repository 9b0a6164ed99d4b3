// Package front serves a governed MCP server over HTTP to clients that nobody
// vouches for.
//
//	f, err := front.New(srv,
//		front.WithVerifier(verifier),
//		front.WithResource(auth.Resource{
//			URL:                  "https://mcp.example/mcp",
//			AuthorizationServers: []string{"https://issuer.example"},
//		}),
//		front.WithHosts("mcp.example"),
//		front.WithRate(100, time.Minute))
//	if err != nil {
//		log.Fatal(err)
//	}
//	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
//	context.AfterFunc(ctx, stop) // a second signal does not wait for anything
//	err = f.ListenAndServe(ctx, ":8080")
//
// A [Front] is an [http.Handler] of four paths: the server's (/mcp), the metadata of
// the resource if there is some, /healthz, which is 200 while the process lives, and
// /readyz, which is 503 once the front shuts down. What it refuses, it refuses in
// this order, with the status and its name and nothing else:
//
//	431  a header that is too large
//	403  a host that is not served; an origin that is not allowed
//	404  any other path
//	400  a token in the query
//	401  credentials that are missing or wrong; 503 if that cannot be found out
//	429  a caller with too many requests in a time, or at once
//	413  a body that is too large
//
// Everything else is the server's. Credentials end here: behind the front a request
// has no Authorization, Proxy-Authorization and Cookie header, so no token can be
// passed through, recorded or logged.
//
// Nothing that a proxy may have written is believed: no X-Forwarded-* and no
// Forwarded header is read. Behind a proxy, [WithHosts] says under which names the
// server is known. TLS is the host's: give [Front.Serve] a listener of crypto/tls.
package front
