package drive

import (
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/generator/testdata/clash"
	"github.com/mcpgen-go/mcpgen/generator/testdata/receivers"
	"github.com/mcpgen-go/mcpgen/generator/testdata/shadow"
	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

func TestShadow(t *testing.T) {
	nested := `{"n":1,"f":0.5,"g":0.25,"s":["a"],"m":{"a":2},"a":{"b":null},"b":true,"in":[{"q":3},{}]}`
	run(t, shadow.MCPRegistry(&shadow.Service{}), []row{
		{
			name: "shadowed names", tool: "do", args: `{"d":1,"o":2,"nul":"","len":"","any":` + nested + `,"bind":[` + nested + `],"mcprt":{"1":` + nested + `},"context":[1]}`,
			structured: `{"n":8,"f":0.5,"g":0.25,"s":["a"],"m":{"a":2},"a":{"b":null},"b":true,"in":[{"q":3},{}]}`,
		},
		{name: "shadowed types", tool: "say", args: `{"string":"x","opt":"true"}`, text: "x"},
		{name: "a shadowed error", tool: "fail", args: `{"a2":1}`},
	})
}

func TestClash(t *testing.T) {
	run(t, clash.MCPRegistry(), []row{
		{
			name: "packages of one name", tool: "do", structured: `{"sum":{"b":45}}`,
			args: `{"j":{"n":1},"c":{"n":2},"b":{"n":3},"m":{"n":4},"r":{"n":5},"s":{"n":6},"am":{"a":7},"bm":{"b":8},"o":{"c":9}}`,
		},
		{name: "one of two names", tool: "get-user", args: `{"a":1}`, text: "GetUser"},
		{name: "the other", tool: "get_user", args: `{"a":1}`, text: "getUser"},
		{name: "keywords", tool: "type", args: `{"range":1,"func":"x","sel":{"select":1,"map":2}}`, text: "Type"},
	})
}

func TestReceivers(t *testing.T) {
	reg := receivers.Tools(3, func() string { return "called" }, receivers.Map{"a": "b"}, &receivers.Mixed{Name: "m"},
		&receivers.Service{Name: "s"}, receivers.Value{Name: "v"}, receivers.NewLower("l"))
	run(t, reg, []row{
		{name: "a pointer receiver", tool: "list", text: "service s"},
		{name: "a value receiver", tool: "list_values", text: "value v"},
		{name: "a value method of a pointer", tool: "by_value", text: "by value m"},
		{name: "a pointer method", tool: "by_pointer", args: `{"list":"x"}`, text: "by pointer mx"},
		{name: "a map", tool: "get", args: `{"key":"a"}`, text: "b"},
		{name: "a function", tool: "call", text: "called"},
		{name: "a number", tool: "count", args: `{"n":1}`, structured: `{"result":2}`},
		{name: "an unexported type", tool: "lower", args: `{"a":1}`, text: "l"},
		{name: "an alias", tool: "aliased", text: "aliased s"},
		{name: "no receiver", tool: "plain", args: `{"service":"a","value":"b","list":"c"}`, text: "abc"},
	})
}

// Every receiver that can be nil is named when it is.
func TestNilReceivers(t *testing.T) {
	reg := receivers.Tools(3, nil, nil, nil, nil, receivers.Value{}, nil)
	_, err := mcprt.NewServer(reg, mcprt.WithSections(mcprt.AllSections))
	if err == nil {
		t.Fatal("got a server, want errors")
	}
	for _, typ := range []string{"Func", "Map", "*Mixed", "*Service", "*lower"} {
		if !strings.Contains(err.Error(), typ) {
			t.Errorf("%q does not name %s", err, typ)
		}
	}
}
