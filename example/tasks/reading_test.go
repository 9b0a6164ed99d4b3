package main

import (
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// What only reads is the viewer's, too.
func TestViewerReads(t *testing.T) {
	session := runtimetest.Connect(t, newTestServer(t, io.Discard), caller(t, "bob")).Session()
	prompt, err := session.GetPrompt(t.Context(), &mcp.GetPromptParams{Name: "plan_day", Arguments: map[string]string{"hours": "4", "focus": "the release"}})
	if err != nil {
		t.Fatal(err)
	}
	text := prompt.Messages[0].Content.(*mcp.TextContent).Text
	if !strings.HasPrefix(text, "Plan 4 hours of work") || !strings.Contains(text, "today: the release.") || !strings.Contains(text, "- 1: ") {
		t.Errorf("prompt: %s", text)
	}
	read, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "tasks://1"})
	if err != nil {
		t.Fatal(err)
	}
	if c := read.Contents[0]; c.MIMEType != "application/json" || !strings.HasPrefix(c.Text, `{"id":1,"title":`) {
		t.Errorf("contents: %+v", c)
	}
	ids, err := session.Complete(t.Context(), &mcp.CompleteParams{
		Ref: &mcp.CompleteReference{Type: "ref/resource", URI: "tasks://{id}"}, Argument: mcp.CompleteParamsArgument{Name: "id", Value: "1"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"1"}, ids.Completion.Values); diff != "" {
		t.Errorf("ids (-want +got):\n%s", diff)
	}
}

// A task that is not there is answered as a URI that nothing has.
func TestTaskThatIsNotThere(t *testing.T) {
	session := runtimetest.Connect(t, newTestServer(t, io.Discard), caller(t, "alice")).Session()
	for _, uri := range []string{"tasks://999", "tasks://1/2", "notes://1"} {
		_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
		if e, ok := errors.AsType[*jsonrpc.Error](err); !ok || e.Code != jsonrpc.CodeInvalidParams || e.Message != "Resource not found" {
			t.Errorf("%s: %v", uri, err)
		}
	}
}

func TestNobodyReads(t *testing.T) {
	srv := newTestServer(t, io.Discard)
	runtimetest.HiddenPrompt(t, srv, nil, "plan_day")
	runtimetest.HiddenResource(t, srv, nil, "tasks://1", "tasks://{id}")
}
