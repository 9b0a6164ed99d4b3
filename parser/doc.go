// Package parser reads annotated host packages: source in, [ir.Server] and
// diagnostics out.
//
// The steps follow each other in one direction. Package load asks the go command
// for the packages, package directive reads every //mcp: line, this package
// resolves what the lines mean where they stand and checks it, and package
// schema turns Go types into wire types and JSON Schemas. Every problem of a run
// is reported, each once, sorted by position; a package with a problem gives no
// server.
package parser
