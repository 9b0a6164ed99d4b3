package runtimetest

import (
	"context"
	"encoding/json"
	"io"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Client is one caller's connection to a server, by the SDK's own client. Its
// methods fail the test on trouble with the connection itself. It may be used
// by several goroutines.
type Client struct {
	t       testing.TB
	session *mcp.ClientSession
}

// Connect serves srv to caller over a pair of pipes until the test ends; a nil
// caller is nobody.
func Connect(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller) *Client {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(t.Context(), caller, toServer, fromServer) }()

	client := mcp.NewClient(&mcp.Implementation{Name: "runtimetest", Version: "1"}, nil)
	transport := &mcp.IOTransport{Reader: toClient, Writer: fromClient}
	session, err := client.Connect(context.WithoutCancel(t.Context()), transport, nil)
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		if err := <-served; err != nil {
			t.Errorf("serve: %v", err)
		}
	})
	return &Client{t, session}
}

// Session returns the SDK's session, for what Client has no method for.
func (c *Client) Session() *mcp.ClientSession { return c.session }

// Tools returns the definitions the caller is shown, of all pages.
func (c *Client) Tools() []*mcp.Tool {
	c.t.Helper()
	var tools []*mcp.Tool
	for tool, err := range c.session.Tools(c.t.Context(), nil) {
		if err != nil {
			c.t.Errorf("list tools: %v", err)
			return tools
		}
		tools = append(tools, tool)
	}
	return tools
}

// List returns the names of the tools the caller is shown, of all pages.
func (c *Client) List() []string {
	c.t.Helper()
	names := []string{}
	for _, tool := range c.Tools() {
		names = append(names, tool.Name)
	}
	return names
}

// Call calls a tool. args is JSON; empty sends none. The error is the
// server's, such as the unknown-tool answer.
func (c *Client) Call(tool, args string) (*mcp.CallToolResult, error) {
	c.t.Helper()
	params := &mcp.CallToolParams{Name: tool}
	if args != "" {
		params.Arguments = json.RawMessage(args)
	}
	return c.session.CallTool(c.t.Context(), params)
}

// Text returns the text of a result's only block, or fails the test.
func Text(t testing.TB, result *mcp.CallToolResult) string {
	t.Helper()
	if result == nil || len(result.Content) != 1 {
		t.Fatalf("result %+v: want one content block", result)
	}
	text, ok := result.Content[0].(*mcp.TextContent)
	if !ok {
		t.Fatalf("content is a %T: want text", result.Content[0])
	}
	return text.Text
}
