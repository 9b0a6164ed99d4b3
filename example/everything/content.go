package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/event"
)

// silence is a WAV file of 8-bit samples at 8 kHz, and none of them.
const silence = "RIFF\x24\x00\x00\x00WAVE" +
	"fmt \x10\x00\x00\x00\x01\x00\x01\x00\x40\x1f\x00\x00\x40\x1f\x00\x00\x01\x00\x08\x00" +
	"data\x00\x00\x00\x00"

// redPixel is a PNG file of one pixel.
func redPixel() ([]byte, error) {
	pixel := image.NewRGBA(image.Rect(0, 0, 1, 1))
	pixel.Set(0, 0, color.RGBA{R: 0xff, A: 0xff})
	var file bytes.Buffer
	err := png.Encode(&file, pixel)
	return file.Bytes(), err
}

// embedded is a resource within an answer.
func embedded(uri, mime, text string) *mcp.EmbeddedResource {
	return &mcp.EmbeddedResource{Resource: &mcp.ResourceContents{URI: uri, MIMEType: mime, Text: text}}
}

// SimpleText answers with a text.
//
//mcp:tool
func SimpleText() string { return "This is a simple text response for testing." }

// ImageContent answers with an image.
//
//mcp:tool
func ImageContent() ([]mcp.Content, error) {
	pixel, err := redPixel()
	return []mcp.Content{&mcp.ImageContent{Data: pixel, MIMEType: "image/png"}}, err
}

// AudioContent answers with a sound.
//
//mcp:tool
func AudioContent() []mcp.Content {
	return []mcp.Content{&mcp.AudioContent{Data: []byte(silence), MIMEType: "audio/wav"}}
}

// EmbeddedResource answers with a resource.
//
//mcp:tool
func EmbeddedResource() []mcp.Content {
	return []mcp.Content{embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")}
}

// MultipleContentTypes answers with a text, an image and a resource.
//
//mcp:tool
func MultipleContentTypes() ([]mcp.Content, error) {
	pixel, err := redPixel()
	return []mcp.Content{
		&mcp.TextContent{Text: "Multiple content types test:"},
		&mcp.ImageContent{Data: pixel, MIMEType: "image/png"},
		embedded("test://mixed-content-resource", "application/json", `{"test":"data","value":123}`),
	}, err
}

// ErrorHandling answers with an error, which its caller may read.
//
//mcp:tool opaque=false
func ErrorHandling() error {
	return &mcprt.Refusal{Code: event.ReasonResult, Text: "This tool intentionally returns an error for testing"}
}

// XMcpHeader answers with its arguments, one of which callers mirror into a header.
//
//mcp:tool
//mcp:param region header=Region minlen=1
func XMcpHeader(
	region *string, // mirrored into Mcp-Param-Region
	level *int, // not mirrored
) string {
	text := "no region"
	if region != nil {
		text = "region=" + *region
	}
	if level != nil {
		text += fmt.Sprintf(", level=%d", *level)
	}
	return text
}
