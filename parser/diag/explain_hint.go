package diag

// explainHints explains what every tool has to say about itself, and what it must not say.
func explainHints() []Explanation {
	return []Explanation{
		{
			Code:    CodeMissingSection,
			Summary: "a tool has no section",
			Text: "The section is the unit of permission: without one nobody could be allowed or denied the tool. " +
				"Write //mcp:section on the function, on its receiver's type or in the package doc; the nearest holds.",
			Bad:  "//mcp:tool\n//mcp:hint readOnly\nfunc Balance() {}",
			Good: "//mcp:tool\n//mcp:section accounts\n//mcp:hint readOnly\nfunc Balance() {}",
		},
		{
			Code:    CodeMissingEffect,
			Summary: "a tool does not say what it does to the world",
			Text: "Clients decide by the hints whether to ask their user, so every tool says whether it is readOnly, additive or destructive. " +
				"The nearest //mcp:hint holds as a whole: one on the function without an effect does not inherit that of the package.",
			Bad:  "//mcp:tool\n//mcp:section accounts\n//mcp:hint idempotent\nfunc Close() {}",
			Good: "//mcp:tool\n//mcp:section accounts\n//mcp:hint destructive idempotent\nfunc Close() {}",
		},
		{
			Code:    CodeConflictingHint,
			Summary: "two hints of one place contradict each other",
			Text: "A tool has exactly one effect, readOnly, additive or destructive, and its world is open or closed. Contradicting hints would " +
				"be read differently by every client. Keep the one that is true; the more dangerous if in doubt.",
			Bad:  "//mcp:tool\n//mcp:hint readOnly destructive\nfunc Close() {}",
			Good: "//mcp:tool\n//mcp:hint destructive\nfunc Close() {}",
		},
		{
			Code:    CodeCoerceDestructive,
			Summary: "a destructive tool repairs its arguments",
			Text: "coerce turns \"5\" into 5 because models write such things. Where a call cannot be undone, an argument that was not sent " +
				"as declared should be refused and not guessed. Remove coerce.",
			Bad:  "//mcp:tool coerce\n//mcp:hint destructive\nfunc Close(id int) {}",
			Good: "//mcp:tool\n//mcp:hint destructive\nfunc Close(id int) {}",
		},
		{
			Code:    CodeCacheWrites,
			Summary: "a tool that changes something is cached",
			Text: "A cached answer is given without calling the function. For a tool that writes, the second call would report a change " +
				"that never happened. Cache readOnly tools only.",
			Bad:  "//mcp:tool\n//mcp:hint additive\n//mcp:cache ttl=60s\nfunc Add(n int) {}",
			Good: "//mcp:tool\n//mcp:hint readOnly\n//mcp:cache ttl=60s\nfunc Sum(n int) int",
		},
	}
}
