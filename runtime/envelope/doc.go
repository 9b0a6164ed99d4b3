// Package envelope reads JSON-RPC messages of MCP as bytes.
//
// A server that decides about a call before it lets anybody decode it has to
// read the call itself, once, and exactly: two readers that disagree about a
// message are two servers. A [Reader] takes what decisions need out of a message
// in one pass and leaves the rest, a tool's arguments above all, as spans of the
// bytes that were sent. It allocates nothing for an ordinary message.
//
//	var reader envelope.Reader
//	m, err := reader.Read([]byte(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"add"}}`))
//	name, ok := m.ToolName() // "add", true
//
// Names are compared as they decode ("n\u0061me" is "name") and with their case
// ("Name" is another one). A name that comes twice makes the whole message an
// error, whichever the two values are, since no reading of it is the right one;
// inside a tool's arguments this is for the tool's binder to say. The package
// knows neither tools nor the library that serves them.
package envelope
