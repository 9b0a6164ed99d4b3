package main

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestOrders(t *testing.T) {
	srv, err := mcprt.NewServer(MCPRegistry(NewBar()), mcprt.WithSections(mcprt.BySections))
	if err != nil {
		t.Fatal(err)
	}
	client := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "barista", Sections: []string{"orders"}})
	if diff := cmp.Diff([]string{"cancel_order", "list_orders", "place_order"}, client.List()); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	steps := []struct{ tool, args, want string }{
		{"list_orders", `{}`, `{"result":[]}`},
		{"place_order", `{"drink":"tea"}`, `{"number":1,"drink":"tea","cups":1}`},
		{"place_order", `{"drink":"flat_white","cups":6}`, `{"number":2,"drink":"flat_white","cups":6}`},
		{"place_order", `{"drink":"beer","cups":7}`, "Error: Invalid value for argument 'drink': expected one of 'espresso', 'flat_white', 'tea'.\n" +
			"Error: Invalid value for argument 'cups': expected int between 1 and 6."},
		{"list_orders", `{"limit":1}`, `{"result":[{"number":1,"drink":"tea","cups":1}]}`},
		{"cancel_order", `{"number":1}`, ""},
		{"cancel_order", `{"number":1}`, ""},
		{"list_orders", `{}`, `{"result":[{"number":2,"drink":"flat_white","cups":6}]}`},
	}
	for _, step := range steps {
		result, err := client.Call(step.tool, step.args)
		if err != nil {
			t.Fatalf("%s %s: %v", step.tool, step.args, err)
		}
		got := ""
		if len(result.Content) > 0 {
			got = runtimetest.Text(t, result)
		}
		if diff := cmp.Diff(step.want, got); diff != "" {
			t.Errorf("%s %s (-want +got):\n%s", step.tool, step.args, diff)
		}
	}
}
