package runtime

import (
	"context"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// listPrompts answers prompts/list: lenient grant, filter, page.
func (a adapter) listPrompts(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	var cursor string
	if params, ok := req.GetParams().(*mcp.ListPromptsParams); ok && params != nil {
		cursor = params.Cursor
	}
	l := listing[*mcp.Prompt]{method: methodListPrompts, caller: a.front.caller(req), name: func(p *mcp.Prompt) string { return p.Name }}
	if l.caller != nil {
		grant := a.server.askLenient(ctx, l.caller)
		for _, p := range a.server.readables.prompts {
			if grant.reads(p.Section) {
				l.visible = append(l.visible, p.definition())
			}
		}
	}
	page, next, err := cutPage(a.server, l, cursor)
	if err != nil {
		return nil, err
	}
	listed(a.server, req.GetSession(), listedPrompts, l)
	return &mcp.ListPromptsResult{Cacheable: private, Prompts: page, NextCursor: next}, nil
}

// listResources answers resources/list: what has one URI.
func (a adapter) listResources(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	var cursor string
	if params, ok := req.GetParams().(*mcp.ListResourcesParams); ok && params != nil {
		cursor = params.Cursor
	}
	l := listing[*mcp.Resource]{method: methodListResources, caller: a.front.caller(req), name: func(r *mcp.Resource) string { return r.URI }}
	for _, r := range a.visibleResources(ctx, l.caller) {
		if !r.pattern.IsTemplate() {
			l.visible = append(l.visible, r.definition())
		}
	}
	page, next, err := cutPage(a.server, l, cursor)
	if err != nil {
		return nil, err
	}
	listed(a.server, req.GetSession(), listedResources, l)
	return &mcp.ListResourcesResult{Cacheable: private, Resources: page, NextCursor: next}, nil
}

// listTemplates answers resources/templates/list.
func (a adapter) listTemplates(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	var cursor string
	if params, ok := req.GetParams().(*mcp.ListResourceTemplatesParams); ok && params != nil {
		cursor = params.Cursor
	}
	l := listing[*mcp.ResourceTemplate]{method: methodListTemplates, caller: a.front.caller(req), name: func(r *mcp.ResourceTemplate) string { return r.URITemplate }}
	for _, r := range a.visibleResources(ctx, l.caller) {
		if r.pattern.IsTemplate() {
			l.visible = append(l.visible, r.templateDefinition())
		}
	}
	page, next, err := cutPage(a.server, l, cursor)
	if err != nil {
		return nil, err
	}
	listed(a.server, req.GetSession(), listedTemplates, l)
	return &mcp.ListResourceTemplatesResult{Cacheable: private, ResourceTemplates: page, NextCursor: next}, nil
}

// visibleResources returns what a caller may read; nobody nothing.
func (a adapter) visibleResources(ctx context.Context, caller *Caller) []*located {
	if caller == nil {
		return nil
	}
	grant := a.server.askLenient(ctx, caller)
	var visible []*located
	for _, r := range a.server.readables.resources {
		if grant.reads(r.Section) {
			visible = append(visible, r)
		}
	}
	return visible
}

// askLenient is the policy's grant, or that of the caller's own sections where
// it fails, as for the listing of tools (contract: S0-17).
func (s *Server) askLenient(ctx context.Context, caller *Caller) Grant {
	grant, err := s.askPolicy(ctx, caller, nil)
	if err != nil {
		s.logFailure(ctx, "policy failed, listing by the caller's own sections", err, "caller", caller.ID)
		return ownSections(*caller)
	}
	return grant
}
