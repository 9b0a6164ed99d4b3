package drive

import (
	"testing"

	"github.com/mcpgen-go/mcpgen/generator/testdata/odd"
)

const nested = `{"rawTo":{"a":1},"raws":[1,"x",null],"rawBy":{"a":[]},"anys":[1,null,{"a":[]}],"anyBy":{"a":null},"anyTo":5,"blobs":["AA==",""],
	"sum":[1,2,3,255],"strings":["a",""],"intBy":{"a":1},"ints":[5],"maps":{"a":{"-1":true}},"grid":[[1,2,3],[4,5,6]],"lists":[["a"],[]],
	"listTo":["x"],"empty":{},"emptyTo":{},"empties":{"a":{}},"nothing":{},"struct":[{"k":{"a":[{"b":{"c":"deep"}},{}]}}]}`

const library = `{"month":2,"day":0,"level":"WARN","net":{"IP":"10.0.0.0","Mask":"/wAAAA=="},"mac":"AAECAwQF","prefix":"10.0.0.0/8","port":"10.0.0.1:80",
	"header":{"A":["b","c"]},"query":{"q":[]},"float":"1.5","rat":"1/3","mode":420,"expr":"^a+$","html":"<b>","mail":{"Name":"Ada","Address":"ada@example.com"},
	"flag":{},"cookie":2}`

const named = `{"ptr":1,"ptrs":[2],"list":[0.5],"map":{"a":[1.5]},"arr":[{"b":[]},{}],"float":0.25,"bool":true,"nums":{"7":false},
	"stamp":"2026-01-02T03:04:05Z","box":{"v":{"v":"x","p":"y"}},"v":3,"p":4,"omitempty":"o"}`

func TestOdd(t *testing.T) {
	run(t, odd.MCPRegistry(), []row{
		{name: "containers of containers", tool: "echo_nested", args: nested, structured: nested},
		{
			name: "without what is optional", tool: "echo_nested", args: without(t, nested, "rawTo", "anyTo", "listTo", "emptyTo"),
			structured: without(t, nested, "rawTo", "anyTo", "listTo", "emptyTo"),
		},
		{name: "the standard library", tool: "echo_library", args: library, structured: library},
		{name: "named containers", tool: "echo_named", args: named, structured: named},
		{
			name: "plain parameters", tool: "echo_plain", structured: `{"v":["a"]}`,
			args: `{"at":"2026-01-02T03:04:05Z","ptr":1,"set":{"a":{}},"nothing":{},"box":{"v":["a"]},"anon":{"A":1},"empty":{},"arr":[1,2],"list":[{"a":{"v":1}}]}`,
		},
		{name: "only what is required", tool: "echo_plain", args: `{"at":"2026-01-02T03:04:05Z","set":{},"nothing":{},"box":{"v":[]},"empty":{}}`, structured: `{"v":[]}`},
		{name: "a struct that marshals itself", tool: "echo_stamped", args: `{"at":"2026-01-02T03:04:05Z"}`, structured: `{"result":"2026-01-02T03:04:05Z"}`},
		{name: "no fields", tool: "echo_empty", args: `{}`, structured: `{}`},
		{name: "no fields, strict", tool: "echo_empty", args: `{"a":1}`, text: "Error: Unknown argument 'a'."},
		{name: "a set", tool: "echo_set", args: `{"a":1}`, structured: `{"a":{}}`},
		{
			name: "problems deep down", tool: "echo_nested",
			args: `{"raws":{},"rawBy":{},"anys":[],"anyBy":{},"blobs":["*"],"sum":[256,0,0,0],"strings":[null],"intBy":{"a":null},"ints":[null],"maps":{"a":{"x":1}},
				"grid":[[1,2],[1,2,3]],"lists":[],"empty":[],"empties":{"a":1},"nothing":{},"struct":[{"k":{"a":[{"b":{}}]}}]}`,
			text: `Error: Invalid value for argument 'raws': expected array.
Error: Invalid value for argument 'blobs[0]': expected string.
Error: Invalid value for argument 'sum[0]': expected int between 0 and 255.
Error: Invalid value for argument 'strings[0]': expected string.
Error: Invalid value for argument 'intBy.a': expected int.
Error: Invalid value for argument 'ints[0]': expected int.
Error: Invalid value for argument 'maps.a.x': expected int.
Error: Invalid value for argument 'grid[0]': expected array of 3 items.
Error: Invalid value for argument 'lists': expected array of 2 items.
Error: Invalid value for argument 'empty': expected object.
… and 2 more.`,
		},
	})
}
