package diag

// explainReading explains what can be wrong with prompts, resources and
// completions.
func explainReading() []Explanation {
	return []Explanation{
		{
			Code:    CodeDuplicatePrompt,
			Summary: "two prompts have the same name",
			Text:    "A client asks for a prompt by its name and nothing else. Give one of the two a name=.",
			Bad:     "//mcp:prompt\nfunc (d *Day) Plan() string { return \"\" }\n\n//mcp:prompt\nfunc (w *Week) Plan() string { return \"\" }",
			Good:    "//mcp:prompt name=plan_day\nfunc (d *Day) Plan() string { return \"\" }\n\n//mcp:prompt name=plan_week\nfunc (w *Week) Plan() string { return \"\" }",
		},
		{
			Code:    CodeDuplicateResource,
			Summary: "two resources have the same URI",
			Text:    "A client reads a resource by its URI and nothing else, so a URI, or a template, belongs to one function.",
			Bad:     "//mcp:resource uri=bank://rates\nfunc Rates() string { return \"\" }\n\n//mcp:resource uri=bank://rates\nfunc Fees() string { return \"\" }",
			Good:    "//mcp:resource uri=bank://rates\nfunc Rates() string { return \"\" }\n\n//mcp:resource uri=bank://fees\nfunc Fees() string { return \"\" }",
		},
		{
			Code:    CodeBadURI,
			Summary: "a resource has no URI, or one that nobody could read",
			Text: "The URI is absolute, printable ASCII, and its own or an RFC 6570 template. A template's variables are single texts, each once, since they " +
				"become the parameters of the function: the modifiers * and : are refused.",
			Bad:  "//mcp:resource uri=/accounts\nfunc Accounts() string { return \"\" }",
			Good: "//mcp:resource uri=bank://accounts\nfunc Accounts() string { return \"\" }",
		},
		{
			Code:    CodeUnmatchedVariable,
			Summary: "the variables of a template and the parameters do not meet",
			Text: "Every variable is a parameter of the function and every parameter a variable, by name. " +
				"Rename one of the two, or give the parameter the variable's name with //mcp:param name=.",
			Bad:  "//mcp:resource uri=bank://accounts/{id}\nfunc Account(number int64) string { return \"\" }",
			Good: "//mcp:resource uri=bank://accounts/{id}\nfunc Account(id int64) string { return \"\" }",
		},
		{
			Code:    CodeBadCompletion,
			Summary: "a completion completes nothing",
			Text: "A completion names one argument of a prompt, or one variable of a resource template, of its own package and as they are published. " +
				"Each has at most one.",
			Bad:  "//mcp:complete prompt=greet arg=nmae\nfunc Names(value string) []string { return nil }",
			Good: "//mcp:complete prompt=greet arg=name\nfunc Names(value string) []string { return nil }",
		},
	}
}
