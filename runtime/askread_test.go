package runtime_test

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// asking returns a server whose prompt and resource ask for a name, by an
// interceptor, and whose prompt "own" does so in a result of its own.
func asking(t testing.TB, opts ...mcprt.Option) *mcprt.Server {
	t.Helper()
	type none = struct{}
	text := func(context.Context, *mcprt.PromptCall, *none) (string, error) { return "text", nil }
	content := func(context.Context, *mcprt.ResourceCall, *none) (string, error) { return "text", nil }
	own := func(context.Context, *mcprt.PromptCall, *none) (*mcp.GetPromptResult, error) {
		return &mcp.GetPromptResult{InputRequests: mcp.InputRequestMap{"name": nameForm("Who?")}, RequestState: "mine"}, nil
	}
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil,
		mcprt.Prompts{
			{Name: "p", Section: "math", Handler: mcprt.PromptText(nil, text)},
			{Name: "q", Section: "math", Handler: mcprt.PromptText(nil, text)},
			{Name: "own", Section: "math", Handler: mcprt.PromptResult(nil, own)},
		},
		mcprt.Resources{{URI: "calc://r", Name: "r", Section: "math", Handler: mcprt.ResourceText(nil, content)}})
	prompt := mcprt.PromptInterceptorFunc(func(ctx context.Context, c *mcprt.PromptCall, next mcprt.PromptNext) (*mcp.GetPromptResult, error) {
		if c.Name() == "own" {
			return next(ctx)
		}
		answer, err := c.Elicit(ctx, "name", nameForm("Who?"))
		if err != nil {
			return nil, fmt.Errorf("prompt: %w", err)
		}
		if err := c.Progress(ctx, 1, 1, ""); err != nil {
			return nil, err
		}
		return &mcp.GetPromptResult{Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{Text: fmt.Sprint(nameIn(answer), " ", c.Resumed())}}}}, nil
	})
	resource := mcprt.ResourceInterceptorFunc(func(ctx context.Context, c *mcprt.ResourceCall, _ mcprt.ResourceNext) (*mcp.ReadResourceResult, error) {
		answer, err := c.Elicit(ctx, "name", nameForm("Who?"))
		if err != nil {
			return nil, errors.Join(err)
		}
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{Text: fmt.Sprint(nameIn(answer), " ", c.Resumed())}}}, nil
	})
	opts = append([]mcprt.Option{mcprt.WithPromptInterceptors(prompt), mcprt.WithResourceInterceptors(resource)}, opts...)
	return newServer(t, reg, mcprt.BySections, opts...)
}

// A prompt and a resource ask as a tool does.
func TestPromptAndResourceAsk(t *testing.T) {
	user := &person{says: map[string]map[string]any{"Who?": {"name": "Ada"}}}
	everyWay(t, asking(t), mcp.ClientOptions{ElicitationHandler: user.answer}, func(t *testing.T, session *mcp.ClientSession) {
		params := &mcp.GetPromptParams{Name: "p"}
		params.SetProgressToken("tok")
		prompt, err := session.GetPrompt(t.Context(), params)
		if err != nil {
			t.Fatal(err)
		}
		if got := prompt.Messages[0].Content.(*mcp.TextContent).Text; got != "Ada true" {
			t.Errorf("prompt: %q", got)
		}
		resource, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "calc://r"})
		if err != nil {
			t.Fatal(err)
		}
		if got := resource.Contents[0].Text; got != "Ada true" {
			t.Errorf("resource: %q", got)
		}
	})
}

// The states of what is read are sealed as those of tools are.
func TestStatesOfReads(t *testing.T) {
	var log journal
	srv := asking(t, log.option())
	send := sends(t, srv, ada(), everyCapability)
	prompt := send("prompts/get", `{"name":"p"}`)
	resource := send("resources/read", `{"uri":"calc://r"}`)
	own := send("prompts/get", `{"name":"own"}`)
	for name, got := range map[string]reply{"prompt": prompt, "resource": resource, "own": own} {
		if got.brief() != "asks 1" || got.Result.RequestState == "" || got.Result.RequestState == "mine" {
			t.Errorf("%s: %+v", name, got)
		}
	}
	carries := func(what, state string) string {
		return `{` + what + `,` + namedAda + `,"requestState":"` + state + `"}`
	}
	for name, test := range map[string]struct{ method, params, want string }{
		"of the prompt":       {"prompts/get", carries(`"name":"p"`, prompt.Result.RequestState), "{Result"},
		"of another prompt":   {"prompts/get", carries(`"name":"q"`, prompt.Result.RequestState), badState},
		"with an argument":    {"prompts/get", carries(`"name":"p","arguments":{"a":"b"}`, prompt.Result.RequestState), badState},
		"of the resource":     {"resources/read", carries(`"uri":"calc://r"`, resource.Result.RequestState), "{Result"},
		"of the other method": {"resources/read", carries(`"uri":"calc://r"`, prompt.Result.RequestState), badState},
		"unknown prompt":      {"prompts/get", carries(`"name":"x"`, "x"), `-32602 unknown prompt "x"`},
	} {
		if got := send(test.method, test.params).brief(); !strings.HasPrefix(got, test.want) {
			t.Errorf("%s: got %s, want %s", name, got, test.want)
		}
	}
	if !strings.Contains(log.String(), "round of a call refused") {
		t.Errorf("log %s", log.String())
	}
	lacking := sends(t, srv, ada(), `{}`)
	for method, params := range map[string]string{"prompts/get": `{"name":"p"}`, "resources/read": `{"uri":"calc://r"}`} {
		if diff := cmp.Diff("-32021 missing required client capability: elicitation", lacking(method, params).brief()); diff != "" {
			t.Errorf("%s (-want +got):\n%s", method, diff)
		}
	}
}
