// Package example holds programs that show mcpgen, each a main package of its
// own: quickstart is the code of the README, tasks a governed server over a
// database, everything the fixtures of the official conformance suite. The tests
// here keep the README equal to them, and their generated files up to date.
package example
