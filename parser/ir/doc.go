// Package ir is the contract between parser and generator: what one annotated
// package offers, as plain data.
//
// The parser resolves everything (final names, import paths, descriptions,
// constraints, schemas, positions), the generator only prints. Nothing in here
// refers to syntax trees, go/types or file sets, so a [Server] survives a round
// trip through JSON unchanged: `mcpgen ir` prints it, tests compare it, another
// generator could read it. Values are never changed once the parser returned
// them.
package ir
