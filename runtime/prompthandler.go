package runtime

import (
	"context"
	"errors"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// PromptHandler is what a prompt does: bind the arguments, run the function,
// shape what it returns. The zero PromptHandler is an error of [NewServer].
//
// In all of its constructors bindArgs is nil for a function without parameters,
// and call is given the [PromptCall] that the interceptors saw.
type PromptHandler struct {
	run func(context.Context, *PromptCall) (*mcp.GetPromptResult, error)
}

var errNilMessage = errors.New("prompt returned a nil message")

// PromptText handles a function whose string is one message of the user.
func PromptText[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *PromptCall, *A) (string, error),
) PromptHandler {
	return handlePrompt(bindArgs, call, func(text string) (*mcp.GetPromptResult, error) {
		content := &mcp.TextContent{Text: strings.ToValidUTF8(text, "\uFFFD")}
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: content}}}, nil
	})
}

// PromptMessages handles a function that writes the messages.
func PromptMessages[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *PromptCall, *A) ([]*mcp.PromptMessage, error),
) PromptHandler {
	return handlePrompt(bindArgs, call, func(messages []*mcp.PromptMessage) (*mcp.GetPromptResult, error) {
		return freezePrompt(&mcp.GetPromptResult{Messages: messages})
	})
}

// PromptResult handles a function that writes the whole result. A nil result is
// an internal error.
func PromptResult[A any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *PromptCall, *A) (*mcp.GetPromptResult, error),
) PromptHandler {
	return handlePrompt(bindArgs, call, freezePrompt)
}

func handlePrompt[A, R any](
	bindArgs func(*bind.Decoder, *A),
	call func(context.Context, *PromptCall, *A) (R, error),
	shape func(R) (*mcp.GetPromptResult, error),
) PromptHandler {
	return PromptHandler{run: func(ctx context.Context, c *PromptCall) (*mcp.GetPromptResult, error) {
		return handleTexts(ctx, c, c.arguments, bindArgs, call, shape)
	}}
}

// handleTexts binds, runs and shapes. Whatever comes after the binder is marked
// as the function's own failure. C is a *PromptCall or a *ResourceCall.
func handleTexts[C, A, R, T any](
	ctx context.Context, c C, values map[string]string,
	bindArgs func(*bind.Decoder, *A), call func(context.Context, C, *A) (R, error), shape func(R) (T, error),
) (none T, err error) {
	args, err := bindTexts(values, bindArgs)
	if err != nil {
		return none, err
	}
	value, err := call(ctx, c, args)
	if err != nil {
		return none, hostFailure(err)
	}
	shaped, err := shape(value)
	if err != nil {
		return none, hostFailure(err)
	}
	return shaped, nil
}

// freezePrompt returns a copy with every part already encoded, as [freeze] does
// for tools.
func freezePrompt(result *mcp.GetPromptResult) (*mcp.GetPromptResult, error) {
	switch {
	case result == nil:
		return nil, errNilResult
	case requiredIn(result.InputRequests, result.RequestState) != nil:
		return askingPrompt(result)
	}
	meta, err := freezeMeta(result.Meta)
	if err != nil {
		return nil, err
	}
	frozen := &mcp.GetPromptResult{Meta: meta, Description: result.Description, Messages: []*mcp.PromptMessage{}}
	for _, message := range result.Messages {
		if message == nil {
			return nil, errNilMessage
		}
		content, err := freezeContent([]mcp.Content{message.Content})
		if err != nil {
			return nil, err
		}
		frozen.Messages = append(frozen.Messages, &mcp.PromptMessage{Role: message.Role, Content: content[0]})
	}
	return frozen, nil
}
