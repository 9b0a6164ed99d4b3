package local

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// errTool is what the tool, or the gate before it, answered.
type errTool struct{ text string }

func (e errTool) Error() string { return e.text }

// call runs `call TOOL [JSON]` by a client of our own over a pair of pipes, so
// that the call takes the way of every other.
func (p program) call(ctx context.Context, args []string) error {
	if len(args) < 1 || len(args) > 2 {
		return errUsage{"call: want TOOL and its arguments as JSON"}
	}
	params := &mcp.CallToolParams{Name: args[0]}
	if len(args) == 2 {
		if !json.Valid([]byte(args[1])) {
			return errUsage{"call: the arguments are not JSON"}
		}
		params.Arguments = json.RawMessage(args[1])
	}
	restore := keepStdout(p.stdout)
	result, err := p.exchange(ctx, params)
	restore()
	if protocol, ok := errors.AsType[*jsonrpc.Error](err); ok {
		return errTool{protocol.Message}
	}
	if err != nil {
		return err
	}
	return p.print(result)
}

// exchange serves one connection for one call.
func (p program) exchange(ctx context.Context, params *mcp.CallToolParams) (*mcp.CallToolResult, error) {
	srv, err := p.server()
	if err != nil {
		return nil, err
	}
	ctx, cancel := context.WithCancel(ctx)
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(ctx, localCaller(), toServer, fromServer) }()
	defer func() { cancel(); <-served }()

	client := mcp.NewClient(&mcp.Implementation{Name: "mcpgen", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.IOTransport{Reader: toClient, Writer: fromClient}, nil)
	if err != nil {
		return nil, fmt.Errorf("connect: %w", err)
	}
	defer func() { _ = session.Close() }()
	return session.CallTool(ctx, params)
}

// print writes structured content indented, else the content. It indents the
// text copy of the structured content: the client has decoded the other one,
// at the price of the order of its members and of large integers.
func (p program) print(result *mcp.CallToolResult) error {
	answer := text(result)
	if result.IsError {
		return errTool{answer}
	}
	if result.StructuredContent != nil {
		var out bytes.Buffer
		if err := json.Indent(&out, []byte(answer), "", "  "); err == nil {
			answer = out.String()
		}
	}
	if answer == "" {
		return nil
	}
	_, err := fmt.Fprintln(p.stdout, answer)
	return err
}

// text is a result's content for a reader.
func text(result *mcp.CallToolResult) string {
	var lines []string
	for _, block := range result.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			lines = append(lines, text.Text)
			continue
		}
		data, err := json.Marshal(block)
		if err != nil {
			continue
		}
		lines = append(lines, string(data))
	}
	return strings.Join(lines, "\n")
}
