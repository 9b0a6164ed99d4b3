package runtime_test

import (
	"context"
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// The function reads in its call who asks and for what, as the interceptors did.
func TestFunctionsHaveTheirCall(t *testing.T) {
	type none struct{}
	prompt := mcprt.Prompt{
		Name: "explain", Section: "math", Source: "example.com/calc.Explain",
		Arguments: []mcprt.PromptArgument{{Name: "id", Required: true}},
		Handler: mcprt.PromptText(bindID, func(_ context.Context, c *mcprt.PromptCall, a *idArgs) (string, error) {
			return fmt.Sprint(c.Caller().ID, c.Name(), c.Section(), c.Source(), c.Arguments(), a.id), nil
		}),
	}
	resource := mcprt.Resource{
		URI: "calc://sums/{id}", Name: "r", Section: "math", Source: "example.com/calc.Sum",
		Handler: mcprt.ResourceText(bindID, func(_ context.Context, c *mcprt.ResourceCall, a *idArgs) (string, error) {
			return fmt.Sprint(c.Caller().ID, c.URI(), c.Template(), c.Section(), c.Source(), c.Variables(), a.id), nil
		}),
	}
	plain := mcprt.Resource{
		URI: "calc://pi", Name: "pi", Section: "math", Source: "example.com/calc.Pi",
		Handler: mcprt.ResourceText(nil, func(_ context.Context, c *mcprt.ResourceCall, _ *none) (string, error) {
			return fmt.Sprint(c.Caller().ID, c.URI(), c.Template(), c.Variables() == nil), nil
		}),
	}
	srv := newServer(t, mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Prompts{prompt}, mcprt.Resources{resource, plain}), mcprt.BySections)
	session := runtimetest.Connect(t, srv, ada()).Session()
	got := []string{}
	p, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "explain", Arguments: map[string]string{"id": "7", "x": "y"}})
	if err != nil {
		t.Fatal(err)
	}
	got = append(got, p.Messages[0].Content.(*mcp.TextContent).Text)
	for _, uri := range []string{"calc://sums/7", "calc://pi"} {
		r, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, r.Contents[0].Text)
	}
	want := []string{
		"adaexplainmathexample.com/calc.Explainmap[id:7 x:y]7",
		"adacalc://sums/7calc://sums/{id}mathexample.com/calc.Summap[id:7]7",
		"adacalc://pitrue",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
