package main

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

const newest = "2026-07-28"

// visitor is a client of the SDK that answers what it is asked and hears what it is
// told.
type visitor struct {
	*mcp.ClientSession
	steps chan float64  // of progress
	tools chan struct{} // list changes
}

// visit connects to the program with one revision.
func visit(t *testing.T, url, revision string) *visitor {
	t.Helper()
	v := &visitor{steps: make(chan float64, 10), tools: make(chan struct{}, 10)}
	client := mcp.NewClient(&mcp.Implementation{Name: "visitor", Version: "1"}, &mcp.ClientOptions{
		ElicitationHandler:          elicited,
		CreateMessageHandler:        sampled,
		ProgressNotificationHandler: func(_ context.Context, req *mcp.ProgressNotificationClientRequest) { v.steps <- req.Params.Progress },
		ToolListChangedHandler:      func(context.Context, *mcp.ToolListChangedRequest) { v.tools <- struct{}{} },
	})
	acknowledged := make(chan struct{}, 1)
	client.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, req mcp.Request) (mcp.Result, error) {
			if _, ok := req.GetParams().(*mcp.SubscriptionsAcknowledgedParams); ok {
				acknowledged <- struct{}{}
			}
			return next(ctx, method, req)
		}
	})
	client.AddRoots(&mcp.Root{URI: "file:///ada"})
	web := &http.Transport{}
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{
		Endpoint: url, HTTPClient: &http.Client{Transport: web}, MaxRetries: -1,
	}, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = session.Close()
		web.CloseIdleConnections()
	})
	if got := session.InitializeResult().ProtocolVersion; got != revision {
		t.Fatalf("revision %s, want %s", got, revision)
	}
	if revision == newest {
		<-acknowledged // from here on it is told of changes
	}
	v.ClientSession = session
	return v
}

// elicited fills in a form.
func elicited(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	content := map[string]any{"name": "Ada", "username": "ada", "email": "ada@example.com", "color": "blue", "ok": true, "context": "tea"}
	var schema struct {
		Properties map[string]any `json:"properties"`
	}
	text, err := json.Marshal(req.Params.RequestedSchema)
	if err != nil {
		return nil, err
	}
	if err := json.Unmarshal(text, &schema); err != nil {
		return nil, err
	}
	for field := range content {
		if schema.Properties[field] == nil {
			delete(content, field)
		}
	}
	return &mcp.ElicitResult{Action: "accept", Content: content}, nil
}

func sampled(context.Context, *mcp.CreateMessageRequest) (*mcp.CreateMessageResult, error) {
	return &mcp.CreateMessageResult{Role: "assistant", Model: "m", Content: &mcp.TextContent{Text: "Paris"}}, nil
}

// eras are the two ways to serve, and the revision each is for.
func eras() map[string]string {
	return map[string]string{"-stateless": newest, "-stateful": "2025-11-25"}
}

func TestTools(t *testing.T) {
	tests := map[string]struct {
		tool, args, want string
	}{
		"text":                {"test_simple_text", `{}`, "This is a simple text response for testing."},
		"error":               {"test_error_handling", `{}`, "This tool intentionally returns an error for testing"},
		"mirrored argument":   {"test_x_mcp_header", `{"region":"Zürich","level":3}`, "region=Zürich, level=3"},
		"absent argument":     {"test_x_mcp_header", `{}`, "no region"},
		"sampling":            {"test_sampling", `{"prompt":"capital?"}`, "LLM response: Paris"},
		"elicitation":         {"test_elicitation", `{"message":"who?"}`, `User response: action=accept, content={"email":"ada@example.com","username":"ada"}`},
		"defaults":            {"test_elicitation_sep1034_defaults", `{}`, `Elicitation completed: action=accept, content={"age":30,"name":"Ada","score":95.5,"status":"active","verified":true}`},
		"roots":               {"test_input_required_result_list_roots", `{}`, "Roots: file:///ada"},
		"kept state":          {"test_input_required_result_request_state", `{}`, "state-ok, action=accept"},
		"questions at once":   {"test_input_required_result_multiple_inputs", `{}`, "There are 3 answers."},
		"question by ability": {"test_input_required_result_capabilities", `{}`, "There are 3 answers."},
		"two rounds":          {"test_input_required_result_multi_round", `{}`, "Name: Ada. Color: blue."},
		"capability":          {"test_missing_capability", `{}`, "The client has a model."},
		"schema, else":        {"json_schema_2020_12_tool", `{"email":"a@b.c","address":{"city":"Bern"}}`, "Write to a@b.c."},
		"schema, then":        {"json_schema_2020_12_tool", `{"contactMethod":"phone","phone":"1"}`, "Write to 1."},
		"schema, then fails":  {"json_schema_2020_12_tool", `{"contactMethod":"phone","email":"a@b.c"}`, "Error: Missing required argument 'phone'."},
		"schema, else fails":  {"json_schema_2020_12_tool", `{"phone":"1"}`, "Error: Missing required argument 'email'."},
		"schema, unknown":     {"json_schema_2020_12_tool", `{"email":"a@b.c","fax":"1"}`, "Error: Unknown argument 'fax'."},
		"schema, nested":      {"json_schema_2020_12_tool", `{"email":"a@b.c","address":{"city":1}}`, "Error: Invalid value for argument 'address.city': expected string."},
	}
	for flag, revision := range eras() {
		t.Run(revision, func(t *testing.T) {
			v := visit(t, serving(t, flag), revision)
			listed(t, v) // a client mirrors the arguments of tools that it knows
			for name, test := range tests {
				t.Run(name, func(t *testing.T) {
					result, err := v.CallTool(t.Context(), &mcp.CallToolParams{Name: test.tool, Arguments: json.RawMessage(test.args)})
					if err != nil {
						t.Fatal(err)
					}
					if diff := cmp.Diff(test.want, runtimetest.Text(t, result)); diff != "" {
						t.Errorf("answer (-want +got):\n%s", diff)
					}
				})
			}
		})
	}
}

