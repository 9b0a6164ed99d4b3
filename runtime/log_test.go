package runtime_test

import (
	"context"
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// logs is a tool that writes two messages to its client's log.
func logs() mcprt.Row {
	return talking(row("work", "math", does(func(ctx context.Context, c *mcprt.Call) error {
		if err := c.Log(ctx, "debug", "steps", "detail"); err != nil {
			return err
		}
		return c.Log(ctx, "warning", "steps", map[string]any{"left": 3, "password": "hunter2"})
	})))
}

// A client reads what a function logs from the level on that it named, masked.
func TestLog(t *testing.T) {
	all := mcprt.WithMasker(mask.New())
	seen := make(chan string, 4)
	opts := mcp.ClientOptions{LoggingMessageHandler: func(_ context.Context, req *mcp.LoggingMessageRequest) {
		data, _ := json.Marshal(req.Params.Data)
		seen <- string(req.Params.Level) + " " + req.Params.Logger + " " + string(data)
	}}
	everyWay(t, serves(t, []mcprt.Row{logs()}, mcprt.WithLogging(), all), opts, func(t *testing.T, session *mcp.ClientSession) {
		if session.InitializeResult().Capabilities.Logging == nil {
			t.Error("logging is not declared")
		}
		params := &mcp.CallToolParams{Name: "work"}
		if session.InitializeResult().ProtocolVersion < "2026-07-28" {
			if err := session.SetLoggingLevel(t.Context(), &mcp.SetLoggingLevelParams{Level: "info"}); err != nil {
				t.Fatal(err)
			}
		} else {
			params.Meta = mcp.Meta{mcp.MetaKeyLogLevel: "info"}
		}
		if _, err := session.CallTool(t.Context(), params); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(`warning steps {"left":3,"password":"***"}`, <-seen); diff != "" {
			t.Errorf("seen (-want +got):\n%s", diff)
		}
	})
}

// Nothing is sent without the option, or to a request of the newest revision that
// names no level.
func TestLogIsNotSent(t *testing.T) {
	const level = `"_meta":{"io.modelcontextprotocol/logLevel":"debug"}`
	for name, test := range map[string]struct {
		opts []mcprt.Option
		meta string
		want int
	}{
		"asked for":          {[]mcprt.Option{mcprt.WithLogging()}, level, 2},
		"without the option": {nil, level, 0},
	} {
		t.Run(name, func(t *testing.T) {
			request := `{"name":"work",` + test.meta + `}`
			got := strings.Count(string(wrote(t, serves(t, []mcprt.Row{logs()}, test.opts...), request)), "notifications/message")
			if got != test.want {
				t.Errorf("%d messages, want %d", got, test.want)
			}
		})
	}
	if got := string(wrote(t, serves(t, []mcprt.Row{logs()}, mcprt.WithLogging()), `{"name":"work"}`)); strings.Contains(got, "notifications/message") {
		t.Errorf("without a level: %s", got)
	}
}

// What cannot be logged is an error of the function's.
func TestLogRefused(t *testing.T) {
	for name, data := range map[string]any{"no JSON": func() {}, "too large": strings.Repeat("x", 17<<10)} {
		srv := serves(t, []mcprt.Row{talking(row("work", "math", does(func(ctx context.Context, c *mcprt.Call) error {
			if err := c.Log(ctx, "error", "", data); err == nil {
				t.Errorf("%s: no error", name)
			}
			return nil
		})))}, mcprt.WithLogging())
		wrote(t, srv, `{"name":"work"}`)
	}
}
