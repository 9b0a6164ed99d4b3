package runtime_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// Whatever a function does is one text for its caller and one record in the log.
//
// contract: S0-51
func TestFailuresOfReadingAreContained(t *testing.T) {
	failures := map[string]func(context.Context, *idArgs) (string, error){
		"error":    func(context.Context, *idArgs) (string, error) { return "", errHost },
		"refusal":  func(context.Context, *idArgs) (string, error) { return "", mcprt.NewRefusal("hunter2") },
		"panic":    func(context.Context, *idArgs) (string, error) { panic("hunter2") },
		"exit":     func(context.Context, *idArgs) (string, error) { runtime.Goexit(); return "", nil },
		"argument": func(context.Context, *idArgs) (string, error) { return "", new(bind.ArgumentError) },
	}
	for name, fail := range failures {
		t.Run(name, func(t *testing.T) {
			var log journal
			reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil,
				mcprt.Prompts{promptOf("p", "math", fail)}, mcprt.Resources{resourceOf("calc://r", "math", fail)},
				mcprt.Completions{{Prompt: "p", Argument: "id", Complete: func(ctx context.Context, _ string) ([]string, error) { _, err := fail(ctx, nil); return nil, err }}})
			session := runtimetest.Connect(t, newServer(t, reg, mcprt.BySections, log.option()), ada()).Session()
			if diff := cmp.Diff("-32603 Error: An internal error occurred while getting the prompt.", gets(t, session, "p")); diff != "" {
				t.Errorf("prompt (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff("-32603 Error: An internal error occurred while reading the resource.", reads(t, session, "calc://r")); diff != "" {
				t.Errorf("resource (-want +got):\n%s", diff)
			}
			_, err := session.Complete(t.Context(), &mcp.CompleteParams{Ref: &mcp.CompleteReference{Type: "ref/prompt", Name: "p"}, Argument: mcp.CompleteParamsArgument{Name: "id"}})
			if diff := cmp.Diff("-32603 Error: An internal error occurred while completing the argument.", refusalOf(err)); diff != "" {
				t.Errorf("completion (-want +got):\n%s", diff)
			}
			for _, kind := range []string{"prompt failed", "resource failed", "completion failed"} {
				if strings.Count(log.String(), kind) != 1 {
					t.Errorf("log of %s: %s", kind, log.String())
				}
			}
		})
	}
}

// A caller who goes away is not waited for.
func TestReadingEndsWithItsRequest(t *testing.T) {
	started, over := make(chan struct{}), make(chan struct{})
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Resources{resourceOf("calc://r", "math", func(ctx context.Context, _ *idArgs) (string, error) {
		close(started)
		<-ctx.Done()
		close(over)
		return "", ctx.Err()
	})})
	srv := newServer(t, reg, mcprt.BySections)
	ctx, cancel := context.WithCancel(t.Context())
	request := runtimetest.Request("2026-07-28", "resources/read", `{"uri":"calc://r"}`)
	req := httptest.NewRequestWithContext(ctx, http.MethodPost, "http://127.0.0.1/", strings.NewReader(request))
	for key, value := range map[string]string{
		"Content-Type": "application/json", "Accept": "application/json, text/event-stream",
		"Mcp-Protocol-Version": "2026-07-28", "Mcp-Method": "resources/read", "Mcp-Name": "calc://r",
	} {
		req.Header.Set(key, value)
	}
	go func() { <-started; cancel() }()
	handlerFor(t, srv, ada()).ServeHTTP(httptest.NewRecorder(), req)
	<-over
}

// What a function writes itself is checked and copied.
func TestResultsThatCannotBeSent(t *testing.T) {
	type none = struct{}
	prompts := map[string]*mcp.GetPromptResult{
		"no result":  nil,
		"no message": {Messages: []*mcp.PromptMessage{nil}},
		"no content": {Messages: []*mcp.PromptMessage{{Role: "user"}}},
		"input":      {InputRequests: mcp.InputRequestMap{"x": nil}},
		"both":       {InputRequests: mcp.InputRequestMap{}, Messages: []*mcp.PromptMessage{{Role: "user", Content: &mcp.TextContent{}}}},
		"no JSON":    {Meta: mcp.Meta{"x": func() {}}},
	}
	for name, result := range prompts {
		p := mcprt.Prompt{Name: "p", Section: "math", Handler: mcprt.PromptResult(nil, func(context.Context, *mcprt.PromptCall, *none) (*mcp.GetPromptResult, error) { return result, nil })}
		reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Prompts{p})
		session := runtimetest.Connect(t, newServer(t, reg, mcprt.BySections), ada()).Session()
		if got := gets(t, session, "p"); got != "-32603 Error: An internal error occurred while getting the prompt." {
			t.Errorf("prompt, %s: %s", name, got)
		}
	}
	resources := map[string]*mcp.ReadResourceResult{
		"no result":   nil,
		"no contents": {},
		"nil content": {Contents: []*mcp.ResourceContents{nil}},
		"input":       {InputRequests: mcp.InputRequestMap{"x": nil}},
		"both":        {InputRequests: mcp.InputRequestMap{}, Contents: []*mcp.ResourceContents{{Text: "x"}}},
		"no JSON":     {Contents: []*mcp.ResourceContents{{Meta: mcp.Meta{"x": func() {}}}}},
	}
	for name, result := range resources {
		r := mcprt.Resource{URI: "calc://r", Name: "r", Section: "math", Handler: mcprt.ResourceResult(nil, func(context.Context, *mcprt.ResourceCall, *none) (*mcp.ReadResourceResult, error) { return result, nil })}
		reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Resources{r})
		session := runtimetest.Connect(t, newServer(t, reg, mcprt.BySections), ada()).Session()
		if got := reads(t, session, "calc://r"); got != "-32603 Error: An internal error occurred while reading the resource." {
			t.Errorf("resource, %s: %s", name, got)
		}
	}
}

// An empty text is there for a client, as something it can read.
func TestEmptyText(t *testing.T) {
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, nil, nil, mcprt.Resources{resourceOf("calc://r", "math", tells(""))})
	got := string(runtimetest.Stdio(t, newServer(t, reg, mcprt.BySections), ada(), "2025-11-25", runtimetest.Request("2025-11-25", "resources/read", `{"uri":"calc://r"}`)))
	if !strings.Contains(got, `"contents":[{"uri":"calc://r","blob":""}]`) {
		t.Errorf("got %s", got)
	}
}
