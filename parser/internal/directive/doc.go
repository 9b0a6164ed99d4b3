// Package directive reads the //mcp: lines of a file into typed values with positions.
//
// [Collect] looks at every comment of a file. Each line of it is prose, a directive at a place where it has an
// effect, or a reported problem: a misspelt, misplaced or half-written directive never vanishes, because a guard
// that silently does not exist is worse than an error. Lines of one name at one place are merged; [MergePackage]
// merges the package docs of all files, which are one place.
//
//	file := directive.Collect(fset, f, report)
//	for fn, set := range file.Funcs {
//		if set.Tool.Strict.Given() { … }
//	}
//
// The table that [Registry] returns is the one source of truth: it drives the parser, the README's table and the
// command's help. Values are checked as far as the line itself tells (is it a number, is it there at all); whether
// they suit the Go declaration is for the parser to say.
//
// The files follow a line on its way: comment.go finds it, site.go and nowhere.go say where it stands, scan.go
// splits it, arguments.go checks it against the table, merge.go puts it into a [Set].
package directive
