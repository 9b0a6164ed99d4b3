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
	page, err := a.server.listTools(ctx, req.GetSession(), a.front.caller(req), cursor)
	if err != nil {
		return nil, err
	}
	result := &mcp.ListToolsResult{
		Cacheable:  private, // the SDK adds it to its own listings only
		Tools:      make([]*mcp.Tool, len(page.tools)),
		NextCursor: page.next,
	}
	for i, one := range page.tools {
		result.Tools[i] = one.tool
	}
	if len(a.server.on.definition) == 0 {
		return result, nil
	}
	return &definedList{result, a.server.define(ctx, page.tools)}, nil
}

// toolPage is one page of tools/list.
type toolPage struct {
	tools []*published
	next  string // cursor of the page behind it; empty if this is the last
}

// listTools cuts one page out of what caller may use. A session that there is one
// in knows it from now on.
func (s *Server) listTools(ctx context.Context, session mcp.Session, caller *Caller, cursor string) (toolPage, error) {
	l := listing[*published]{method: methodListTools, caller: caller, name: (*published).name}
	if caller != nil {
		l.visible = s.visible(ctx, caller)
	}
	tools, next, err := cutPage(s, l, cursor)
	if err == nil {
		listed(s, session, listedTools, l)
	}
	return toolPage{tools, next}, err
}

// visible returns what caller may use, by name.
func (s *Server) visible(ctx context.Context, caller *Caller) []*published {
	decision := s.decideLenient(ctx, caller)
	visible := make([]*published, 0, len(s.table.published))
	for _, one := range s.table.published {
		if decision.allows(one.row) {
			visible = append(visible, one)
		}
	}
	return visible
}
