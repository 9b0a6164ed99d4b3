package runtime

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// This file writes answers as bytes, each part once and in the order in which the
// SDK writes them. What it writes is frozen: every part that host code could fail
// to encode is JSON already, so that an answer that was begun can be finished.

// appendHead appends an answer up to its result or error.
func appendHead(dst, id []byte) []byte {
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	return append(dst, id...)
}

// appendFailure appends the rest of an answer that is an error.
func appendFailure(dst []byte, failure *jsonrpc.Error) []byte {
	dst = append(dst, `,"error":{"code":`...)
	dst = strconv.AppendInt(dst, failure.Code, 10)
	dst = append(dst, `,"message":`...)
	dst = appendText(dst, failure.Message)
	if len(failure.Data) > 0 {
		dst = append(dst, `,"data":`...)
		dst = append(dst, failure.Data...)
	}
	return append(dst, "}}"...)
}

// appendResult appends a frozen result. The server's own name belongs to the
// newest revision; nil is none, and no resultType then.
func appendResult(dst []byte, result *mcp.CallToolResult, self []byte) []byte {
	dst = append(dst, '{')
	dst = appendResultMeta(dst, result.Meta, self)
	if whole := wholeOf(result); whole != nil {
		dst = append(dst, whole[1:len(whole)-1]...)
	} else {
		dst = appendParts(dst, result)
	}
	if result.IsError {
		dst = append(dst, `,"isError":true`...)
	}
	switch {
	case asks(result):
		dst = appendInput(dst, result)
	case self != nil:
		dst = append(dst, `,"resultType":"`+resultComplete+`"`...)
	}
	return append(dst, '}')
}

// appendParts appends content and structured content.
func appendParts(dst []byte, result *mcp.CallToolResult) []byte {
	dst = append(dst, `"content":`...)
	dst = appendContent(dst, result.Content)
	if structured, ok := result.StructuredContent.(json.RawMessage); ok {
		dst = append(dst, `,"structuredContent":`...)
		dst = append(dst, structured...)
	}
	return dst
}

// encodeResult encodes a result for those who are told of it: whatever they do to
// it, the answer stays what it is.
func encodeResult(result *mcp.CallToolResult) json.RawMessage {
	buffer := takeBuffer()
	defer giveBuffer(buffer)
	*buffer = appendResult(*buffer, result, nil)
	return bytes.Clone(*buffer)
}

// appendInput appends what the client is asked. The requests were encoded once
// before, to find out whether they can be.
func appendInput(dst []byte, result *mcp.CallToolResult) []byte {
	if result.RequestState != "" {
		dst = append(dst, `,"requestState":`...)
		dst = appendText(dst, result.RequestState)
	}
	dst = append(dst, `,"resultType":"`+resultInputRequired+`"`...)
	if result.InputRequests != nil {
		dst = append(dst, `,"inputRequests":`...)
		dst = appendAny(dst, result.InputRequests)
	}
	return dst
}

// appendResultMeta appends the entries of _meta and the comma behind them.
func appendResultMeta(dst []byte, meta mcp.Meta, self []byte) []byte {
	if len(meta) == 0 && self == nil {
		return dst
	}
	dst = append(dst, `"_meta":{`...)
	if len(meta) > 0 {
		for _, key := range slices.Sorted(maps.Keys(meta)) {
			dst = append(appendText(dst, key), ':')
			dst = append(appendAny(dst, meta[key]), ',')
		}
	}
	if _, said := meta[mcp.MetaKeyServerInfo]; self == nil || said {
		dst = dst[:len(dst)-1]
		return append(dst, `},`...)
	}
	dst = append(dst, `"`+mcp.MetaKeyServerInfo+`":`...)
	dst = append(dst, self...)
	return append(dst, `},`...)
}

// appendAny appends an entry: JSON, or one of ours, which always encode.
func appendAny(dst []byte, value any) []byte {
	raw, ok := value.(json.RawMessage)
	if !ok {
		raw, _ = encodeJSON(value)
	}
	return append(dst, raw...)
}

func appendContent(dst []byte, blocks []mcp.Content) []byte {
	dst = append(dst, '[')
	for i, block := range blocks {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = appendBlock(dst, block)
	}
	return append(dst, ']')
}

// appendBlock appends one block of a frozen result: it is encoded, or a text.
func appendBlock(dst []byte, block mcp.Content) []byte {
	if same, ok := block.(copyOf); ok {
		return appendCopy(dst, same.data)
	}
	if text, ok := plainText(block); ok {
		dst = append(dst, `{"type":"text","text":`...)
		return append(appendText(dst, text), '}')
	}
	data, _ := block.MarshalJSON()
	return append(dst, data...)
}

// appendCopy appends a block whose text is JSON that was encoded before.
func appendCopy(dst, data []byte) []byte {
	dst = append(dst, `{"type":"text","text":`...)
	dst, _ = jsontext.AppendQuote(dst, data)
	return append(dst, '}')
}

// encodeBlock returns a block as it is written, so that it looks the same whether
// it is written at once or kept. HTML in a text stays what it is.
func encodeBlock(block mcp.Content) ([]byte, error) {
	if _, ok := plainText(block); ok {
		return appendBlock(nil, block), nil
	}
	return block.MarshalJSON()
}

// plainText returns the text of a block that is nothing else.
func plainText(block mcp.Content) (string, bool) {
	text, ok := block.(*mcp.TextContent)
	if !ok || text == nil || text.Meta != nil || text.Annotations != nil {
		return "", false
	}
	return text.Text, true
}

// appendText appends a string. What is not UTF-8 in it is replaced.
func appendText(dst []byte, text string) []byte {
	dst, _ = jsontext.AppendQuote(dst, text)
	return dst
}
