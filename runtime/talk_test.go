package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// ways are the transports and revisions in which a function and its client talk.
var ways = map[string]func(testing.TB, *mcprt.Server, *mcp.ClientOptions) *mcp.ClientSession{
	"http, 2026-07-28": func(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
		return overHTTP(t, srv, opts, "2026-07-28")
	},
	"http/2, 2026-07-28": func(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
		return overHTTP2(t, srv, opts, "2026-07-28")
	},
	"http/2 with sessions, 2025-11-25": func(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
		return overHTTP2(t, srv, opts, "2025-11-25", mcprt.WithSessions(0))
	},
	"http with sessions, 2025-11-25": func(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
		return overHTTP(t, srv, opts, "2025-11-25", mcprt.WithSessions(0))
	},
	"stdio, 2026-07-28": func(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
		return overStdio(t, srv, opts, "2026-07-28")
	},
	"stdio, 2025-11-25": func(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions) *mcp.ClientSession {
		return overStdio(t, srv, opts, "2025-11-25")
	},
}

// everyWay runs a test with a session of each of the ways.
func everyWay(t *testing.T, srv *mcprt.Server, opts mcp.ClientOptions, test func(*testing.T, *mcp.ClientSession)) {
	t.Helper()
	for name, connect := range ways {
		t.Run(name, func(t *testing.T) { test(t, connect(t, srv, &opts)) })
	}
}

func overHTTP(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions, revision string, web ...mcprt.HTTPOption) *mcp.ClientSession {
	t.Helper()
	return overWeb(t, overTCP, srv, opts, revision, web...)
}

func overHTTP2(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions, revision string, web ...mcprt.HTTPOption) *mcp.ClientSession {
	t.Helper()
	return overWeb(t, overTLS, srv, opts, revision, web...)
}

func overWeb(t testing.TB, serve func(testing.TB, http.Handler) *httptest.Server, srv *mcprt.Server,
	opts *mcp.ClientOptions, revision string, web ...mcprt.HTTPOption,
) *mcp.ClientSession {
	t.Helper()
	handler, err := srv.HTTPHandler(asAda, web...)
	if err != nil {
		t.Fatal(err)
	}
	listening := serve(t, handler)
	return dial(t, &mcp.StreamableClientTransport{Endpoint: listening.URL, HTTPClient: listening.Client()}, opts, revision)
}

// overTCP serves handler to clients that speak HTTP/1.1.
func overTCP(t testing.TB, handler http.Handler) *httptest.Server {
	t.Helper()
	listening := httptest.NewServer(handler)
	t.Cleanup(listening.Close)
	return listening
}

// overTLS serves handler to clients that speak HTTP/2.
func overTLS(t testing.TB, handler http.Handler) *httptest.Server {
	t.Helper()
	listening := httptest.NewUnstartedServer(http.HandlerFunc(func(rw http.ResponseWriter, req *http.Request) {
		if req.ProtoMajor != 2 {
			t.Errorf("%s", req.Proto)
		}
		handler.ServeHTTP(rw, req)
	}))
	listening.EnableHTTP2 = true
	listening.StartTLS()
	t.Cleanup(listening.Close)
	return listening
}

func overStdio(t testing.TB, srv *mcprt.Server, opts *mcp.ClientOptions, revision string) *mcp.ClientSession {
	t.Helper()
	toServer, fromClient := io.Pipe()
	toClient, fromServer := io.Pipe()
	served := make(chan error, 1)
	go func() { served <- srv.ServeIO(t.Context(), ada(), toServer, fromServer) }()
	t.Cleanup(func() { <-served })
	return dial(t, &mcp.IOTransport{Reader: toClient, Writer: fromClient}, opts, revision)
}

func dial(t testing.TB, transport mcp.Transport, opts *mcp.ClientOptions, revision string) *mcp.ClientSession {
	t.Helper()
	client := mcp.NewClient(&mcp.Implementation{Name: "talker", Version: "1"}, opts)
	client.AddRoots(&mcp.Root{URI: "file:///home"})
	session, err := client.Connect(context.WithoutCancel(t.Context()), transport, &mcp.ClientSessionOptions{ProtocolVersion: revision})
	if err != nil {
		t.Fatalf("connect: %v", err)
	}
	t.Cleanup(func() { _ = session.Close() })
	if got := session.InitializeResult().ProtocolVersion; got != revision {
		t.Fatalf("protocol %s, want %s", got, revision)
	}
	return session
}

func asAda(*http.Request) (*mcprt.Caller, error) { return ada(), nil }

// called is what a call of a tool without arguments comes to.
func called(t testing.TB, session *mcp.ClientSession, tool string) string {
	t.Helper()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: tool})
	if err != nil {
		return "error: " + err.Error()
	}
	return textOf(result)
}

