package main

import (
	"context"
	"fmt"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// entered is what a user filled in for a field; empty if they did not.
func entered(answer *mcp.ElicitResult, field string) string {
	text, _ := answer.Content[field].(string)
	return text
}

// InputRequiredResultElicitation asks the user for a name.
//
//mcp:tool
func InputRequiredResultElicitation(ctx context.Context, call *mcprt.Call) (string, error) {
	answer, err := call.Elicit(ctx, "user_name", form("What is your name?", formName))
	if err != nil {
		return "", err
	}
	if answer.Action != "accept" {
		return "Hello, whoever you are!", nil
	}
	return "Hello, " + entered(answer, "name") + "!", nil
}

// InputRequiredResultSampling asks the client's model.
//
//mcp:tool
func InputRequiredResultSampling(ctx context.Context, call *mcprt.Call) (string, error) {
	answer, err := call.Sample(ctx, "capital_question", prompting("What is the capital of France?", 100))
	if err != nil {
		return "", err
	}
	return textOf(answer), nil
}

// InputRequiredResultListRoots asks for the client's roots.
//
//mcp:tool
func InputRequiredResultListRoots(ctx context.Context, call *mcprt.Call) (string, error) {
	answer, err := call.Roots(ctx, "client_roots")
	if err != nil {
		return "", err
	}
	return "Roots: " + strings.Join(uris(answer), ", "), nil
}

func uris(answer *mcp.ListRootsResult) []string {
	var uris []string
	for _, root := range answer.Roots {
		uris = append(uris, root.URI)
	}
	return uris
}

// InputRequiredResultRequestState asks the user to confirm, and finds what it kept
// meanwhile.
//
//mcp:tool
func InputRequiredResultRequestState(ctx context.Context, call *mcprt.Call) (string, error) {
	return confirmed(ctx, call)
}

// InputRequiredResultTamperedState does the same for a client that changes what it
// was given to keep: that is refused before the function runs.
//
//mcp:tool
func InputRequiredResultTamperedState(ctx context.Context, call *mcprt.Call) (string, error) {
	return confirmed(ctx, call)
}

// confirmed asks the user to confirm. An answer that nobody asked for comes
// without a state, and is asked for.
func confirmed(ctx context.Context, call *mcprt.Call) (string, error) {
	kept, ok := call.State()
	if !ok {
		call.AskAgain("confirm")
	}
	if err := call.KeepState([]byte("state-ok")); err != nil {
		return "", err
	}
	answer, err := call.Elicit(ctx, "confirm", form("Please confirm", formConfirm))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s, action=%s", kept, answer.Action), nil
}

// InputRequiredResultMultipleInputs asks the user, the client's model and the
// client at once.
//
//mcp:tool
func InputRequiredResultMultipleInputs(ctx context.Context, call *mcprt.Call) (string, error) {
	answers, err := call.Ask(ctx, mcp.InputRequestMap{
		"user_name":    form("What is your name?", formName),
		"greeting":     prompting("Generate a greeting", 50),
		"client_roots": &mcp.ListRootsParams{},
	})
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("There are %d answers.", len(answers)), nil
}

// InputRequiredResultMultiRound asks the user twice, one question after the other.
//
//mcp:tool
func InputRequiredResultMultiRound(ctx context.Context, call *mcprt.Call) (string, error) {
	name, err := call.Elicit(ctx, "step1", form("Step 1: What is your name?", formName))
	if err != nil {
		return "", err
	}
	color, err := call.Elicit(ctx, "step2", form("Step 2: What is your favorite color?", formColor))
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("Name: %s. Color: %s.", entered(name, "name"), entered(color, "color")), nil
}

// InputRequiredResultCapabilities asks for whatever the client can be asked.
//
//mcp:tool
func InputRequiredResultCapabilities(ctx context.Context, call *mcprt.Call) (string, error) {
	requests := mcp.InputRequestMap{}
	for key, request := range map[string]mcp.InputRequest{
		"user_name":    form("What is your name?", formName),
		"greeting":     prompting("Generate a short greeting", 50),
		"client_roots": &mcp.ListRootsParams{},
	} {
		if call.Supports(request) {
			requests[key] = request
		}
	}
	answers, err := call.Ask(ctx, requests)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("There are %d answers.", len(answers)), nil
}
