package main

import (
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errNoResult = errors.New("call was executed and has no result")

// encodeAnswer writes what a replay repeats. The rest of a result belongs to the
// exchange that it was sent in, such as its type in one revision of the
// protocol: the SDK writes that anew.
func encodeAnswer(result *mcp.CallToolResult) ([]byte, error) {
	if result == nil {
		return nil, errNoResult
	}
	return json.Marshal(&mcp.CallToolResult{
		Meta:              result.Meta,
		Content:           result.Content,
		StructuredContent: result.StructuredContent,
		IsError:           result.IsError,
	})
}

// decodeAnswer reads a recorded answer. Structured content stays as it was
// written: decoded, its members would lose their order and its integers digits.
func decodeAnswer(data []byte) (*mcp.CallToolResult, error) {
	var result mcp.CallToolResult
	if err := json.Unmarshal(data, &result); err != nil {
		return nil, err
	}
	var raw struct {
		StructuredContent json.RawMessage `json:"structuredContent"`
	}
	if err := json.Unmarshal(data, &raw); err != nil {
		return nil, err
	}
	if raw.StructuredContent != nil {
		result.StructuredContent = raw.StructuredContent
	}
	return &result, nil
}
