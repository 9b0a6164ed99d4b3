package ir

// Header is one argument of a tool that clients mirror into an HTTP header, where
// proxies can route by it (specification 2026-07-28, tools, "x-mcp-header").
type Header struct {
	Name string     `json:"name"` // what follows Mcp-Param- in the header's name
	Path []string   `json:"path"` // names of properties from the root of the arguments
	Kind HeaderKind `json:"kind"`
}

// HeaderKind is the JSON type of a mirrored argument.
type HeaderKind string

// The kinds that can be mirrored.
const (
	HeaderString  HeaderKind = "string"
	HeaderInteger HeaderKind = "integer"
	HeaderBoolean HeaderKind = "boolean"
)
