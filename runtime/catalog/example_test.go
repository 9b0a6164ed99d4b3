package catalog_test

import (
	"fmt"
	"log/slog"

	"github.com/mcpgen-go/mcpgen/runtime/catalog"
)

func Example() {
	cat := catalog.New(catalog.WithLogger(slog.New(slog.DiscardHandler)))
	page, err := cat.Record([]byte(`{"tools":[
		{"name":"send","inputSchema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}},
		{"name":"weigh","inputSchema":{"properties":{"kg":{"type":"number","x-mcp-header":"Kg"}}}}]}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(string(page))
	fmt.Println(cat.HeadersFor("send", []byte(`{"region":"eu"}`)))
	fmt.Println(cat.ReasonFor("weigh"))
	// Output:
	// {"tools":[{"name":"send","inputSchema":{"properties":{"region":{"type":"string","x-mcp-header":"Region"}}}}]}
	// map[Region:eu]
	// "Kg" is on a "number" property ("kg"), which cannot be mirrored true
}
