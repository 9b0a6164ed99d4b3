// Package fields says wrong things on struct fields.
//
//mcp:section demo
//mcp:hint readOnly
package fields

// In is the argument.
type In struct {
	//mcp:param min=1 // want `^tool "do": parameter "in": field "s": min does not fit type string \[bad-constraint\]$`
	S string `json:"s"`

	//mcp:param default=9 max=3 // want `field "n": default: expected int of at most 3 \[bad-default\]$`
	N int `json:"n"`

	//mcp:param name=x // want `^one name for 2 fields: "x" \[bad-value\]$`
	A, B int

	//mcp:param n // want `^unknown word "n" in //mcp:param .*\[unknown-word\]$`
	C int

	Deep struct {
		Q int `json:"q"` //mcp:param minlen=3 // want `field "deep": field "q": minlen does not fit type int \[bad-constraint\]$`
	} `json:"deep"`

	Y int //mcp:param name=z
	Z int `json:"z"`
}

// Do does.
//
//mcp:tool
func Do(in In) {} // want `^tool "do": .* two fields of In are called "z" \[duplicate-param\]$`

// Inner is embedded.
type Inner struct {
	N int `json:"n"`
}

// Outer has directives that nothing reads.
type Outer struct {
	//mcp:param desc="lost" // want `^//mcp:param is misplaced: field Inner is no argument \[misplaced\]$`
	Inner
	Hidden int `json:"-"` //mcp:param min=1 // want `^//mcp:param is misplaced: field Hidden is no argument \[misplaced\]$`
}

// Lost takes them.
//
//mcp:tool name=lost
//mcp:section demo
//mcp:hint readOnly
func Lost(in Outer) {}
