package directive

import "go/token"

// Text is one value of a directive, given or not.
type Text struct {
	Value    string
	Pos, End token.Pos
}

// Given reports whether the value was written; an empty value can be.
func (t Text) Given() bool { return t.Pos.IsValid() }

// List is a value that is a comma-separated list, given or not.
type List struct {
	Values   []string
	Pos, End token.Pos
}

// Given reports whether the list was written.
func (l List) Given() bool { return l.Pos.IsValid() }

// Flag is a word of a directive, given or not.
type Flag struct {
	Pos, End token.Pos
}

// Given reports whether the word was written.
func (f Flag) Given() bool { return f.Pos.IsValid() }

// Server is //mcp:server: the name and the looks of the server that a package makes.
type Server struct {
	Pos, End                                             token.Pos
	Name, Version, Title, Prefix, Instructions, Registry Text
}

// Tool is //mcp:tool: the function is a tool.
type Tool struct {
	Pos, End       token.Pos
	Name, Title    Text
	Strict, Coerce Flag
	// Opaque is "false" if a refusal that the function returns is shown.
	Opaque Text
	// Reaches are the sections whose data a generic driver can reach.
	Reaches List
}

// Cache is //mcp:cache: how long a result may be reused.
type Cache struct {
	Pos, End token.Pos
	TTL      Text
}

// Limit is //mcp:limit: how large a result may be and how long a call may take.
type Limit struct {
	Pos, End        token.Pos
	Result, Timeout Text
}

// Meta is one entry of //mcp:meta: a static _meta entry of the tool's definition.
type Meta struct {
	Key, Value Text
	// Quoted is set for a value in quotes, which is text whatever it looks like.
	Quoted bool
}

// Hint is //mcp:hint: what a call does to the world.
type Hint struct {
	Pos, End token.Pos
	// Effect is readOnly, additive or destructive; not given when the hint names none.
	Effect                             Text
	Idempotent, OpenWorld, ClosedWorld Flag
}

// Param is //mcp:param: what the schema says about one parameter.
type Param struct {
	Pos, End token.Pos
	// Go is the Go name of the parameter; not given on a struct field.
	Go                                                                                         Text
	Name, Desc, Min, Max, MinLen, MaxLen, MinItems, MaxItems, Pattern, Format, Example, Header Text
	Default, Enum                                                                              List
	Secret                                                                                     Flag
}

// Prompt is //mcp:prompt: the function is a prompt.
type Prompt struct {
	Pos, End    token.Pos
	Name, Title Text
}

// Resource is //mcp:resource: the function is a resource or a resource template.
type Resource struct {
	Pos, End               token.Pos
	URI, Name, Title, MIME Text
}

// Complete is //mcp:complete: the function completes an argument.
type Complete struct {
	Pos, End         token.Pos
	Prompt, URI, Arg Text
}

// New is //mcp:new: the function makes a receiver.
type New struct {
	Pos, End token.Pos
}

// Set holds all directives of one place, merged. What is nil was not written.
type Set struct {
	Server  *Server
	Section *Text
	Tool    *Tool
	Hint    *Hint
	// Params are merged per Go name, in the order of their first line.
	Params []*Param
	New    *New
	Cache  *Cache
	Limit  *Limit
	// Scopes are those of all //mcp:scope lines, each once, in the order written.
	Scopes []Text

	Prompt   *Prompt
	Resource *Resource
	Complete *Complete
	// Meta are the entries of //mcp:meta, each key once, in the order written.
	Meta []*Meta
}

// Empty reports whether the set, which may be nil, holds no directive.
func (s *Set) Empty() bool {
	return s == nil || s.Server == nil && s.Section == nil && s.Tool == nil && s.Hint == nil && len(s.Params) == 0 && s.New == nil && len(s.Meta) == 0 && s.Cache == nil && s.Limit == nil && len(s.Scopes) == 0 &&
		s.Prompt == nil && s.Resource == nil && s.Complete == nil
}
