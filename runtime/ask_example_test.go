package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"net/http"
	"net/http/httptest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// A function that asks before it acts. The user declines.
func ExampleCall_Elicit() {
	remove := func(ctx context.Context, c *mcprt.Call, _ *none) (string, error) {
		answer, err := c.Elicit(ctx, "sure", &mcp.ElicitParams{
			Message:         "Remove all tasks?",
			RequestedSchema: json.RawMessage(`{"type":"object","properties":{"why":{"type":"string"}}}`),
		})
		if err != nil {
			return "", fmt.Errorf("remove: %w", err) // this asks
		}
		if answer.Action != "accept" {
			return "Nothing was removed.", nil
		}
		return "All tasks are removed.", c.Progress(ctx, 1, 1, "removed")
	}
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "tasks"}, nil, []mcprt.Row{{
		Name: "remove_all", Section: "tasks", Input: schemaNone, Handler: mcprt.Text(nil, remove),
	}})
	srv, err := mcprt.NewServer(reg, mcprt.WithSections(mcprt.AllSections))
	if err != nil {
		log.Fatal(err)
	}
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return &mcprt.Caller{ID: "ada"}, nil })
	if err != nil {
		log.Fatal(err)
	}
	listening := httptest.NewServer(handler)
	defer listening.Close()

	client := mcp.NewClient(&mcp.Implementation{Name: "example", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler: func(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
			fmt.Println(req.Params.Message)
			return &mcp.ElicitResult{Action: "decline"}, nil
		},
	})
	session, err := client.Connect(context.Background(), &mcp.StreamableClientTransport{Endpoint: listening.URL}, nil)
	if err != nil {
		log.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	result, err := session.CallTool(context.Background(), &mcp.CallToolParams{Name: "remove_all"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(result.Content[0].(*mcp.TextContent).Text)
	// Output:
	// Remove all tasks?
	// Nothing was removed.
}
