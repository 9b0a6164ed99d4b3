// Package load brings host packages into memory the way `go build` chooses
// them, and nothing more: declarations with their types, no function bodies,
// dependencies from export data.
//
// Our own earlier output never disturbs. The content of mcp_gen.go is not read,
// whether it is missing, stale or not even Go, and what the type checker misses
// because of that is not reported. Files that the build leaves out, and tests,
// are parsed for their names and directives but never type-checked.
package load
