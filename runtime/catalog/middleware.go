package catalog

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Middleware returns sending middleware for the SDK's client, which refuses calls
// of rejected tools with a [*RejectedError] as it is. [Catalog.RoundTripper]
// refuses them too, but by then the SDK and net/http wrap the error in words of
// theirs.
func (c *Catalog) Middleware() mcp.Middleware {
	return func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if params, ok := req.GetParams().(*mcp.CallToolParams); ok && params != nil {
				if err := c.refusal(params.Name); err != nil {
					return nil, err
				}
			}
			return next(ctx, method, req)
		}
	}
}
