// Package generator prints an [ir.Server] as one Go file. It is a pure function:
// equal input gives equal bytes, nothing is read and nothing is written.
//
// The file reads from the top: the constructor with its table of rows, then for
// each tool its arguments, binder and encoder, then the structs that several
// tools share, then constraints, and last the JSON Schemas. Whatever two tools
// would repeat lives in runtime/bind instead.
package generator
