package envelope_test

import (
	"fmt"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

func ExampleReader_Read() {
	var reader envelope.Reader
	m, err := reader.Read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","arguments":{"a":1}}}`))
	name, ok := m.ToolName()
	fmt.Printf("%s %t %s %v\n", name, ok, m.Arguments.Raw, err)

	_, err = reader.Read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add","n\u0061me":"drop"}}`))
	fmt.Println(err)
	// Output:
	// add true {"a":1} <nil>
	// message has a duplicate member
}
