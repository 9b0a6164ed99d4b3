package main

import (
	"context"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// host is a server that keeps what is used of it.
type host struct {
	mu   sync.Mutex
	used []string
}

func (h *host) use(what string) {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.used = append(h.used, what)
}

// serve offers two good tools and one whose annotation is out of reach, a resource
// and a prompt.
func (h *host) serve(t *testing.T) string {
	t.Helper()
	s := mcp.NewServer(&mcp.Implementation{Name: "host", Version: "1"}, nil)
	for name, properties := range map[string]string{
		"send":  `"region":{"type":"string","x-mcp-header":"Region"},"n":{"type":"integer"},"dry":{"type":"boolean"},"as":{"enum":["a","b"]},"to":{"default":[7]},"more":{"type":"array"}`,
		"plain": ``,
		"items": `"l":{"type":"array","items":{"type":"string","x-mcp-header":"Item"}}`,
	} {
		schema := json.RawMessage(`{"type":"object","properties":{` + properties + `}}`)
		s.AddTool(&mcp.Tool{Name: name, InputSchema: schema}, func(_ context.Context, req *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
			h.use(name + " " + string(req.Params.Arguments) + " " + req.Extra.Header.Get("Mcp-Param-Region"))
			return &mcp.CallToolResult{}, nil
		})
	}
	s.AddResource(&mcp.Resource{Name: "r", URI: "file:///r"}, func(_ context.Context, req *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		h.use(req.Params.URI)
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: req.Params.URI}}}, nil
	})
	s.AddPrompt(&mcp.Prompt{Name: "greet", Arguments: []*mcp.PromptArgument{{Name: "who"}}}, func(_ context.Context, req *mcp.GetPromptRequest) (*mcp.GetPromptResult, error) {
		h.use("greet " + req.Params.Arguments["who"])
		return &mcp.GetPromptResult{}, nil
	})
	ts := httptest.NewServer(mcp.NewStreamableHTTPHandler(func(*http.Request) *mcp.Server { return s }, &mcp.StreamableHTTPOptions{Stateless: true}))
	t.Cleanup(ts.Close)
	return ts.URL
}

func TestRun(t *testing.T) {
	for _, test := range []struct {
		name, context string
		tools         []string
	}{
		{"one call of each tool", "", []string{`plain {} `, `send {"as":"a","dry":true,"n":5,"region":"us-west1","to":[7]} us-west1`}},
		{"the calls that are wanted", `{"toolCalls":[{"name":"send","arguments":{"region":"世","n":9007199254740993}},{"name":"items"}]}`,
			[]string{`send {"region":"世","n":9007199254740993} =?base64?5LiW?=`}},
		{"no calls", `{"toolCalls":[]}`, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			h, stderr := &host{}, &strings.Builder{}
			env := func(string) string { return test.context }
			if code := run(t.Context(), []string{h.serve(t)}, env, stderr); code != exitOK {
				t.Fatalf("exit %d: %s", code, stderr)
			}
			want := slices.Concat(test.tools, []string{"file:///r", "greet us-west1"})
			if diff := cmp.Diff(want, h.used); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if !strings.Contains(stderr.String(), `msg="tool is not offered" tool=items`) {
				t.Errorf("the rejected tool is not reported: %s", stderr)
			}
		})
	}
}

func TestRunSaysWhatIsWrong(t *testing.T) {
	for _, test := range []struct {
		name, context string
		args          []string
		code          int
	}{
		{"no URL", "", nil, exitUsage},
		{"two URLs", "", []string{"a", "b"}, exitUsage},
		{"a flag of nobody", "", []string{"-x", "a"}, exitUsage},
		{"a context that is no JSON", "{", []string{"http://127.0.0.1:0"}, exitUsage},
		{"no server", "", []string{"http://127.0.0.1:0"}, exitFailed},
	} {
		t.Run(test.name, func(t *testing.T) {
			var stderr strings.Builder
			if code := run(t.Context(), test.args, func(string) string { return test.context }, &stderr); code != test.code || stderr.Len() == 0 {
				t.Errorf("exit %d: %s", code, &stderr)
			}
		})
	}
}
