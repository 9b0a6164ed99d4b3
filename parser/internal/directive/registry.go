package directive

// Registry returns every directive in the order of the documentation. What has no Available is refused by name
// until its effect exists: who implements it fills in the entry and adds the case to reader.apply.
func Registry() []Spec {
	return []Spec{
		serverSpec(),
		sectionSpec(),
		toolSpec(),
		hintSpec(),
		paramSpec(),
		cacheSpec(),
		limitSpec(),
		scopeSpec(),
		metaSpec(),
		promptSpec(),
		resourceSpec(),
		completeSpec(),
		newSpec(),
		{Name: "type", Places: []Place{TypeDoc}, Summary: "How a Go type appears in schemas."},
		{Name: "union", Places: []Place{TypeDoc}, Summary: "The Go types that an interface stands for in schemas."},
		{Name: "effect", Places: []Place{FuncDoc}, Summary: "What a call changes, in the host's own words."},
	}
}

func serverSpec() Spec {
	return Spec{
		Name: "server", Places: []Place{PackageDoc}, Available: true,
		Summary: "Names the server that the package makes. Optional: without it the name is the package's and the version comes from build info.",
		Keys: []Key{
			{Name: "name", Kind: KindText, Available: true, Help: "Name of the server; by default the package's."},
			{Name: "version", Kind: KindText, Available: true, Help: "Version of the server; by default from build info."},
			{Name: "title", Kind: KindText, Available: true, Help: "Name of the server as people read it."},
			{Name: "prefix", Kind: KindText, Available: true, Help: "Put before every tool name of the package."},
			{Name: "instructions", Kind: KindText, Available: true, Help: "What a model should know about the server as a whole."},
			{Name: "registry", Kind: KindIdentifier, Available: true, Help: "Name of the generated constructor; by default MCPRegistry."},
		},
	}
}

func sectionSpec() Spec {
	return Spec{
		Name: "section", Places: []Place{FuncDoc, TypeDoc, PackageDoc}, Operand: "NAME", Available: true,
		Summary: "The section, the unit of permission. The nearest place wins: function, then the receiver's type, then package. A tool, prompt or resource without a section is an error.",
	}
}

func toolSpec() Spec {
	return Spec{
		Name: "tool", Places: []Place{FuncDoc}, Available: true,
		Summary: "The function or method is a tool.",
		Keys: []Key{
			{Name: "name", Kind: KindText, Available: true, Help: "Name of the tool; by default the function's in snake_case."},
			{Name: "title", Kind: KindText, Available: true, Help: "Name of the tool as people read it."},
			{Name: "opaque", Kind: KindFalse, Available: true, Help: "With opaque=false a refusal that the function returns is shown to the caller."},
			{Name: "reaches", Kind: KindList, Available: true, Help: "Sections whose data a generic driver can reach."},
			{Name: "alias", Kind: KindList, Help: "Former names under which the tool can still be called."},
			{Name: "budget", Kind: KindCount, Help: "How many calls one session may make."},
			{Name: "schema", Kind: KindText, Help: "A file with a schema written by hand."},
		},
		Words: []Word{
			{Name: "strict", Available: true, Help: "Unknown arguments are refused instead of dropped."},
			{Name: "coerce", Available: true, Help: "Scalars that a model sends as text are repaired; never together with destructive."},
			{Name: "lock", Help: "One call at a time."},
		},
	}
}

func hintSpec() Spec {
	return Spec{
		Name: "hint", Places: []Place{FuncDoc, TypeDoc, PackageDoc}, Operand: effectGroup, Available: true,
		Summary: "What a call does to the world: EFFECT is exactly one of readOnly, additive and destructive. The nearest place wins as a whole: function, then the receiver's type, then package. A tool without an effect is an error.",
		Words: []Word{
			{Name: "readOnly", Group: effectGroup, Available: true, Help: "Changes nothing."},
			{Name: "additive", Group: effectGroup, Available: true, Help: "Adds, and never changes or removes what is there."},
			{Name: "destructive", Group: effectGroup, Available: true, Help: "May change or remove what is there."},
			{Name: "idempotent", Available: true, Help: "Calling again with the same arguments changes nothing more; by default it may."},
			{Name: "openWorld", Group: worldGroup, Available: true, Help: "Reaches beyond the host's own data, such as the web; the default."},
			{Name: "closedWorld", Group: worldGroup, Available: true, Help: "Stays within the host's own data."},
		},
	}
}

