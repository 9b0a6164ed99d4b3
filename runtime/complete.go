package runtime

import (
	"context"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	textReference     = "Error: Completion reference is required."
	textCompletedName = "Error: Completion argument name is required."
)

// complete answers completion/complete. Interceptors never wrap it
// (contract: S1-10).
func (a adapter) complete(ctx context.Context, req mcp.Request) (mcp.Result, error) {
	ctx, release := bound(ctx, a.front.aborted())
	defer release()
	params, ok := req.GetParams().(*mcp.CompleteParams)
	switch {
	case !ok || params == nil || params.Ref == nil:
		return nil, invalidParams(textReference)
	case params.Argument.Name == "":
		return nil, invalidParams(textCompletedName)
	}
	values, refused := a.server.suggest(ctx, a.front.caller(req), params)
	if refused != nil {
		return nil, refused
	}
	return &mcp.CompleteResult{Completion: completed(values)}, nil
}

// suggest takes a completion through the gate of what it completes. What the
// caller may see and nothing completes has no values.
func (s *Server) suggest(ctx context.Context, caller *Caller, params *mcp.CompleteParams) ([]string, *jsonrpc.Error) {
	key := completionKey{prompt: params.Ref.Name, argument: params.Argument.Name}
	about := promptSubject(params.Ref.Name).completing()
	if params.Ref.Type == "ref/resource" {
		key = completionKey{uri: params.Ref.URI, argument: params.Argument.Name}
		about = resourceSubject(params.Ref.URI).completing()
	}
	grant, refused := s.admit(ctx, caller, about)
	if refused != nil {
		return nil, refused
	}
	if section, found := s.readables.section(key); !found || !grant.reads(section) {
		return nil, about.unknown
	}
	c, found := s.readables.completions[key]
	if !found {
		return nil, nil
	}
	return contain(ctx, s, about, c.Source, func() ([]string, error) {
		values, err := c.Complete(ctx, params.Argument.Value)
		if err != nil {
			return nil, hostFailure(err)
		}
		return values, nil
	})
}

// section returns the section of what a completion is for.
func (r *readables) section(key completionKey) (string, bool) {
	if prompt, found := r.named[key.prompt]; found {
		return prompt.Section, true
	}
	if resource, found := r.addressed[key.uri]; found {
		return resource.Section, true
	}
	return "", false
}

// completed cuts the values to as many as an answer may have.
func completed(values []string) mcp.CompletionResultDetails {
	details := mcp.CompletionResultDetails{Values: []string{}, Total: len(values), HasMore: len(values) > maxCompletions}
	for _, value := range values[:min(len(values), maxCompletions)] {
		details.Values = append(details.Values, strings.ToValidUTF8(value, "\uFFFD"))
	}
	return details
}
