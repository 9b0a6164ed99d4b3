package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// visitor uses what a server offers.
type visitor struct {
	session *mcp.ClientSession
	log     *slog.Logger
}

// visit connects, does what is wanted and leaves.
func visit(ctx context.Context, url string, wanted task, log *slog.Logger) (err error) {
	session, err := connect(ctx, url, log)
	if err != nil {
		return fmt.Errorf("connect: %w", err)
	}
	defer func() { err = errors.Join(err, session.Close()) }()
	v := visitor{session: session, log: log}
	offers := session.InitializeResult().Capabilities
	if offers.Tools != nil {
		err = errors.Join(err, v.tools(ctx, wanted.ToolCalls))
	}
	if offers.Resources != nil {
		err = errors.Join(err, v.resources(ctx))
	}
	if offers.Prompts != nil {
		err = errors.Join(err, v.prompts(ctx))
	}
	return err
}

// tools lists all tools, then makes the calls, or one call of each tool.
func (v visitor) tools(ctx context.Context, calls []toolCall) error {
	var listed []toolCall
	for tool, err := range v.session.Tools(ctx, nil) {
		if err != nil {
			return fmt.Errorf("list tools: %w", err)
		}
		listed = append(listed, toolCall{Name: tool.Name, Arguments: sample(tool.InputSchema)})
	}
	if calls == nil {
		calls = listed
	}
	for _, call := range calls {
		params := &mcp.CallToolParams{Name: call.Name}
		if len(call.Arguments) > 0 {
			params.Arguments = call.Arguments
		}
		_, err := v.session.CallTool(ctx, params)
		v.report("tool", call.Name, err)
	}
	return nil
}

func (v visitor) resources(ctx context.Context) error {
	for resource, err := range v.session.Resources(ctx, nil) {
		if err != nil {
			return fmt.Errorf("list resources: %w", err)
		}
		_, err := v.session.ReadResource(ctx, &mcp.ReadResourceParams{URI: resource.URI})
		v.report("resource", resource.URI, err)
	}
	return nil
}

func (v visitor) prompts(ctx context.Context) error {
	for prompt, err := range v.session.Prompts(ctx, nil) {
		if err != nil {
			return fmt.Errorf("list prompts: %w", err)
		}
		args := map[string]string{}
		for _, arg := range prompt.Arguments {
			args[arg.Name] = sampleText
		}
		_, err := v.session.GetPrompt(ctx, &mcp.GetPromptParams{Name: prompt.Name, Arguments: args})
		v.report("prompt", prompt.Name, err)
	}
	return nil
}

// report says how it went.
func (v visitor) report(kind, name string, err error) {
	if err != nil {
		v.log.Warn("refused", "kind", kind, "name", name, "error", err)
		return
	}
	v.log.Info("done", "kind", kind, "name", name)
}
