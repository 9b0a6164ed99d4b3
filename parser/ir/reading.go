package ir

// Prompt is one annotated function that makes a prompt.
type Prompt struct {
	Name        string     `json:"name"`
	Title       string     `json:"title,omitempty"`
	Description string     `json:"description,omitempty"`
	Section     string     `json:"section"`
	Arguments   []Argument `json:"arguments,omitempty"` // as published, in order of declaration
	Func        Func       `json:"func"`
	Result      Result     `json:"result"` // text, messages or raw
	Pos         Position   `json:"pos"`

	// Args is the index in Server.Inputs of the struct that holds the
	// arguments, or -1 for a prompt without any.
	Args int `json:"args"`
}

// Argument is one argument of a prompt, which is text on the wire.
type Argument struct {
	Name        string `json:"name"`
	Description string `json:"description,omitempty"`
	Required    bool   `json:"required,omitempty"`
}

// Resource is one annotated function that reads a resource, or what a resource
// template stands for.
type Resource struct {
	URI         string   `json:"uri"`
	Variables   []string `json:"variables,omitempty"` // of the template, in its order
	Name        string   `json:"name"`
	Title       string   `json:"title,omitempty"`
	Description string   `json:"description,omitempty"`
	MIME        string   `json:"mime,omitempty"`
	Section     string   `json:"section"`
	Func        Func     `json:"func"`
	Result      Result   `json:"result"` // text, blob, json or raw
	Pos         Position `json:"pos"`

	// Args is the index in Server.Inputs of the struct that holds the
	// variables, or -1 for a resource without any.
	Args int `json:"args"`
}

// Completion is one annotated function that completes an argument of a prompt or
// a variable of a template: Prompt or URI is set.
type Completion struct {
	Prompt   string   `json:"prompt,omitempty"`
	URI      string   `json:"uri,omitempty"`
	Argument string   `json:"argument"`
	Func     Func     `json:"func"`
	Pos      Position `json:"pos"`
}
