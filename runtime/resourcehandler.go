package runtime

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// ResourceHandler is what a resource does: bind the variables of its template,
// run the function, shape what it returns. The zero ResourceHandler is an error
// of [NewServer].
//
// In all of its constructors bindArgs is nil for a function without parameters,
// and call is given the [ResourceCall] that the interceptors saw. URI and MIME type of contents that have none are those of the request and of
// the [Resource].
type ResourceHandler struct {
	run func(context.Context, *ResourceCall) (*mcp.ReadResourceResult, error)
}

var errNoContents = errors.New("resource returned no contents")

// ResourceText handles a function whose string is the content.
func ResourceText[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *ResourceCall, *A) (string, error),
) ResourceHandler {
	return handleResource(bindArgs, call, func(text string) (*mcp.ReadResourceResult, error) {
		return textContents(text), nil
	})
}

// ResourceBlob handles a function whose bytes are the content.
func ResourceBlob[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *ResourceCall, *A) ([]byte, error),
) ResourceHandler {
	return handleResource(bindArgs, call, func(blob []byte) (*mcp.ReadResourceResult, error) {
		return contents(&mcp.ResourceContents{Blob: append([]byte{}, blob...)}), nil
	})
}

// ResourceJSON handles a function whose value is the content, as JSON.
func ResourceJSON[A, R any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *ResourceCall, *A) (R, error),
	encode func(*bind.Encoder, R),
) ResourceHandler {
	return handleResource(bindArgs, call, func(value R) (*mcp.ReadResourceResult, error) {
		enc := bind.NewEncoder(nil)
		encode(enc, value)
		data, err := enc.Bytes()
		if err != nil {
			return nil, fmt.Errorf("encode resource: %w", err)
		}
		return textContents(string(data)), nil
	})
}

// ResourceResult handles a function that writes the whole result. A nil result
// and one without contents are internal errors; what is not there is
// [ErrNotFound].
func ResourceResult[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *ResourceCall, *A) (*mcp.ReadResourceResult, error),
) ResourceHandler {
	return handleResource(bindArgs, call, freezeResource)
}

func handleResource[A, R any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *ResourceCall, *A) (R, error),
	shape func(R) (*mcp.ReadResourceResult, error),
) ResourceHandler {
	return ResourceHandler{run: func(ctx context.Context, c *ResourceCall) (*mcp.ReadResourceResult, error) {
		return handleTexts(ctx, c, c.variables, bindArgs, call, shape)
	}}
}

func contents(one *mcp.ResourceContents) *mcp.ReadResourceResult {
	return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{one}}
}

// textContents is one text. The SDK leaves an empty one out, with nothing in its
// place, which no client could read: it goes out as an empty blob.
func textContents(text string) *mcp.ReadResourceResult {
	if text == "" {
		return contents(&mcp.ResourceContents{Blob: []byte{}})
	}
	return contents(&mcp.ResourceContents{Text: strings.ToValidUTF8(text, "\uFFFD")})
}

// freezeResource returns a copy that the function cannot write to any more.
func freezeResource(result *mcp.ReadResourceResult) (*mcp.ReadResourceResult, error) {
	switch {
	case result == nil:
		return nil, errNilResult
	case requiredIn(result.InputRequests, result.RequestState) != nil:
		return askingResource(result)
	case len(result.Contents) == 0:
		return nil, errNoContents
	}
	meta, err := freezeMeta(result.Meta)
	if err != nil {
		return nil, err
	}
	frozen := &mcp.ReadResourceResult{Meta: meta}
	for _, one := range result.Contents {
		if one == nil {
			return nil, errNilContent
		}
		copied := *one
		copied.Blob = slices.Clone(one.Blob)
		if copied.Meta, err = freezeMeta(one.Meta); err != nil {
			return nil, err
		}
		frozen.Contents = append(frozen.Contents, &copied)
	}
	return frozen, nil
}
