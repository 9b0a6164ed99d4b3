// Package catalog remembers, in a client, what the tools of a server mirror into
// HTTP headers (SEP-2243, specification 2026-07-28).
//
// A client must send the header Mcp-Param-{name} for every annotated argument of
// a call, and must not offer a tool whose annotations are invalid. A [Catalog]
// reads both from the listings as they come in, before anybody parses them into
// types, and answers for each call. It is for one server and, where that server
// lists by caller, for one caller.
//
// With the official SDK it sits in the HTTP client and in the sending middleware:
//
//	cat := catalog.New()
//	client := mcp.NewClient(&mcp.Implementation{Name: "host", Version: "1"}, nil)
//	client.AddSendingMiddleware(cat.Middleware())
//	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{
//		Endpoint:   url,
//		HTTPClient: &http.Client{Transport: cat.RoundTripper(nil)},
//	}, nil)
//
// Whatever headers the SDK computes from its own memory are replaced there: that
// memory goes with the session and with every notice that the list has changed.
//
// A server is hostile until proven otherwise: what it lists is remembered up to a
// limit, logged up to a limit and quoted cut.
package catalog
