// Package templates holds the texts that mcpgen writes and nobody keeps: the
// files of a temporary server, and documents made from the registry of
// directives.
//
// Go that a host commits is printed by package generator instead, which knows
// about names and imports. Every document is a text/template; [Write] fills one
// in.
package templates
