package parser

import "github.com/mcpgen-go/mcpgen/parser/internal/directive"

// Directive describes one directive: where it stands, what it takes, what it does.
type Directive = directive.Spec

// Directives returns every directive in the order of the documentation. The
// command's help and the README's table are printed from it.
func Directives() []Directive { return directive.Registry() }
