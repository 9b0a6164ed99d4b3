// Package header mirrors arguments of a tool into HTTP headers, as SEP-2243 has
// it (specification 2026-07-28, "Request Metadata").
//
// A schema marks an argument with x-mcp-header; a client then sends its value in
// the header Mcp-Param-{name} too, where proxies can route by it, and a server
// refuses a call whose header and body disagree. Both sides need the same reading
// of the schema, of the argument and of the header: they are here, once.
//
//	params, err := header.Params(schema)      // what the schema mirrors, or why it is invalid
//	values := header.Values(params, args)     // a client: what to send, see Encode
//	err = header.Check(params, r.Header, args) // a server: does the request agree with itself
//
// Schemas, arguments and headers come from the other side and are hostile: every
// function is bounded and none panics, whatever it is given. What a schema says
// is quoted in reasons, cut; what a caller sends never is.
package header
