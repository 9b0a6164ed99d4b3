package runtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// metaIgnored names, in a result's _meta, the arguments that were sent,
// undeclared and therefore dropped (contract: S0-56).
const metaIgnored = "mcpgen/ignoredArguments"

var (
	errNilResult  = errors.New("tool returned a nil result")
	errNilContent = errors.New("tool returned a nil content block")
)

// textResult returns an answer of one text. JSON holds valid UTF-8 only, so
// what is not is replaced here and not by whoever encodes the answer.
func textResult(text string) *mcp.CallToolResult {
	text = strings.ToValidUTF8(text, "\uFFFD")
	return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: text}}}
}

// errorResult returns a tool error whose text the caller reads.
func errorResult(text string) *mcp.CallToolResult {
	result := textResult(text)
	result.IsError = true
	return result
}

// maxWhole bounds, in bytes, the values whose result is written out when it is made:
// once, for the caller and for those who are told of it.
const maxWhole = 64 << 10

// structured encodes value once and answers with it twice: as structured
// content, and as text for the clients that read nothing else. A result over the
// call's limit never stands in memory as a whole.
func structured[R any](c *Call, value R, encode func(*bind.Encoder, R)) (*mcp.CallToolResult, error) {
	buffer := takeBuffer()
	enc := bind.NewEncoder(*buffer)
	enc.Bound(int(c.limit))
	encode(enc, value)
	data, err := enc.Bytes()
	if size, ok := err.(*bind.SizeError); ok { //nolint:errorlint // the encoder's own, and no other error that wraps one
		return nil, tooLarge(size.Size)
	}
	if err != nil {
		return nil, fmt.Errorf("encode result: %w", err)
	}
	same := copyOf{data: data}
	if len(data) <= maxWhole {
		same = writeWhole(buffer, data)
	}
	return &mcp.CallToolResult{Content: []mcp.Content{same}, StructuredContent: json.RawMessage(same.data)}, nil
}

// copyOf is the text block that repeats structured content. The text is made for
// those who want to look at it; the answer is written from the JSON. The embedded
// block is there for the interface's unexported method.
type copyOf struct {
	mcp.Content
	data  []byte
	whole []byte // the result of block and content, which data is a part of; nil: it is not written
}

// writeWhole writes the whole result behind data, which lies in buffer, copies it out
// and gives the buffer back.
func writeWhole(buffer *[]byte, data []byte) copyOf {
	all := data
	all = append(all, `{"content":[`...)
	all = appendCopy(all, data)
	all = append(all, `],"structuredContent":`...)
	all = append(append(all, data...), '}')
	own := bytes.Clone(all[len(data):])
	*buffer = all
	giveBuffer(buffer)
	end := len(own) - 1
	return copyOf{data: own[end-len(data) : end : end], whole: own}
}

// wholeOf returns the content and the structured content of a result as one object;
// nil if they are not written as such.
func wholeOf(result *mcp.CallToolResult) []byte {
	if len(result.Content) != 1 {
		return nil
	}
	same, _ := result.Content[0].(copyOf)
	return same.whole
}

// MarshalJSON returns the text block.
func (c copyOf) MarshalJSON() ([]byte, error) { return appendCopy(nil, c.data), nil }

// freeze returns a copy of a result that the function wrote itself, with every
// part already encoded: a marshaller of the host that fails or panics does so
// inside step 10, and a function that goes on writing to what it returned
// cannot change the answer. A tool error carries no structured content.
func freeze(result *mcp.CallToolResult) (*mcp.CallToolResult, error) {
	if result == nil {
		return nil, errNilResult
	}
	if asks(result) && (len(result.Content) > 0 || result.StructuredContent != nil) {
		return nil, errContentAsks
	}
	frozen := *result
	var err error
	if frozen.InputRequests, err = freezeRequests(result.InputRequests); err != nil {
		return nil, err
	}
	if frozen.Content, err = freezeContent(result.Content); err != nil {
		return nil, err
	}
	if frozen.Meta, err = freezeMeta(result.Meta); err != nil {
		return nil, err
	}
	if frozen.IsError {
		frozen.StructuredContent = nil
	}
	if frozen.StructuredContent != nil {
		data, err := encodeJSON(frozen.StructuredContent)
		if err != nil {
			return nil, fmt.Errorf("encode structured content: %w", err)
		}
		frozen.StructuredContent = data
	}
	return &frozen, nil
}

// encodeJSON returns the JSON of a host's value as an encoder of ours would have
// written it: a result that was kept as encoding/json writes it, with escapes for
// HTML, is repeated with the bytes it had at first.
func encodeJSON(value any) (json.RawMessage, error) {
	data, err := json.Marshal(value)
	if err != nil {
		return nil, err
	}
	return jsontext.AppendFormat(nil, data, jsontext.EscapeForJS(true), jsontext.PreserveRawStrings(false),
		jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
}

// encodedContent is a content block that is already JSON. The embedded block
// is there for the interface's unexported method.
type encodedContent struct {
	mcp.Content
	data []byte
}

// MarshalJSON returns the block as it was when the function returned.
func (c encodedContent) MarshalJSON() ([]byte, error) { return c.data, nil }

func freezeContent(blocks []mcp.Content) ([]mcp.Content, error) {
	frozen := make([]mcp.Content, 0, len(blocks))
	for _, block := range blocks {
		if block == nil {
			return nil, errNilContent
		}
		data, err := encodeBlock(block)
		if err != nil {
			return nil, fmt.Errorf("encode content: %w", err)
		}
		frozen = append(frozen, encodedContent{block, data})
	}
	return frozen, nil
}

func freezeMeta(meta mcp.Meta) (mcp.Meta, error) {
	if len(meta) == 0 {
		return nil, nil
	}
	frozen := make(mcp.Meta, len(meta))
	for key, value := range maps.All(meta) {
		data, err := encodeJSON(value)
		if err != nil {
			return nil, fmt.Errorf("encode _meta: %w", err)
		}
		frozen[key] = data
	}
	return frozen, nil
}

// thaw returns a copy of a frozen result that shares nothing with it, for
// readers who want the blocks as they were written; nil of nil.
func thaw(result *mcp.CallToolResult) *mcp.CallToolResult {
	if result == nil {
		return nil
	}
	copied := new(*result)
	copied.Meta = maps.Clone(result.Meta)
	copied.InputRequests = maps.Clone(result.InputRequests)
	copied.Content = make([]mcp.Content, len(result.Content))
	for i, block := range result.Content {
		copied.Content[i] = thawBlock(block)
	}
	if raw, ok := result.StructuredContent.(json.RawMessage); ok {
		copied.StructuredContent = json.RawMessage(bytes.Clone(raw))
	}
	return copied
}

// thawBlock decodes a block; one of a kind that the SDK does not read stays what
// it is.
func thawBlock(block mcp.Content) mcp.Content {
	switch block := block.(type) {
	case *mcp.TextContent:
		return new(*block)
	case copyOf:
		return &mcp.TextContent{Text: string(block.data)}
	case encodedContent:
		decoded := new(mcp.CallToolResult)
		data := slices.Concat([]byte(`{"content":[`), block.data, []byte(`]}`))
		if json.Unmarshal(data, decoded) == nil && len(decoded.Content) == 1 {
			return decoded.Content[0]
		}
	}
	return block
}

// noteIgnored names dropped arguments in the result's _meta.
func noteIgnored(result *mcp.CallToolResult, paths []string) {
	if len(paths) == 0 {
		return
	}
	if result.Meta == nil {
		result.Meta = mcp.Meta{}
	}
	result.Meta[metaIgnored] = paths
}
