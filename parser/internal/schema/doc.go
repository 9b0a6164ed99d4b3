// Package schema turns go/types into what the wire knows: first each Go type
// into an [ir.Type] (which primitive reads and writes it, under which
// constraints), then that into a JSON Schema of the portable subset, with
// invopop's Schema as the model.
//
// Both halves see the same ir.Type, so a binder accepts what its published
// schema accepts. A [Resolver] serves one package in one direction, since types
// that marshal themselves may do so in one direction only.
package schema
