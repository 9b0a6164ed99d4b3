package main

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// The forms that the fixtures ask users to fill in.
const (
	formName    = `{"type":"object","properties":{"name":{"type":"string"}},"required":["name"]}`
	formColor   = `{"type":"object","properties":{"color":{"type":"string"}},"required":["color"]}`
	formConfirm = `{"type":"object","properties":{"ok":{"type":"boolean"}},"required":["ok"]}`
	formContext = `{"type":"object","properties":{"context":{"type":"string"}},"required":["context"]}`

	formAddress = `{"type":"object","properties":{
		"username":{"type":"string","description":"User's response"},
		"email":{"type":"string","description":"User's email address"}
	},"required":["username","email"]}`

	formDefaults = `{"type":"object","properties":{
		"name":{"type":"string","description":"User name","default":"John Doe"},
		"age":{"type":"integer","description":"User age","default":30},
		"score":{"type":"number","description":"User score","default":95.5},
		"status":{"type":"string","description":"User status","enum":["active","inactive","pending"],"default":"active"},
		"verified":{"type":"boolean","description":"Verification status","default":true}
	}}`

	formEnums = `{"type":"object","properties":{
		"untitledSingle":{"type":"string","enum":["option1","option2","option3"]},
		"titledSingle":{"type":"string","oneOf":[
			{"const":"value1","title":"First Option"},
			{"const":"value2","title":"Second Option"},
			{"const":"value3","title":"Third Option"}]},
		"legacyEnum":{"type":"string","enum":["opt1","opt2","opt3"],"enumNames":["Option One","Option Two","Option Three"]},
		"untitledMulti":{"type":"array","items":{"type":"string","enum":["option1","option2","option3"]}},
		"titledMulti":{"type":"array","items":{"anyOf":[
			{"const":"value1","title":"First Choice"},
			{"const":"value2","title":"Second Choice"},
			{"const":"value3","title":"Third Choice"}]}}
	}}`
)

// form asks a user to fill in a form.
func form(message, schema string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(schema)}
}

// prompting asks a model for a text.
func prompting(text string, maxTokens int64) *mcp.CreateMessageParams {
	return &mcp.CreateMessageParams{
		Messages:  []*mcp.SamplingMessage{{Role: "user", Content: &mcp.TextContent{Text: text}}},
		MaxTokens: maxTokens,
	}
}

// textOf is what a model said, if it said a text.
func textOf(answer *mcp.CreateMessageResult) string {
	if text, ok := answer.Content.(*mcp.TextContent); ok {
		return text.Text
	}
	return "no text"
}

// filledIn shows an answer as the suite expects it.
func filledIn(what string, answer *mcp.ElicitResult) (string, error) {
	content, err := json.Marshal(answer.Content)
	return fmt.Sprintf("%s: action=%s, content=%s", what, answer.Action, content), err
}

// Sampling asks the client's model.
//
//mcp:tool
func Sampling(
	ctx context.Context, call *mcprt.Call,
	prompt string, // what to ask
) (string, error) {
	answer, err := call.Sample(ctx, "answer", prompting(prompt, 100))
	if err != nil {
		return "", err
	}
	return "LLM response: " + textOf(answer), nil
}

// Elicitation asks the user who they are.
//
//mcp:tool
func Elicitation(
	ctx context.Context, call *mcprt.Call,
	message string, // what to ask
) (string, error) {
	answer, err := call.Elicit(ctx, "user", form(message, formAddress))
	if err != nil {
		return "", err
	}
	return filledIn("User response", answer)
}

// ElicitationDefaults asks the user with a form that is filled in already.
//
//mcp:tool name=elicitation_sep1034_defaults
func ElicitationDefaults(ctx context.Context, call *mcprt.Call) (string, error) {
	answer, err := call.Elicit(ctx, "user", form("Check what is filled in.", formDefaults))
	if err != nil {
		return "", err
	}
	return filledIn("Elicitation completed", answer)
}

// ElicitationEnums asks the user to choose, in all five ways there are.
//
//mcp:tool name=elicitation_sep1330_enums
func ElicitationEnums(ctx context.Context, call *mcprt.Call) (string, error) {
	answer, err := call.Elicit(ctx, "choices", form("Choose.", formEnums))
	if err != nil {
		return "", err
	}
	return filledIn("Elicitation completed", answer)
}

// StreamingElicitation reports progress and then asks the user: on the newest
// revision the question is the result, and no request of the server's.
//
//mcp:tool
func StreamingElicitation(ctx context.Context, call *mcprt.Call) (string, error) {
	if err := call.Progress(ctx, 1, 2, "asking"); err != nil {
		return "", err
	}
	answer, err := call.Elicit(ctx, "user_name", form("What is your name?", formName))
	if err != nil {
		return "", err
	}
	return filledIn("User response", answer)
}

// MissingCapability wants a client that can be asked for a model's answer.
//
//mcp:tool
func MissingCapability(call *mcprt.Call) (string, error) {
	if !call.Supports(prompting("", 1)) {
		return "", &mcprt.MissingCapability{Capability: "sampling"}
	}
	return "The client has a model.", nil
}
