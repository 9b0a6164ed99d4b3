package runtime

import (
	"context"
	"encoding/json"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	methodListPrompts   = "prompts/list"
	methodGetPrompt     = "prompts/get"
	methodListResources = "resources/list"
	methodListTemplates = "resources/templates/list"
	methodReadResource  = "resources/read"
	methodComplete      = "completion/complete"
)

// reader returns what answers a method about prompts and resources. Like tools
// they are ours alone, so that the SDK can neither list nor find what a caller
// may not see. They have no lifecycle events: those belong to tools.
func (a adapter) reader(method string) (answer func(context.Context, mcp.Request) (mcp.Result, error), ok bool) {
	switch method {
	case methodListPrompts:
		return a.listPrompts, true
	case methodGetPrompt:
		return a.getPrompt, true
	case methodListResources:
		return a.listResources, true
	case methodListTemplates:
		return a.listTemplates, true
	case methodReadResource:
		return a.readResource, true
	case methodComplete: // without completions the SDK knows no such method
		return a.complete, len(a.server.readables.completions) > 0
	}
	return nil, false
}

// capabilities declares what the server has. The default declares logging, which
// the newest revision deprecated, and change notifications, which a static registry
// sends only with [WithListChanged] and [WithResourceUpdates]. The SDK answers
// prompts/list anyhow, so prompts are declared.
func (s *Server) capabilities() *mcp.ServerCapabilities {
	lists := s.changes.tellsLists()
	c := &mcp.ServerCapabilities{Tools: &mcp.ToolCapabilities{ListChanged: lists}, Prompts: &mcp.PromptCapabilities{ListChanged: lists}}
	if s.logging {
		c.Logging = &mcp.LoggingCapabilities{}
	}
	if len(s.readables.resources) > 0 {
		c.Resources = &mcp.ResourceCapabilities{ListChanged: lists, Subscribe: s.changes.tellsUpdates()}
	}
	if len(s.readables.completions) > 0 {
		c.Completions = &mcp.CompletionCapabilities{}
	}
	return c
}

// getPrompt answers prompts/get.
func (a adapter) getPrompt(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	ctx, release := bound(ctx, a.front.aborted())
	defer release()
	call, ok := req.(*mcp.GetPromptRequest)
	if !ok || call.Params == nil {
		return nil, unknownPrompt("")
	}
	opening := openingOfRead(ctx, req, call.Params.InputResponses, call.Params.RequestState)
	result, refused := a.server.prompt(ctx, a.front.caller(req), call.Params, opening)
	if refused != nil {
		return nil, refused
	}
	shaped := new(mcp.GetPromptResult)
	if err := shape(shaped, call.ProtocolVersion(), requiredIn(result.InputRequests, result.RequestState)); err != nil {
		return nil, internalError()
	}
	shaped.Meta, shaped.Description, shaped.Messages = result.Meta, result.Description, result.Messages
	shaped.InputRequests, shaped.RequestState = result.InputRequests, result.RequestState
	return shaped, nil
}

// prompt takes a prompts/get through gate, interceptors and function.
func (s *Server) prompt(ctx context.Context, caller *Caller, params *mcp.GetPromptParams, o opening) (*mcp.GetPromptResult, *jsonrpc.Error) {
	about := promptSubject(params.Name)
	grant, refused := s.admit(ctx, caller, about)
	if refused != nil {
		return nil, refused
	}
	prompt, found := s.readables.named[params.Name]
	if !found || !grant.reads(prompt.Section) {
		return nil, about.unknown
	}
	call := &PromptCall{caller: caller, prompt: prompt, arguments: params.Arguments}
	call.opening, call.of = o, call
	return converse(ctx, s, about, prompt.Source, &call.dialog, readPrompts(),
		func() (*mcp.GetPromptResult, error) { return s.getPrompt(ctx, call) })
}

// readResource answers resources/read.
func (a adapter) readResource(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	ctx, release := bound(ctx, a.front.aborted())
	defer release()
	call, ok := req.(*mcp.ReadResourceRequest)
	if !ok || call.Params == nil {
		return nil, unknownResource("")
	}
	opening := openingOfRead(ctx, req, call.Params.InputResponses, call.Params.RequestState)
	result, refused := a.server.resource(ctx, a.front.caller(req), call.Params.URI, opening)
	if refused != nil {
		return nil, refused
	}
	shaped := new(mcp.ReadResourceResult)
	if err := shape(shaped, call.ProtocolVersion(), requiredIn(result.InputRequests, result.RequestState)); err != nil {
		return nil, internalError()
	}
	shaped.Meta, shaped.Contents, shaped.Cacheable = result.Meta, result.Contents, private
	shaped.InputRequests, shaped.RequestState = result.InputRequests, result.RequestState
	return shaped, nil
}

// resource takes a resources/read through gate, interceptors and function.
func (s *Server) resource(ctx context.Context, caller *Caller, address string, o opening) (*mcp.ReadResourceResult, *jsonrpc.Error) {
	about := resourceSubject(address)
	grant, refused := s.admit(ctx, caller, about)
	if refused != nil {
		return nil, refused
	}
	found, variables := s.readables.find(grant, address)
	if found == nil {
		return nil, about.unknown
	}
	call := &ResourceCall{caller: caller, resource: found, address: address, variables: variables}
	call.opening, call.of = o, call
	return converse(ctx, s, about, found.Source, &call.dialog, readResources(),
		func() (*mcp.ReadResourceResult, error) { return s.readResource(ctx, call) })
}

// shape gives an empty result the resultType of the newest revision, which
// nothing but decoding can set.
func shape(result any, revision string, required *InputRequired) error {
	if revision < revision2026 {
		return nil
	}
	kind := resultComplete
	if required != nil {
		kind = resultInputRequired
	}
	return json.Unmarshal([]byte(`{"resultType":"`+kind+`"}`), result)
}
