package diag

// explainTypes explains what can be wrong with Go types and with what is said about their values.
func explainTypes() []Explanation {
	return []Explanation{
		{
			Code:    CodeUnsupportedType,
			Summary: "a Go type has no JSON form",
			Text: "Channels, functions, complex numbers, unsafe pointers and maps with keys that are no text cannot be sent. Use a type that encoding/json " +
				"could write and read, or give the type MarshalJSON and UnmarshalJSON.",
			Bad:  "//mcp:tool\nfunc Watch(updates chan int) {}",
			Good: "//mcp:tool\nfunc Watch(updates []int) {}",
		},
		{
			Code:    CodeUnnameableType,
			Summary: "generated code cannot write the type down",
			Text: "An exported type of another package holds an unexported one, which no code outside that package can name. " +
				"Use a type of your own and convert.",
			Bad:  "//mcp:tool\nfunc Add(e vendor.Entry) {} // type Entry struct{ Detail detail }",
			Good: "//mcp:tool\nfunc Add(e Entry) { vendor.Add(e.convert()) }",
		},
		{
			Code:    CodeBadConstraint,
			Summary: "a constraint does not fit the Go type or contradicts another",
			Text: "min and max belong to numbers, minlen, maxlen, pattern and format to strings, minitems and maxitems to slices. " +
				"A lower bound is not above the upper one, and a bound is a value that the type can hold. A schema that nothing can satisfy is a tool that nobody can call.",
			Bad:  "//mcp:tool\n//mcp:param name min=1\nfunc Open(name string) {}",
			Good: "//mcp:tool\n//mcp:param name minlen=1\nfunc Open(name string) {}",
		},
		{
			Code:    CodeBadHeader,
			Summary: "a header that no client could mirror",
			Text: "Clients repeat an argument with header= in the HTTP header Mcp-Param-NAME, and they drop a tool that asks for what they cannot do: " +
				"the name is an HTTP token and, whatever its case, the only one of the tool; the argument is a string, an integer within ±9007199254740991 or a boolean, " +
				"in the arguments themselves or in nested objects, never in a list, a map or a type that contains itself; with coerce in the arguments themselves only. A secret does not belong there, since everything between " +
				"client and server reads headers.",
			Bad:  "//mcp:tool\n//mcp:param amount header=Amount\nfunc Refund(amount float64) {}",
			Good: "//mcp:tool\n//mcp:param bank header=Bank minlen=1\nfunc Refund(bank string, amount float64) {}",
		},
		{
			Code:    CodeEmptyHeader,
			Summary: "a warning: a string that is mirrored into a header may be empty",
			Text: "An empty argument is an empty header, and some servers and proxies take that for none: the call is refused although both sides mean the same. " +
				"Say minlen=1 if an empty value means nothing, or give the argument an enum or a pattern. The code is generated all the same.",
			Bad:  "//mcp:tool\n//mcp:param bank header=Bank\nfunc Refund(bank string) {}",
			Good: "//mcp:tool\n//mcp:param bank header=Bank minlen=1\nfunc Refund(bank string) {}",
		},
		{
			Code:    CodeBadDefault,
			Summary: "a default or example would be refused by its own parameter",
			Text: "default= and example= are written as they would be sent and must pass the type and the constraints of the parameter. " +
				"A default fits scalars and slices, whose items have commas between them; a comma in a string needs quotes.",
			Bad:  "//mcp:tool\n//mcp:param limit max=100 default=500\nfunc List(limit int) {}",
			Good: "//mcp:tool\n//mcp:param limit max=100 default=50\nfunc List(limit int) {}",
		},
	}
}
