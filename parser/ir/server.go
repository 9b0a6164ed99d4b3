package ir

import "encoding/json"

// Server is one annotated package: the unit for which one file is generated.
type Server struct {
	Package Package `json:"package"`

	Name         string `json:"name"`                   // server name announced to clients
	Version      string `json:"version,omitempty"`      // "" = the binary's build information
	Title        string `json:"title,omitempty"`        // for people
	Instructions string `json:"instructions,omitempty"` // for the model
	Registry     string `json:"registry"`               // name of the generated constructor

	Receivers []Receiver `json:"receivers,omitempty"` // parameters of the constructor, in order of type name
	Tools     []Tool     `json:"tools"`               // in order of tool name

	Prompts     []Prompt     `json:"prompts,omitempty"`     // in order of name
	Resources   []Resource   `json:"resources,omitempty"`   // in order of URI
	Completions []Completion `json:"completions,omitempty"` // in order of what they complete

	Inputs  []Struct `json:"inputs,omitempty"`  // structs that arguments are bound to
	Outputs []Struct `json:"outputs,omitempty"` // structs that results are written from

	// Imports names the packages that Go spellings refer to, by import path.
	Imports map[string]string `json:"imports,omitempty"`

	// Taken holds every package-level identifier of every file in the
	// package's folder, sorted: generated names and import aliases avoid them.
	Taken []string `json:"taken,omitempty"`
}

// Package says where the host's code lives.
type Package struct {
	Path string `json:"path"`
	Name string `json:"name"`

	// Dir is the folder on this machine. It never reaches generated code, so
	// it is no part of the data.
	Dir string `json:"-"`
}

// Receiver is a type whose methods are tools; the host passes one value of it.
type Receiver struct {
	Type    string       `json:"type"`              // name of the type in its package
	Pointer bool         `json:"pointer,omitempty"` // the constructor takes *Type
	Nilable bool         `json:"nilable,omitempty"` // the value can be nil and is checked
	New     *Constructor `json:"new,omitempty"`     // from //mcp:new
}

// Constructor is a host function that makes a receiver.
type Constructor struct {
	Func    string `json:"func"`
	Context bool   `json:"context,omitempty"` // takes a context.Context
	Error   bool   `json:"error,omitempty"`   // returns (T, error)
	Pointer bool   `json:"pointer,omitempty"` // returns *Type
}

// Tool is one annotated function.
type Tool struct {
	Name        string   `json:"name"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	Section     string   `json:"section"`
	Hints       Hints    `json:"hints"`
	Strict      bool     `json:"strict,omitempty"`
	Coerce      bool     `json:"coerce,omitempty"`
	Meta        []Entry  `json:"meta,omitempty"`        // static _meta of the definition
	Reaches     []string `json:"reaches,omitempty"`     // sections whose data a generic driver can reach
	Secrets     []string `json:"secrets,omitempty"`     // names of secret arguments, at any depth, sorted
	Headers     []Header `json:"headers,omitempty"`     // arguments that clients mirror into HTTP headers
	Scopes      []string `json:"scopes,omitempty"`      // OAuth scopes that a call needs, all of them
	Cache       string   `json:"cache,omitempty"`       // time that a result may be reused, in Go's syntax
	Timeout     string   `json:"timeout,omitempty"`     // time that a call may take, in Go's syntax
	ResultLimit int64    `json:"resultLimit,omitempty"` // bytes
	Refusals    bool     `json:"refusals,omitempty"`    // refusals of the function are shown
	Func        Func     `json:"func"`
	Result      Result   `json:"result"`
	Pos         Position `json:"pos"`

	// Args is the index in Inputs of the struct that holds the arguments, or
	// -1 for a tool without any.
	Args int `json:"args"`

	Input  json.RawMessage `json:"input"`            // JSON Schema of the arguments
	Output json.RawMessage `json:"output,omitempty"` // JSON Schema of structured content
}

// Entry is one static entry of a definition's _meta.
type Entry struct {
	Key   string          `json:"key"`
	Value json.RawMessage `json:"value"`
}

// Hints are the four MCP tool annotations, all of them decided.
type Hints struct {
	ReadOnly    bool `json:"readOnly"`
	Destructive bool `json:"destructive"`
	Idempotent  bool `json:"idempotent"`
	OpenWorld   bool `json:"openWorld"`
}

// Position is a place in host source; File is a base name, since all files of
// a package share one folder.
type Position struct {
	File   string `json:"file"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
}

// Func says how generated code calls the host's function.
type Func struct {
	Name     string  `json:"name"`
	Receiver int     `json:"receiver"`           // index in Server.Receivers, -1 for a plain function
	Source   string  `json:"source"`             // import path and function, the same in events and logs
	Params   []Param `json:"params,omitempty"`   // in order of declaration
	Variadic bool    `json:"variadic,omitempty"` // the last parameter is spread
	Error    bool    `json:"error,omitempty"`    // the last result is an error
}

// Param is one parameter of a [Func].
type Param struct {
	Role ParamRole `json:"role"`

	// Field is the Go name of the argument's field in the arguments struct
	// (role argument). With role whole it says nothing.
	Field string `json:"field,omitempty"`

	// Pointer is set for role whole if the function takes *Struct.
	Pointer bool `json:"pointer,omitempty"`
}

// ParamRole says where the value of a parameter comes from.
type ParamRole string

// The roles of parameters.
const (
	RoleContext  ParamRole = "context"  // the call's context
	RoleCall     ParamRole = "call"     // injected: *mcprt.Call, of prompts *mcprt.PromptCall, of resources *mcprt.ResourceCall
	RoleArgument ParamRole = "argument" // one argument of the call
	RoleWhole    ParamRole = "whole"    // the struct that holds all arguments
)

// Result is what a tool answers with.
type Result struct {
	Shape ResultShape `json:"shape"`
	Type  *Type       `json:"type,omitempty"` // the function's result (shapes object and wrapped)
}

// ResultShape says how a result is put into an answer.
type ResultShape string

// The shapes of results.
const (
	ShapeNothing ResultShape = "nothing" // no content
	ShapeText    ResultShape = "text"    // a string: text only
	ShapeObject  ResultShape = "object"  // structured content and its text copy
	ShapeWrapped ResultShape = "wrapped" // as object, inside {"result": …}
	ShapeContent ResultShape = "content" // []mcp.Content as written
	ShapeRaw     ResultShape = "raw"     // the SDK's own result as written

	ShapeMessages ResultShape = "messages" // prompts: []*mcp.PromptMessage as written
	ShapeBlob     ResultShape = "blob"     // resources: []byte
	ShapeJSON     ResultShape = "json"     // resources: any value, as JSON
)
