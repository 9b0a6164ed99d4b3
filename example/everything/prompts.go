package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// says is a message of the user.
func says(content mcp.Content) *mcp.PromptMessage {
	return &mcp.PromptMessage{Role: "user", Content: content}
}

// SimplePrompt is a text.
//
//mcp:prompt name=test_simple_prompt title="Simple prompt"
func SimplePrompt() string { return "This is a simple prompt for testing." }

// PromptWithArguments is a text with two arguments in it.
//
//mcp:prompt name=test_prompt_with_arguments title="Prompt with arguments"
func PromptWithArguments(
	arg1 string, // first test argument
	arg2 string, // second test argument
) string {
	return fmt.Sprintf("Prompt with arguments: arg1='%s', arg2='%s'", arg1, arg2)
}

// CompleteArg1 completes the first argument.
//
//mcp:complete prompt=test_prompt_with_arguments arg=arg1
func CompleteArg1(value string) ([]string, error) {
	var fitting []string
	for _, word := range []string{"paris", "park", "party", "test", "testing"} {
		if strings.HasPrefix(word, value) {
			fitting = append(fitting, word)
		}
	}
	return fitting, nil
}

// PromptWithEmbeddedResource is a resource and what to do with it.
//
//mcp:prompt name=test_prompt_with_embedded_resource title="Prompt with a resource"
//mcp:param uri name=resourceUri
func PromptWithEmbeddedResource(
	uri string, // URI of the resource to embed
) []*mcp.PromptMessage {
	return []*mcp.PromptMessage{
		says(embedded(uri, "text/plain", "Embedded resource content for testing.")),
		says(&mcp.TextContent{Text: "Please process the embedded resource above."}),
	}
}

// PromptWithImage is an image and what to do with it.
//
//mcp:prompt name=test_prompt_with_image title="Prompt with an image"
func PromptWithImage() ([]*mcp.PromptMessage, error) {
	pixel, err := redPixel()
	return []*mcp.PromptMessage{
		says(&mcp.ImageContent{Data: pixel, MIMEType: "image/png"}),
		says(&mcp.TextContent{Text: "Please analyze the image above."}),
	}, err
}

// InputRequiredResultPrompt asks the user what the prompt is about.
//
//mcp:prompt name=test_input_required_result_prompt title="Prompt that asks"
func InputRequiredResultPrompt(ctx context.Context, call *mcprt.PromptCall) (string, error) {
	answer, err := call.Elicit(ctx, "user_context", form("What context should the prompt use?", formContext))
	if err != nil {
		return "", err
	}
	return "Context: " + entered(answer, "context"), nil
}
