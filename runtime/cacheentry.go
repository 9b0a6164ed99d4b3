package runtime

import (
	"bytes"
	"encoding/json"
	"errors"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

var errEntry = errors.New("cache entry cannot be read")

// entry is a result as a cache keeps it. It is an object around the result, so
// that whatever a tool answers, null included, is something.
type entry struct {
	Content    []json.RawMessage          `json:"content"`
	Structured json.RawMessage            `json:"structured,omitempty"`
	Meta       map[string]json.RawMessage `json:"meta,omitempty"`
}

// encodeEntry returns a frozen result as bytes, without what depends on the call
// it answered.
func encodeEntry(result *mcp.CallToolResult) ([]byte, error) {
	e := entry{Content: make([]json.RawMessage, len(result.Content))}
	for i, block := range result.Content {
		data, err := encodeBlock(block)
		if err != nil {
			return nil, err
		}
		e.Content[i] = data
	}
	e.Structured, _ = result.StructuredContent.(json.RawMessage)
	for key, value := range result.Meta {
		if key == metaIgnored {
			continue
		}
		data, err := encodeJSON(value)
		if err != nil {
			return nil, err
		}
		if e.Meta == nil {
			e.Meta = map[string]json.RawMessage{}
		}
		e.Meta[key] = data
	}
	var out bytes.Buffer
	enc := json.NewEncoder(&out)
	enc.SetEscapeHTML(false) // the bytes of a tool stay what they are
	err := enc.Encode(e)
	return out.Bytes(), err
}

// decodeEntry returns a result of its own for every call.
func decodeEntry(data []byte) (*mcp.CallToolResult, error) {
	var e entry
	if err := json.Unmarshal(data, &e); err != nil || e.Content == nil {
		return nil, errEntry
	}
	result := &mcp.CallToolResult{Content: make([]mcp.Content, len(e.Content))}
	for i, data := range e.Content {
		result.Content[i] = encodedContent{data: data}
	}
	if e.Structured != nil {
		result.StructuredContent = e.Structured
	}
	for key, value := range e.Meta {
		if result.Meta == nil {
			result.Meta = mcp.Meta{}
		}
		result.Meta[key] = value
	}
	return result, nil
}