func textOf(result *mcp.CallToolResult) string {
	var texts []string
	for _, block := range result.Content {
		if text, ok := block.(*mcp.TextContent); ok {
			texts = append(texts, text.Text)
		}
	}
	return strings.Join(texts, "|")
}

// speaks is a tool of section math that answers with what f returns.
func speaks(name string, f func(context.Context, *mcprt.Call) (string, error)) mcprt.Row {
	return row(name, "math", mcprt.Text(nil, func(ctx context.Context, c *mcprt.Call, _ *none) (string, error) { return f(ctx, c) }))
}

// serves returns a server of these tools.
func serves(t testing.TB, rows []mcprt.Row, opts ...mcprt.Option) *mcprt.Server {
	t.Helper()
	return newServer(t, registry(rows...), mcprt.BySections, opts...)
}

// person answers every form with what it says to its message.
type person struct {
	mu     sync.Mutex
	asked  []string
	action string
	says   map[string]map[string]any // by message
}

func (p *person) answer(_ context.Context, req *mcp.ElicitRequest) (*mcp.ElicitResult, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = append(p.asked, req.Params.Message)
	action := p.action
	if action == "" {
		action = "accept"
	}
	return &mcp.ElicitResult{Action: action, Content: p.says[req.Params.Message]}, nil
}

func (p *person) forget() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.asked = nil
}

func (p *person) wasAsked() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	return append([]string{}, p.asked...)
}

// nameForm asks for a name.
func nameForm(message string) *mcp.ElicitParams {
	return &mcp.ElicitParams{Message: message, RequestedSchema: json.RawMessage(
		`{"type":"object","properties":{"name":{"type":"string","maxLength":20},"title":{"type":"string","default":"Dr"}},"required":["name"]}`)}
}

// nameIn returns the name that an answer holds.
func nameIn(answer *mcp.ElicitResult) string { return fmt.Sprint(answer.Content["name"]) }

// reply is the answer to one request of the newest revision.
type reply struct {
	Result struct {
		ResultType    string
		InputRequests map[string]struct{ Method string }
		RequestState  string
		IsError       bool
		Content       []struct{ Text string }
	}
	Error *struct {
		Code    int
		Message string
		Data    json.RawMessage
	}
}

// brief is what an answer is about, for tables.
func (e reply) brief() string {
	switch {
	case e.Error != nil:
		return fmt.Sprint(e.Error.Code, " ", e.Error.Message)
	case e.Result.ResultType == "input_required":
		return fmt.Sprint("asks ", len(e.Result.InputRequests))
	case len(e.Result.Content) == 1:
		return e.Result.Content[0].Text
	}
	return fmt.Sprintf("%+v", e)
}

const everyCapability = `{"elicitation":{},"sampling":{},"roots":{}}`

// sends returns a function that sends a request for caller and returns its answer.
func sends(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, capabilities string) func(method, params string) reply {
	t.Helper()
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return caller, nil })
	if err != nil {
		t.Fatal(err)
	}
	return func(method, params string) reply {
		t.Helper()
		fields := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte(params), &fields); err != nil {
			t.Fatal(err)
		}
		fields["_meta"] = json.RawMessage(`{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":` + capabilities + `}`)
		body, err := json.Marshal(map[string]any{"jsonrpc": "2.0", "id": 7, "method": method, "params": fields})
		if err != nil {
			t.Fatal(err)
		}
		var name string
		for _, member := range []string{"name", "uri"} {
			_ = json.Unmarshal(fields[member], &name)
		}
		return posted(t, handler, method, name, string(body))
	}
}

func posted(t testing.TB, handler http.Handler, method, name, body string) reply {
	t.Helper()
	req := httptest.NewRequestWithContext(t.Context(), http.MethodPost, "http://127.0.0.1/mcp", strings.NewReader(body))
	req.Header.Set("Content-Type", "application/json")
	req.Header.Set("Accept", "application/json, text/event-stream")
	req.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	req.Header.Set("Mcp-Method", method)
	req.Header.Set("Mcp-Name", name)
	response := httptest.NewRecorder()
	handler.ServeHTTP(response, req)
	text := response.Body.String()
	if i := strings.LastIndex(text, "data: "); i >= 0 {
		text = text[i+len("data: "):]
	}
	var answer reply
	if err := json.Unmarshal([]byte(text), &answer); err != nil {
		t.Fatalf("answer %q: %v", text, err)
	}
	return answer
}

// wrote is all that one tools/call of the newest revision brings.
func wrote(t testing.TB, srv *mcprt.Server, params string) []byte {
	t.Helper()
	return runtimetest.Stdio(t, srv, ada(), "2026-07-28", runtimetest.Request("2026-07-28", "tools/call", params))
}
