package diag_test

import (
	"os"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

func Example() {
	keys := []string{"name", "title"}
	list := diag.List{{
		Pos:     diag.Position{File: "refund.go", Line: 14, Column: 22},
		Code:    diag.CodeUnknownKey,
		Message: `unknown key "titel" in //mcp:tool` + diag.DidYouMean("titel", keys),
		Fix:     `title="Pay back"`,
	}}
	list.Sort()
	diag.Text(os.Stdout, list)
	// Output:
	// refund.go:14:22: unknown key "titel" in //mcp:tool (did you mean "title"?) [unknown-key]
	// 	fix: title="Pay back"
}
