package header

// Prefix stands before the name of every mirrored argument's header.
const Prefix = "Mcp-Param-"

// Kind is the JSON type of a mirrored argument.
type Kind string

// The kinds that can be mirrored.
const (
	String  Kind = "string"
	Integer Kind = "integer"
	Boolean Kind = "boolean"
)

// Param is one argument that is mirrored into a header.
type Param struct {
	// Name is what the schema says: the header's name without [Prefix].
	Name string
	// Path leads to the argument: the names of properties from the root.
	Path []string
	// Kind is the argument's type.
	Kind Kind
}
