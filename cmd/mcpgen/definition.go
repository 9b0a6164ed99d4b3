package main

import "encoding/json"

// definition is a tool as tools/list sends it. The order of the members is the
// one in which the runtime's SDK writes them, so that the bytes agree.
type definition struct {
	Annotations  annotations     `json:"annotations"`
	Description  string          `json:"description,omitempty"`
	InputSchema  json.RawMessage `json:"inputSchema"`
	Name         string          `json:"name"`
	OutputSchema json.RawMessage `json:"outputSchema,omitempty"`
	Title        string          `json:"title,omitempty"`
}

// annotations are always sent all four.
type annotations struct {
	DestructiveHint bool `json:"destructiveHint"`
	IdempotentHint  bool `json:"idempotentHint"`
	OpenWorldHint   bool `json:"openWorldHint"`
	ReadOnlyHint    bool `json:"readOnlyHint"`
}

// toolsResult is the result of tools/list.
type toolsResult struct {
	Tools []definition `json:"tools"`
}

func definitions(tools []placedTool) toolsResult {
	result := toolsResult{Tools: []definition{}}
	for _, t := range tools {
		result.Tools = append(result.Tools, definition{
			Name: t.Name, Title: t.Title, Description: t.Description,
			InputSchema: t.Input, OutputSchema: t.Output,
			Annotations: annotations{
				ReadOnlyHint: t.Hints.ReadOnly, DestructiveHint: t.Hints.Destructive,
				IdempotentHint: t.Hints.Idempotent, OpenWorldHint: t.Hints.OpenWorld,
			},
		})
	}
	return result
}
