// Package diag describes problems in the source of a host: where they are, what is wrong and what to do.
//
// A [Diagnostic] is plain data. The parser collects them in a [List], which sorts them and removes exact
// duplicates; [Text] and [JSON] print the list. Every diagnostic carries a [Code] from the registry of this
// package, and [Explain] tells the longer story of a code, with an example that is refused and one that is not.
package diag
