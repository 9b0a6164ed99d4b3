package runtime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listTools answers tools/list: rows, lenient grant, filter, page. Nobody is
// answered without a policy being asked.
func (a adapter) listTools(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	var cursor string
	if params, ok := req.GetParams().(*mcp.ListToolsParams); ok && params != nil {
		cursor = params.Cursor
	}
	caller := a.front.caller(req)
	var visible []*mcp.Tool
	if caller != nil {
		visible = a.server.visible(ctx, caller)
	}
	result, err := a.server.page(ctx, caller, visible, cursor)
	if err == nil {
		listed(a, req, listedTools, listing[*mcp.Tool]{caller: caller, visible: visible, name: func(t *mcp.Tool) string { return t.Name }})
	}
	return result, err
}

// visible returns the definitions of what caller may use, by name.
func (s *Server) visible(ctx context.Context, caller *Caller) []*mcp.Tool {
	decision := s.decideLenient(ctx, caller)
	visible := make([]*mcp.Tool, 0, len(s.table.rows))
	for i, row := range s.table.rows {
		if decision.allows(row) {
			visible = append(visible, s.table.tools[i])
		}
	}
	return visible
}

// page cuts one page out of what is visible and has it extended.
func (s *Server) page(ctx context.Context, caller *Caller, visible []*mcp.Tool, cursor string) (mcp.Result, error) {
	l := listing[*mcp.Tool]{method: methodListTools, caller: caller, visible: visible, name: func(t *mcp.Tool) string { return t.Name }}
	tools, next, err := cutPage(s, l, cursor)
	if err != nil {
		return nil, err
	}
	result := &mcp.ListToolsResult{
		Cacheable:  private, // the SDK adds it to its own listings only
		Tools:      tools,
		NextCursor: next,
	}
	if len(s.on.definition) == 0 {
		return result, nil
	}
	return &definedList{result, s.define(ctx, result.Tools)}, nil
}
