package uri_test

import (
	"fmt"

	"github.com/mcpgen-go/mcpgen/runtime/uri"
)

func Example() {
	p, err := uri.Parse("tasks://{id}{?lang}")
	if err != nil {
		panic(err)
	}
	vars, ok := p.Match("tasks://7?lang=de")
	fmt.Println(vars["id"], vars["lang"], ok)
	// Output: 7 de true
}
