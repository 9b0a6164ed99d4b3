package diag

// explainTools explains what can be wrong with the function behind a tool and with its name.
func explainTools() []Explanation {
	return []Explanation{
		{
			Code:    CodeBadName,
			Summary: "a name is not one that clients accept",
			Text: "The name of a tool, prefix included, has 1 to 64 characters of A-Z, a-z, 0-9, _ and -. The specification allows more, but " +
				"several clients then drop the tool or the whole server.",
			Bad:  "//mcp:tool name=admin.tools/list\nfunc List() {}",
			Good: "//mcp:tool name=admin_tools_list\nfunc List() {}",
		},
		{
			Code:    CodeDuplicateTool,
			Summary: "two tools have the same name",
			Text: "A call names its tool and nothing else, so a name belongs to one tool. Methods do not carry their receiver's name; " +
				"give one of the two a name=, or the package a prefix with //mcp:server.",
			Bad:  "//mcp:tool\nfunc (a *Accounts) List() {}\n\n//mcp:tool\nfunc (c *Cards) List() {}",
			Good: "//mcp:tool name=list_accounts\nfunc (a *Accounts) List() {}\n\n//mcp:tool name=list_cards\nfunc (c *Cards) List() {}",
		},
		{
			Code:    CodeDuplicateParam,
			Summary: "two parameters of a tool have the same argument name",
			Text: "Arguments are the members of one JSON object. Two parameters, or a parameter and a field of a flattened struct, " +
				"cannot share a name. Rename one with name=.",
			Bad:  "//mcp:tool\n//mcp:param from name=account\n//mcp:param to name=account\nfunc Move(from, to string) {}",
			Good: "//mcp:tool\n//mcp:param from name=source\n//mcp:param to name=target\nfunc Move(from, to string) {}",
		},
		{
			Code:    CodeBadSignature,
			Summary: "the function cannot be a tool as it is declared",
			Text: "A tool is a function or a method of a concrete type. It takes an optional context first, then named parameters, and returns nothing, " +
				"a value, an error, or a value and an error. Generic functions, methods of generic types, methods of interfaces, " +
				"a second context and blank parameters have no meaning in a call.",
			Bad:  "//mcp:tool\nfunc Balance(id int) (int, string, error) { return 0, \"\", nil }",
			Good: "//mcp:tool\nfunc Balance(id int) (Balance, error) { return Balance{}, nil }",
		},
		{
			Code:    CodeBadNew,
			Summary: "//mcp:new stands on a function that does not make a receiver",
			Text: "`mcpgen serve` and scaffolds call the function to get the receiver of a package's tools. It is func() T, func() (T, error) or " +
				"func(context.Context) (T, error), where T or *T is the receiver's type, and there is one for each.",
			Bad:  "//mcp:new\nfunc NewService(dsn string) *Service { return &Service{dsn} }",
			Good: "//mcp:new\nfunc NewService() *Service { return &Service{os.Getenv(\"DSN\")} }",
		},
		{
			Code:    CodeRegistryClash,
			Summary: "the package declares the name of the generated constructor",
			Text: "mcp_gen.go declares one function that hosts call, MCPRegistry. All other generated names step aside, this one " +
				"cannot. Rename it with //mcp:server registry=NAME, or rename your own.",
			Bad:  "// Package bank keeps accounts.\npackage bank\n\nfunc MCPRegistry() {}",
			Good: "// Package bank keeps accounts.\n//\n//mcp:server registry=BankRegistry\npackage bank\n\nfunc MCPRegistry() {}",
		},
		{
			Code:    CodeConstrainedFile,
			Summary: "a tool, or a type it needs, is declared in a file that some builds leave out",
			Text: "mcp_gen.go is part of every build, so everything it refers to must be, too. Move the declaration to a file without " +
				"build constraint and without a GOOS or GOARCH suffix, and let that call what differs.",
			Bad:  "//go:build linux\n\npackage disk\n\n//mcp:tool\nfunc Free() int { return statfs() }",
			Good: "package disk\n\n//mcp:tool\nfunc Free() int { return free() } // free_linux.go, free_windows.go",
		},
	}
}