// listed returns the names of the tools, in order.
func listed(t *testing.T, v *visitor) []string {
	t.Helper()
	result, err := v.ListTools(t.Context(), nil)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, tool := range result.Tools {
		names = append(names, tool.Name)
	}
	return names
}

func TestContent(t *testing.T) {
	v := visit(t, serving(t), newest)
	tests := map[string]string{
		"test_image_content":          "image",
		"test_audio_content":          "audio",
		"test_embedded_resource":      "resource",
		"test_multiple_content_types": "text image resource",
	}
	for tool, want := range tests {
		t.Run(tool, func(t *testing.T) {
			result, err := v.CallTool(t.Context(), &mcp.CallToolParams{Name: tool})
			if err != nil {
				t.Fatal(err)
			}
			if got := kinds(t, result.Content); got != want {
				t.Errorf("content %s, want %s", got, want)
			}
		})
	}
}

// kinds are the types of blocks as the wire has them.
func kinds(t *testing.T, blocks []mcp.Content) string {
	t.Helper()
	var all []string
	for _, block := range blocks {
		text, err := json.Marshal(block)
		if err != nil {
			t.Fatal(err)
		}
		var kind struct{ Type string }
		if err := json.Unmarshal(text, &kind); err != nil {
			t.Fatal(err)
		}
		all = append(all, kind.Type)
	}
	return strings.Join(all, " ")
}

func TestPromptsAndResources(t *testing.T) {
	for flag, revision := range eras() {
		t.Run(revision, func(t *testing.T) {
			v := visit(t, serving(t, flag), revision)
			prompts := map[string]struct {
				args map[string]string
				want string
			}{
				"test_simple_prompt":                {nil, "This is a simple prompt for testing."},
				"test_prompt_with_arguments":        {map[string]string{"arg1": "a", "arg2": "b"}, "Prompt with arguments: arg1='a', arg2='b'"},
				"test_input_required_result_prompt": {nil, "Context: tea"},
			}
			for name, test := range prompts {
				result, err := v.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: name, Arguments: test.args})
				if err != nil {
					t.Fatalf("%s: %v", name, err)
				}
				if diff := cmp.Diff(&mcp.TextContent{Text: test.want}, result.Messages[0].Content); diff != "" {
					t.Errorf("%s (-want +got):\n%s", name, diff)
				}
			}
			read, err := v.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "test://template/123/data"})
			if err != nil {
				t.Fatal(err)
			}
			if got, want := read.Contents[0].Text, `{"id":"123","templateTest":true,"data":"Data for ID: 123"}`; got != want {
				t.Errorf("read %s, want %s", got, want)
			}
			completed, err := v.Complete(t.Context(), &mcp.CompleteParams{
				Ref:      &mcp.CompleteReference{Type: "ref/prompt", Name: "test_prompt_with_arguments"},
				Argument: mcp.CompleteParamsArgument{Name: "arg1", Value: "par"},
			})
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]string{"paris", "park", "party"}, completed.Completion.Values); diff != "" {
				t.Errorf("completed (-want +got):\n%s", diff)
			}
		})
	}
}

func TestProgress(t *testing.T) {
	for flag, revision := range eras() {
		t.Run(revision, func(t *testing.T) {
			v := visit(t, serving(t, flag), revision)
			params := &mcp.CallToolParams{Name: "test_tool_with_progress"}
			params.SetProgressToken("p")
			if _, err := v.CallTool(t.Context(), params); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff([]float64{0, 50, 100}, []float64{<-v.steps, <-v.steps, <-v.steps}); diff != "" {
				t.Errorf("progress (-want +got):\n%s", diff)
			}
		})
	}
}

// A change of the grant is one of the listing, of which clients are told.
func TestToolsChange(t *testing.T) {
	for flag, revision := range eras() {
		t.Run(revision, func(t *testing.T) {
			v := visit(t, serving(t, flag), revision)
			for _, want := range []bool{true, false} {
				if _, err := v.CallTool(t.Context(), &mcp.CallToolParams{Name: "test_trigger_tool_change"}); err != nil {
					t.Fatal(err)
				}
				<-v.tools
				if got := slices.Contains(listed(t, v), "test_transient_tool"); got != want {
					t.Errorf("transient tool listed: %t, want %t", got, want)
				}
			}
		})
	}
}
