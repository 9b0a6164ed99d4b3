package runtime_test

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// An interceptor that counts calls by how they ended.
func ExampleWithInterceptors() {
	count := mcprt.ToolInterceptorFunc(func(ctx context.Context, call *mcprt.Call, next mcprt.Next) (*mcp.CallToolResult, error) {
		result, err := next(ctx)
		fmt.Println(call.Name(), mcprt.Classify(result, err))
		return result, err
	})
	srv, err := mcprt.NewServer(MCPRegistry(),
		mcprt.WithSections(mcprt.BySections),
		mcprt.WithLogger(slog.New(slog.DiscardHandler)),
		mcprt.WithInterceptors(count),
		mcprt.WithSessionBudget(50),
		mcprt.WithResultLimit(64<<10))
	if err != nil {
		fmt.Println(err)
		return
	}
	input := initialize + "\n" + initialized + "\n" + callAdd + "\n"
	err = srv.ServeIO(context.Background(), ada(), io.NopCloser(strings.NewReader(input)), keepOpen{io.Discard})
	fmt.Println(err)
	// Output:
	// add success
	// <nil>
}
