package header_test

import (
	"fmt"
	"net/http"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// A client mirrors what the schema says; a server checks it.
func Example() {
	params, err := header.Params([]byte(`{"type":"object","properties":{
		"region":{"type":"string","x-mcp-header":"Region"},
		"count":{"type":"integer","x-mcp-header":"Count"}}}`))
	if err != nil {
		fmt.Println(err)
		return
	}
	args := []byte(`{"region":"Zürich","count":42.0}`)
	sent := http.Header{}
	for _, value := range header.Values(params, args) {
		sent.Set(header.Prefix+value.Name, header.Encode(value.Text))
		fmt.Println(value.Name, header.Encode(value.Text))
	}
	fmt.Println(header.Check(params, sent, args))
	fmt.Println(header.Check(params, sent, []byte(`{"region":"Bern","count":42}`)))
	// Output:
	// Region =?base64?WsO8cmljaA==?=
	// Count 42
	// <nil>
	// header mismatch: Mcp-Param-Region differs from the argument
}

// The reason is for the log of a client that leaves the tool out.
func ExampleParams() {
	_, err := header.Params([]byte(`{"properties":{"weight":{"type":"number","x-mcp-header":"Weight"}}}`))
	fmt.Println(err)
	// Output: "Weight" is on a "number" property ("weight"), which cannot be mirrored
}
