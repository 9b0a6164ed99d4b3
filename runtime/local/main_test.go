package local_test

import (
	"bufio"
	"bytes"
	"context"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"
	"go.uber.org/goleak"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
	"github.com/mcpgen-go/mcpgen/runtime/local"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

type echoArgs struct{ n int64 }

func bindEcho(d *bind.Decoder, v *echoArgs) {
	for o := d.Object(bind.Fields{{Name: "n", Required: true}}); o.Next(); {
		bind.Int(d, &v.n, nil)
	}
}

func encodeEcho(e *bind.Encoder, n int64) {
	e.Object()
	e.Name("n")
	e.Int(n)
	e.Name("caller")
	e.String("local")
	e.EndObject()
}

func registry(name string) *mcprt.Registry {
	tool := func(name string, handler mcprt.Handler) mcprt.Row {
		return mcprt.Row{Name: name, Section: "any", Input: `{"type":"object","properties":{}}`, Handler: handler}
	}
	return mcprt.NewRegistry(mcprt.Identity{Name: name}, nil, []mcprt.Row{
		tool("echo", mcprt.Structured(bindEcho,
			func(_ context.Context, _ *mcprt.Call, v *echoArgs) (int64, error) { return v.n, nil }, encodeEcho)),
		tool("hello", mcprt.Text(nil,
			func(_ context.Context, c *mcprt.Call, _ *struct{}) (string, error) {
				return "hello " + c.Caller().ID, nil
			})),
		tool("nothing", mcprt.Nothing(nil, func(context.Context, *mcprt.Call, *struct{}) error { return nil })),
		tool("picture", mcprt.Contents(nil, func(context.Context, *mcprt.Call, *struct{}) ([]mcp.Content, error) {
			return []mcp.Content{&mcp.TextContent{Text: "a picture"}, &mcp.ImageContent{MIMEType: "image/png", Data: []byte{1}}}, nil
		})),
	})
}

// stream is an output in memory.
type stream struct{ bytes.Buffer }

func (*stream) Close() error { return nil }

func TestCommands(t *testing.T) {
	const usage = `usage: serve [--http 127.0.0.1:PORT]   serve over stdio, or over HTTP on this machine
       call TOOL [JSON]               call one tool and print what it answers
`
	tests := map[string]struct {
		args   []string
		code   int
		stdout string
		stderr string
	}{
		"structured":     {[]string{"call", "echo", `{"n":9007199254740993}`}, 0, "{\n  \"n\": 9007199254740993,\n  \"caller\": \"local\"\n}\n", ""},
		"text":           {[]string{"call", "hello"}, 0, "hello local\n", ""},
		"nothing":        {[]string{"call", "nothing", `{}`}, 0, "", ""},
		"blocks":         {[]string{"call", "picture"}, 0, "a picture\n" + `{"type":"image","mimeType":"image/png","data":"AQ=="}` + "\n", ""},
		"tool error":     {[]string{"call", "echo", `{}`}, 1, "", "Error: Missing required argument 'n'.\n"},
		"unknown tool":   {[]string{"call", "nope"}, 1, "", "Error: Unknown tool 'nope'.\n"},
		"no name":        {[]string{"call", ""}, 1, "", "Error: Tool name is required.\n"},
		"no JSON":        {[]string{"call", "echo", `{`}, 2, "", "call: the arguments are not JSON\n" + usage},
		"no tool":        {[]string{"call"}, 2, "", "call: want TOOL and its arguments as JSON\n" + usage},
		"no command":     {nil, 2, "", "no command\n" + usage},
		"wrong command":  {[]string{"sing"}, 2, "", "unknown command \"sing\"\n" + usage},
		"wrong flag":     {[]string{"serve", "--port"}, 2, "", "serve: flag provided but not defined: -port\n" + usage},
		"wrong argument": {[]string{"serve", "now"}, 2, "", "serve: unexpected argument \"now\"\n" + usage},
		"no address":     {[]string{"serve", "--http", "8080"}, 2, "", "serve: --http \"8080\" is not HOST:PORT\n" + usage},
		"all addresses":  {[]string{"serve", "--http", ":0"}, 2, "", "serve: --http \":0\" is not an address of this machine only\n" + usage},
		"foreign":        {[]string{"serve", "--http", "192.0.2.1:0"}, 2, "", "serve: --http \"192.0.2.1:0\" is not an address of this machine only\n" + usage},
		"other name":     {[]string{"serve", "--http", "localhost.example:0"}, 2, "", "serve: --http \"localhost.example:0\" is not an address of this machine only\n" + usage},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var stdout, stderr stream
			code := local.Main(t.Context(), registry("test"), test.args, io.NopCloser(strings.NewReader("")), &stdout, &stderr)
			if code != test.code {
				t.Errorf("exit code %d, want %d", code, test.code)
			}
			if diff := cmp.Diff(test.stdout, stdout.String()); diff != "" {
				t.Errorf("stdout (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.stderr, stderr.String()); diff != "" {
				t.Errorf("stderr (-want +got):\n%s", diff)
			}
		})
	}
}

func TestWrongRegistry(t *testing.T) {
	for _, args := range [][]string{{"serve"}, {"call", "hello"}} {
		var stdout, stderr stream
		code := local.Main(t.Context(), registry(""), args, io.NopCloser(strings.NewReader("")), &stdout, &stderr)
		if code != local.ExitOurs || stderr.String() != "server has no name\n" {
			t.Errorf("%s: exit code %d: %s", args, code, stderr.String())
		}
	}
}

func TestServeStdio(t *testing.T) {
	input := runtimetest.Request("2026-07-28", "tools/call", `{"name":"hello"}`) + "\n"
	var stdout, stderr stream
	code := local.Main(t.Context(), registry("test"), []string{"serve"}, io.NopCloser(strings.NewReader(input)), &stdout, &stderr)
	if code != local.ExitOK || !strings.Contains(stdout.String(), "hello local") {
		t.Errorf("exit code %d: %s%s", code, stdout.String(), stderr.String())
	}
}

func TestServeHTTP(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	read, write := io.Pipe()
	done := make(chan int, 1)
	go func() {
		var stdout stream
		done <- local.Main(ctx, registry("test"), []string{"serve", "--http", "127.0.0.1:0"}, io.NopCloser(strings.NewReader("")), &stdout, write)
	}()
	line, err := bufio.NewReader(read).ReadString('\n')
	if err != nil {
		t.Fatal(err)
	}
	url, ok := strings.CutPrefix(strings.TrimSpace(line), "listening on ")
	if !ok || !strings.HasPrefix(url, "http://127.0.0.1:") || !strings.HasSuffix(url, "/mcp") {
		t.Fatalf("said %q", line)
	}
	checkHello(t, url)
	cancel()
	if code := <-done; code != local.ExitOK {
		t.Errorf("exit code %d", code)
	}
}

func checkHello(t *testing.T, url string) {
	t.Helper()
	web := &http.Client{Transport: &http.Transport{DisableKeepAlives: true}}
	client := mcp.NewClient(&mcp.Implementation{Name: "test", Version: "1"}, nil)
	session, err := client.Connect(t.Context(), &mcp.StreamableClientTransport{Endpoint: url, HTTPClient: web, DisableStandaloneSSE: true}, nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = session.Close() }()
	result, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "hello"})
	if err != nil {
		t.Fatal(err)
	}
	if got := runtimetest.Text(t, result); got != "hello local" {
		t.Errorf("text %q", got)
	}
}
