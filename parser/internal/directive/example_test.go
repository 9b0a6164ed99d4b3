package directive_test

import (
	"fmt"
	"go/parser"
	"go/token"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
)

func ExampleCollect() {
	const source = `package bank

// Refund pays back.
//
//mcp:tool name=refund titel="Pay back"
//mcp:hint destructive
func Refund(amount int) error { return nil }
`
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "refund.go", source, parser.ParseComments)
	if err != nil {
		panic(err)
	}
	file := directive.Collect(fset, f, func(pos, _ token.Pos, code diag.Code, message, _ string) {
		fmt.Printf("%s: %s [%s]\n", fset.Position(pos), message, code)
	})
	for fn, set := range file.Funcs {
		fmt.Println(fn.Name, "is the tool", set.Tool.Name.Value, "and", set.Hint.Effect.Value)
		fmt.Printf("%q\n", directive.StripDoc(fn.Doc))
	}
	// Output:
	// refund.go:5:24: unknown key "titel" in //mcp:tool (did you mean "title"?) [unknown-key]
	// Refund is the tool refund and destructive
	// "Refund pays back."
}
