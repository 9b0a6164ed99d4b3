// Package header mirrors arguments of a tool into HTTP headers, as SEP-2243 has
// it (specification 2026-07-28, "Request Metadata").
//
// A schema marks an argument with x-mcp-header; a client then sends its value in
// the header Mcp-Param-{name} too, where proxies can route by it, and a server
// refuses a call whose header and body disagree. Both sides need the same reading
// of the schema, of the argument and of the header: they are here, once.
package header