func paramSpec() Spec {
	return Spec{
		Name: "param", Places: []Place{FuncDoc, FieldDoc}, Operand: "GONAME", Available: true,
		Summary: "What the schema says about a parameter, checked against its Go type. On a function GONAME is the parameter's Go name; on a struct field it is left out.",
		Keys: []Key{
			{Name: "name", Kind: KindText, Available: true, Help: "Name of the argument; by default the parameter's."},
			{Name: "desc", Kind: KindText, Empty: true, Available: true, Help: "Description; by default the parameter's comment."},
			{Name: "default", Kind: KindList, Empty: true, Available: true, Help: "Value when none is sent; makes the argument optional."},
			{Name: "enum", Kind: KindList, Available: true, Help: "The values that are accepted; enum=- switches off those of the Go type."},
			{Name: "min", Kind: KindNumber, Available: true, Help: "Smallest number."},
			{Name: "max", Kind: KindNumber, Available: true, Help: "Largest number."},
			{Name: "minlen", Kind: KindCount, Available: true, Help: "Fewest characters of a string."},
			{Name: "maxlen", Kind: KindCount, Available: true, Help: "Most characters of a string."},
			{Name: "minitems", Kind: KindCount, Available: true, Help: "Fewest items of an array."},
			{Name: "maxitems", Kind: KindCount, Available: true, Help: "Most items of an array."},
			{Name: "pattern", Kind: KindText, Available: true, Help: "Regular expression that a string matches."},
			{Name: "format", Kind: KindText, Available: true, Help: "Format of a string, such as email or uri."},
			{Name: "example", Kind: KindText, Available: true, Help: "A value to show to models."},
			{Name: "header", Kind: KindText, Available: true, Help: "Clients repeat the argument in the HTTP header Mcp-Param-NAME, where proxies route by it; for strings, integers and booleans, in nested objects too."},
		},
		Words: []Word{
			{Name: "secret", Available: true, Help: "Masked everywhere; takes no header, default or enum."},
		},
	}
}

func cacheSpec() Spec {
	return Spec{
		Name: "cache", Places: []Place{FuncDoc}, Available: true,
		Summary: "How long the result of a readOnly tool may be reused for the same caller and the same arguments.",
		Keys:    []Key{{Name: "ttl", Kind: KindDuration, Available: true, Help: "Time in Go's syntax, such as 60s."}},
	}
}

func limitSpec() Spec {
	return Spec{
		Name: "limit", Places: []Place{FuncDoc}, Available: true,
		Summary: "How large the result of a tool may be and how long a call may take.",
		Keys: []Key{
			{Name: "result", Kind: KindSize, Available: true, Help: "Size in bytes, KiB or MiB, such as 64KiB."},
			{Name: "timeout", Kind: KindDuration, Available: true, Help: "Time in Go's syntax, such as 30s."},
		},
	}
}

func scopeSpec() Spec {
	return Spec{
		Name: "scope", Places: []Place{FuncDoc}, Operand: "SCOPE ...", Available: true,
		Summary: "The OAuth scopes that a call of the tool needs, all of them. Lines add up; = is a character like any other.",
	}
}

func metaSpec() Spec {
	return Spec{
		Name: "meta", Places: []Place{FuncDoc}, Operand: "KEY=VALUE", Available: true,
		Summary: "Static _meta entries of the tool's definition. A bare number, true or false is written as such, anything else as text; quotes make it text.",
	}
}

func promptSpec() Spec {
	return Spec{
		Name: "prompt", Places: []Place{FuncDoc}, Available: true,
		Summary: "The function is a prompt: scalar parameters, and a string, []*mcp.PromptMessage or *mcp.GetPromptResult. It needs a section and counts as readOnly.",
		Keys: []Key{
			{Name: "name", Kind: KindText, Available: true, Help: "Name of the prompt; by default the function's in snake_case."},
			{Name: "title", Kind: KindText, Available: true, Help: "Name of the prompt as people read it."},
		},
	}
}

func resourceSpec() Spec {
	return Spec{
		Name: "resource", Places: []Place{FuncDoc}, Available: true,
		Summary: "The function is a resource, or with a template as uri, whose variables are the function's parameters, a resource template. It needs a section and counts as readOnly.",
		Keys: []Key{
			{Name: "uri", Kind: KindText, Available: true, Help: "The absolute URI, or an RFC 6570 template such as tasks://{id}; required."},
			{Name: "name", Kind: KindText, Available: true, Help: "Name of the resource; by default the function's in snake_case."},
			{Name: "title", Kind: KindText, Available: true, Help: "Name of the resource as people read it."},
			{Name: "mime", Kind: KindText, Available: true, Help: "MIME type of the contents; by default application/json for what is written as JSON, else unknown."},
		},
	}
}

func completeSpec() Spec {
	return Spec{
		Name: "complete", Places: []Place{FuncDoc}, Available: true,
		Summary: "The function completes an argument of a prompt or a variable of a resource template of its package, for whoever sees that: func([context.Context,] string) ([]string, error).",
		Keys: []Key{
			{Name: "prompt", Kind: KindText, Available: true, Help: "Name of the prompt as it is published."},
			{Name: "uri", Kind: KindText, Available: true, Help: "The template as its resource writes it."},
			{Name: "arg", Kind: KindText, Available: true, Help: "Name of the argument or variable; required."},
		},
	}
}

func newSpec() Spec {
	return Spec{
		Name: "new", Places: []Place{FuncDoc}, Available: true,
		Summary: "The function makes the receiver that `mcpgen serve` and scaffolds call: func() T, func() (T, error) or func(context.Context) (T, error).",
	}
}
