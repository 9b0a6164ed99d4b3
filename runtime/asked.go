package runtime

import (
	"encoding/json"
	"fmt"
	"slices"

	jsonv2 "github.com/go-json-experiment/json"
	"github.com/google/jsonschema-go/jsonschema"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// asked is an input request that nobody writes to any more, and what its
// answers have to be.
type asked struct {
	request mcp.InputRequest
	read    func(raw []byte) (mcp.InputResponse, bool)
}

// askedOf freezes a request, as [freeze] does a result. What cannot be encoded
// or is no request is an error of the host's.
func askedOf(request mcp.InputRequest) (asked, error) {
	switch r := request.(type) {
	case *mcp.ElicitParams:
		if r != nil {
			return elicitation(r)
		}
	case *mcp.CreateMessageParams:
		if r != nil {
			return sampling(r, false)
		}
	case *mcp.CreateMessageWithToolsParams:
		if r != nil {
			return sampling(r, true)
		}
	case *mcp.ListRootsParams:
		if r != nil {
			return rootsListing(r)
		}
	}
	return asked{}, fmt.Errorf("%w: %T", errNotARequest, request)
}

// elicitation keeps the schema as text, whose members have the order in which a
// form shows them.
func elicitation(params *mcp.ElicitParams) (asked, error) {
	meta, err := freezeMeta(params.Meta)
	if err != nil {
		return asked{}, err
	}
	asking := *params
	asking.Meta = meta
	if asking.Mode == "" {
		asking.Mode = "form"
		if asking.URL != "" || asking.ElicitationID != "" {
			asking.Mode = "url"
		}
	}
	if asking.RequestedSchema == nil {
		return asked{&asking, func(raw []byte) (mcp.InputResponse, bool) { return readElicited(raw, nil) }}, nil
	}
	text, err := json.Marshal(asking.RequestedSchema)
	if err != nil {
		return asked{}, fmt.Errorf("encode requested schema: %w", err)
	}
	asking.RequestedSchema = json.RawMessage(text)
	var schema jsonschema.Schema
	if err := json.Unmarshal(text, &schema); err != nil {
		return asked{}, fmt.Errorf("requested schema: %w", err)
	}
	resolved, err := schema.Resolve(&jsonschema.ResolveOptions{})
	if err != nil {
		return asked{}, fmt.Errorf("requested schema: %w", err)
	}
	return asked{&asking, func(raw []byte) (mcp.InputResponse, bool) { return readElicited(raw, resolved) }}, nil
}

// readElicited reads what a user said. Content counts only where they accepted.
func readElicited(raw []byte, schema *jsonschema.Resolved) (mcp.InputResponse, bool) {
	answer := new(mcp.ElicitResult)
	if err := jsonv2.Unmarshal(raw, answer); err != nil {
		return nil, false
	}
	switch answer.Action {
	case "accept":
	case "decline", "cancel":
		answer.Content = nil
		return answer, true
	default:
		return nil, false
	}
	if schema == nil {
		return answer, true
	}
	if answer.Content == nil {
		answer.Content = map[string]any{}
	}
	if schema.Validate(answer.Content) != nil || schema.ApplyDefaults(&answer.Content) != nil {
		return nil, false
	}
	return answer, true
}

// sampling reads any request for a message in the form that may hold tools.
func sampling(params any, several bool) (asked, error) {
	text, err := json.Marshal(params)
	if err != nil {
		return asked{}, fmt.Errorf("encode messages: %w", err)
	}
	asking := new(mcp.CreateMessageWithToolsParams)
	if err := json.Unmarshal(text, asking); err != nil {
		return asked{}, fmt.Errorf("messages: %w", err)
	}
	asking.Messages = slices.Concat([]*mcp.SamplingMessageV2{}, asking.Messages) // an empty list is no null
	return asked{asking, func(raw []byte) (mcp.InputResponse, bool) {
		answer := new(mcp.CreateMessageWithToolsResult)
		if err := jsonv2.Unmarshal(raw, answer); err != nil || answer.Role == "" || len(answer.Content) == 0 {
			return nil, false
		}
		return answer, several || len(answer.Content) == 1
	}}, nil
}

func rootsListing(params *mcp.ListRootsParams) (asked, error) {
	meta, err := freezeMeta(params.Meta)
	if err != nil {
		return asked{}, err
	}
	return asked{&mcp.ListRootsParams{Meta: meta}, func(raw []byte) (mcp.InputResponse, bool) {
		answer := new(mcp.ListRootsResult)
		if err := jsonv2.Unmarshal(raw, answer); err != nil || answer.Roots == nil {
			return nil, false
		}
		return answer, !slices.Contains(answer.Roots, nil)
	}}, nil
}
