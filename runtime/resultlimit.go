package runtime

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/event"
)

const (
	textCut      = " …[truncated, showing %d of %d bytes]"
	textTooLarge = `Tool "%s" result of %d bytes exceeds the configured limit of %d bytes`

	// metaTruncated says, in a result's _meta, how many bytes the text had.
	metaTruncated = "mcpgen/truncatedFromBytes"
)

var errNotUTF8 = errors.New("result is not valid UTF-8")

// WithResultLimit bounds the bytes of what a tool answers, where its row does not
// say otherwise. A longer text is cut between two characters, with a note of what
// is missing; any other result is refused, since half an object is worse than
// none. A text counts its bytes, a binary block its decoded bytes, everything
// else its JSON; the text copy of structured content counts once.
//
// The default, and what 0 means, is no bound; a negative one is an error of
// [NewServer]. What a listener or an interceptor answers is not bounded.
func WithResultLimit(n int64) Option {
	return optionFunc(func(o *options) { o.resultLimit = n })
}

// limitOf is the bound that holds for a row; 0 is none.
func (s *Server) limitOf(row *Row) int64 {
	if row.ResultLimit > 0 {
		return row.ResultLimit
	}
	return s.resultLimit
}

// within applies the bound to what the tool answered.
func within(limit int64, row *Row, end ending) ending {
	if limit <= 0 || !end.delivered() {
		return end
	}
	n := sizeOf(end.result)
	if n <= limit {
		return end
	}
	text, ok := onlyText(end.result)
	if !ok {
		return oversized(fmt.Sprintf(textTooLarge, row.Name, n, limit))
	}
	kept := wholeRunes(text.Text, limit)
	shown := new(*text)
	shown.Text = kept + fmt.Sprintf(textCut, len(kept), n)
	end.result.Content = []mcp.Content{shown}
	if end.result.Meta == nil {
		end.result.Meta = mcp.Meta{}
	}
	end.result.Meta[metaTruncated] = n
	end.cut = true
	return end
}

// tooLarge is a result that was found too large while it was encoded.
type tooLarge int

// Error says how large the result is.
func (n tooLarge) Error() string { return fmt.Sprintf("result of %d bytes", int(n)) }

// oversized is the end of a call whose function ran and whose answer is withheld.
func oversized(text string) ending {
	return ending{outcome: OutcomeFailed, result: errorResult(text), reason: event.ReasonResult, err: errors.New(text)}
}

// wholeRunes returns the longest beginning of text within n bytes that ends
// between two characters.
func wholeRunes(text string, n int64) string {
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	return text[:n]
}

// onlyText returns the text of a result that is nothing else.
func onlyText(result *mcp.CallToolResult) (*mcp.TextContent, bool) {
	if len(result.Content) != 1 || result.StructuredContent != nil || result.InputRequests != nil {
		return nil, false
	}
	text, ok := thawBlock(result.Content[0]).(*mcp.TextContent)
	return text, ok
}

// sizeOf returns the size of a frozen result.
func sizeOf(result *mcp.CallToolResult) int64 {
	structured, _ := result.StructuredContent.(json.RawMessage)
	n := int64(len(structured))
	for _, block := range result.Content {
		if _, ok := block.(copyOf); ok {
			continue // it counts once
		}
		if text, ok := block.(*mcp.TextContent); ok && structured != nil && text.Text == string(structured) {
			continue // a copy that was kept and read again
		}
		n += blockSize(block)
	}
	return n
}

func blockSize(block mcp.Content) int64 {
	encoded, ok := block.(encodedContent)
	if !ok {
		text, _ := block.(*mcp.TextContent) // no other block stays unencoded
		return int64(len(text.Text))
	}
	switch block := original(encoded).(type) {
	case *mcp.TextContent:
		return int64(len(block.Text))
	case *mcp.ImageContent:
		return int64(len(block.Data))
	case *mcp.AudioContent:
		return int64(len(block.Data))
	case *mcp.EmbeddedResource:
		if block.Resource != nil && block.Resource.Blob != nil {
			blob := len(block.Resource.Blob)
			return int64(len(encoded.data) - base64.StdEncoding.EncodedLen(blob) + blob)
		}
	}
	return int64(len(encoded.data))
}

// checkText refuses text that JSON cannot hold where results are bounded: what
// was put in its place would count, and be cut, as something the tool did not say
// (contract: S1-30).
func (c *Call) checkText(blocks ...mcp.Content) error {
	if c.limit <= 0 {
		return nil
	}
	for _, block := range blocks {
		if text, ok := block.(*mcp.TextContent); ok && text != nil && !utf8.ValidString(text.Text) {
			return errNotUTF8
		}
	}
	return nil
}

// original is the block that was encoded, as it was then: a function may go on
// writing to the one it returned.
func original(block encodedContent) mcp.Content { return thawBlock(block) }
