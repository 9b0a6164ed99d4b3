package diag

// explainDirectives explains what can be wrong with a //mcp: line as such.
func explainDirectives() []Explanation {
	return []Explanation{
		{
			Code:    CodeUnknownDirective,
			Summary: "no directive has this name",
			Text: "A //mcp: line governs a tool, so a line that mcpgen does not understand is never skipped. " +
				"Correct the name; `mcpgen help directives` lists them all.",
			Bad:  "// Refund pays back.\n//\n//mcp:tol\nfunc Refund() {}",
			Good: "// Refund pays back.\n//\n//mcp:tool\nfunc Refund() {}",
		},
		{
			Code:    CodeNearMiss,
			Summary: "a comment looks like a directive and is none",
			Text: "A directive begins with //mcp: exactly: no blank after //, lower case, no + or @. " +
				"Other comments are prose to Go's tools, and a guard written as prose would silently be missing. " +
				"Write the line as shown. If it is prose, put a blank after // and begin with another word.",
			Bad:  "// Refund pays back.\n//\n// mcp:tool name=refund\nfunc Refund() {}",
			Good: "// Refund pays back.\n//\n//mcp:tool name=refund\nfunc Refund() {}",
		},
		{
			Code:    CodeMisplaced,
			Summary: "a directive stands where it has no effect",
			Text: "A directive belongs to the declaration whose doc comment it is part of. Behind a blank line, on a variable, " +
				"in a function body, in a parameter list, at the end of a file or in a test file it would be ignored, and so it is refused. " +
				"Move it to the declaration it is meant for.",
			Bad:  "// Refund pays back.\n//\n//mcp:tool\n\nfunc Refund() {}",
			Good: "// Refund pays back.\n//\n//mcp:tool\nfunc Refund() {}",
		},
		{
			Code:    CodeSyntax,
			Summary: "the arguments of a directive cannot be read",
			Text: "Arguments are words and key=value pairs with spaces or tabs between them. A value with blanks is a Go string, " +
				"\"…\" or `…`, and ends with its quote; lists have commas and no blanks. Other Unicode spaces look like blanks and are not.",
			Bad:  "//mcp:tool title=\"Pay back\nfunc Refund() {}",
			Good: "//mcp:tool title=\"Pay back\"\nfunc Refund() {}",
		},
		{
			Code:    CodeUnknownKey,
			Summary: "the directive does not take this key",
			Text:    "A key that is misspelt would be a rule that does not hold. Correct it; the message shows what the directive takes.",
			Bad:     "//mcp:tool titel=Refund\nfunc Refund() {}",
			Good:    "//mcp:tool title=Refund\nfunc Refund() {}",
		},
		{
			Code:    CodeUnknownWord,
			Summary: "the directive does not take this word",
			Text: "Words are compared exactly, capitals included. Correct it; the message shows what the directive takes. " +
				"What has a value is written key=value.",
			Bad:  "//mcp:tool\n//mcp:hint readonly\nfunc Balance() {}",
			Good: "//mcp:tool\n//mcp:hint readOnly\nfunc Balance() {}",
		},
		{
			Code:    CodeUnknownParam,
			Summary: "the function has no parameter of this name",
			Text: "//mcp:param takes the Go name of a plain parameter of the function. The fields of a struct parameter carry " +
				"their directives themselves, and the context and injected parameters are no arguments.",
			Bad:  "//mcp:tool\n//mcp:param ammount min=1\nfunc Refund(amount int) {}",
			Good: "//mcp:tool\n//mcp:param amount min=1\nfunc Refund(amount int) {}",
		},
		{
			Code:    CodeDuplicateKey,
			Summary: "one thing is said twice",
			Text: "Directives of one name at one place are merged, and the package docs of all files are one place. " +
				"Which of two values would hold is nobody's guess: keep one.",
			Bad:  "//mcp:tool\n//mcp:param amount min=1 min=2\nfunc Refund(amount int) {}",
			Good: "//mcp:tool\n//mcp:param amount min=1\nfunc Refund(amount int) {}",
		},
		{
			Code:    CodeBadValue,
			Summary: "a value is missing or is not of the kind that the key takes",
			Text: "Numbers are written as in JSON, lengths as whole numbers, the registry as a Go identifier, and only desc and default " +
				"may be empty. A key without a value is not the same as no key: remove it or give it one.",
			Bad:  "//mcp:tool name=\nfunc Refund() {}",
			Good: "//mcp:tool name=refund\nfunc Refund() {}",
		},
		{
			Code:    CodeNotYet,
			Summary: "this version of mcpgen knows the name but cannot do it",
			Text: "The directive, key or word is part of the language, but what it promises does not exist yet in this version, and a guard " +
				"without effect is worse than none. Remove it, or use a later version.",
			Bad:  "//mcp:tool\n//mcp:union\nfunc Refund() {}",
			Good: "//mcp:tool\nfunc Refund() {}",
		},
	}
}
