package runtime

import (
	"context"
	"slices"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// Row is one tool's static data. Visibility is decided on rows alone, without
// looking at a schema, so that a decision stays cheap and says nothing about
// what lies behind it (contract: S0-15).
//
// Rows are written by the generator, or by hand for a tool that no generator
// knows. They are copied into the [Registry] and never change afterwards.
type Row struct {
	// Name is the tool's published name, prefix included: 1 to 64 of
	// [A-Za-z0-9_-], unique in the server.
	Name string
	// Title is the human-readable name; empty publishes none.
	Title string
	// Description tells a model what the tool does.
	Description string
	// Section is the unit of permission the tool belongs to; never empty.
	Section string
	// Hints are the tool's four published effects.
	Hints Hints
	// Tags are words that listeners choose rows by. They are never published.
	Tags []string
	// Source is the import path and function behind the tool. It names the
	// tool in errors of [NewServer], logs and events, and is never published.
	Source string
	// Reaches are further sections whose data this tool can reach, as a driver
	// that fetches any page can. Hiding the tools of those sections hides the
	// tools and not the data, so the server says at its start which rows do
	// (contract: S0-20).
	Reaches []string
	// Strict refuses arguments that the tool does not declare. Otherwise they
	// are dropped and named in the result's _meta.
	Strict bool
	// Coerce repairs scalars that arrive as JSON strings.
	Coerce bool
	// Input is the JSON Schema of the arguments: an object of type "object".
	Input string
	// Output is the JSON Schema of the structured content; empty publishes
	// none.
	Output string
	// Secrets are the names of secret parameters, masked wherever the call is
	// recorded.
	Secrets []string
	// Meta are the static entries of the definition's _meta. A listener can add
	// others but not change these.
	Meta []Entry
	// Timeout bounds a call from its acceptance to its answer; 0 is no bound.
	Timeout time.Duration
	// Cache is how long a result may be repeated for the same caller and
	// arguments, for readOnly rows only; 0 is never. It takes effect with a
	// store, see [WithCache].
	Cache time.Duration
	// ResultLimit bounds the bytes of a result; 0 is the server's own bound, see
	// [WithResultLimit].
	ResultLimit int64
	// ShowRefusals shows a [Refusal] that the function returns to the caller;
	// otherwise it is an internal error like any other.
	ShowRefusals bool
	// Headers are the arguments that callers mirror into HTTP headers, as Input
	// says with x-mcp-header: neither more nor fewer, or it is an error of
	// [NewServer].
	Headers []header.Param
	// Scopes are the OAuth scopes that a caller needs, all of them. They take
	// [WithScopes].
	Scopes []string
	// Interactive says that the function has a [Call] and may talk to the client
	// while it runs. Such a call is carried by the SDK.
	Interactive bool
	// Handler binds, runs and encodes; made by [Structured], [Text],
	// [Contents], [Result] or [Nothing].
	Handler Handler
}

// Entry is one static entry of a definition's _meta.
type Entry struct {
	Key   string
	Value string // JSON
}

// clone returns a copy that shares nothing that can be written to.
func (r *Row) clone() Row {
	row := *r
	row.Tags = slices.Clone(r.Tags)
	row.Secrets = slices.Clone(r.Secrets)
	row.Meta = slices.Clone(r.Meta)
	row.Reaches = slices.Clone(r.Reaches)
	row.Headers = slices.Clone(r.Headers)
	row.Scopes = slices.Clone(r.Scopes)
	return row
}

// limited returns ctx with the row's bound.
func (r *Row) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	if r.Timeout <= 0 {
		return ctx, func() {}
	}
	return context.WithTimeout(ctx, r.Timeout)
}

// Hints are the four effects MCP publishes for a tool. All four are written to
// the wire, false included. The zero value is a tool that changes something,
// adds only, is not repeatable and stays within the host's own world.
type Hints struct {
	// ReadOnly: the tool changes nothing.
	ReadOnly bool
	// Destructive: the tool may overwrite or remove; meaningless if ReadOnly.
	Destructive bool
	// Idempotent: repeating a call changes nothing more.
	Idempotent bool
	// OpenWorld: the tool reaches beyond the host's own data.
	OpenWorld bool
}
