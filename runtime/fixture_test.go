package runtime_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"log/slog"
	"sync"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// The rows here are what the generator writes, by hand.

type none = struct{}

type addArgs struct{ a, b int }

var fieldsAdd = bind.Fields{{Name: "a", Required: true}, {Name: "b", Required: true}}

func bindAdd(d *bind.Decoder, v *addArgs) {
	for o := d.Object(fieldsAdd); o.Next(); {
		switch o.Name {
		case "a":
			bind.Int(d, &v.a, nil)
		case "b":
			bind.Int(d, &v.b, nil)
		}
	}
}

func encodeSum(e *bind.Encoder, sum int) {
	e.Object()
	e.Name("result")
	e.Int(int64(sum))
	e.EndObject()
}

const (
	schemaNone = `{"type":"object","properties":{}}`
	schemaAdd  = `{"type":"object","properties":{"a":{"type":"integer"},"b":{"type":"integer"}},"required":["a","b"]}`
	schemaSum  = `{"type":"object","properties":{"result":{"type":"integer"}},"required":["result"]}`
)

// add is the tool most tests call.
func add() mcprt.Row {
	return mcprt.Row{
		Name: "add", Title: "Add", Description: "Add adds.", Section: "math",
		Hints:  mcprt.Hints{ReadOnly: true, Idempotent: true},
		Source: "example.com/calc.Add",
		Input:  schemaAdd, Output: schemaSum,
		Handler: mcprt.Structured(bindAdd,
			func(_ context.Context, _ *mcprt.Call, v *addArgs) (int, error) { return v.a + v.b, nil },
			encodeSum),
	}
}

// row returns a tool without parameters.
func row(name, section string, handler mcprt.Handler) mcprt.Row {
	return mcprt.Row{
		Name: name, Section: section, Source: "example.com/calc." + name,
		Input: schemaNone, Handler: handler,
	}
}

// says is a tool that answers with a text.
func says(text string) mcprt.Handler {
	return mcprt.Text(nil, func(context.Context, *mcprt.Call, *none) (string, error) { return text, nil })
}

// does is a tool that runs f.
func does(f func(context.Context, *mcprt.Call) error) mcprt.Handler {
	return mcprt.Nothing(nil, func(ctx context.Context, c *mcprt.Call, _ *none) error { return f(ctx, c) })
}

// talking returns row as one whose function talks to the client.
func talking(row mcprt.Row) mcprt.Row {
	row.Interactive = true
	return row
}

// answers is a tool that writes its own result.
func answers(result *mcp.CallToolResult) mcprt.Handler {
	return mcprt.Result(nil, func(context.Context, *mcprt.Call, *none) (*mcp.CallToolResult, error) { return result, nil })
}

func registry(rows ...mcprt.Row) *mcprt.Registry {
	return mcprt.NewRegistry(mcprt.Identity{Name: "calc", Version: "1.2.3"}, nil, rows)
}

// withoutLane runs all tests on the SDK's way: what they say holds on both.
var withoutLane = flag.Bool("nolane", false, "send everything through the SDK")

// aboutTheLane skips a test of what only the lane does.
func aboutTheLane(t *testing.T) {
	t.Helper()
	if *withoutLane {
		t.Skip("the SDK's way is another one")
	}
}

// newServer returns a server whose log is thrown away unless opts say else.
func newServer(t testing.TB, reg *mcprt.Registry, policy mcprt.Policy, opts ...mcprt.Option) *mcprt.Server {
	t.Helper()
	opts = append([]mcprt.Option{
		mcprt.WithSections(policy),
		mcprt.WithLogger(slog.New(slog.DiscardHandler)),
	}, opts...)
	srv, err := mcprt.NewServer(reg, opts...)
	if err != nil {
		t.Fatalf("new server: %v", err)
	}
	if *withoutLane {
		mcprt.LeaveLane(srv)
	}
	return srv
}

var errHost = errors.New("host: password=hunter2")

// ada may use section math and nothing else under BySections.
func ada() *mcprt.Caller { return &mcprt.Caller{ID: "ada", Sections: []string{"math"}} }

// journal is a log that a test can read.
type journal struct {
	mu      sync.Mutex
	records []string
}

func (j *journal) Write(p []byte) (int, error) {
	j.mu.Lock()
	defer j.mu.Unlock()
	j.records = append(j.records, string(p))
	return len(p), nil
}

func (j *journal) String() string {
	j.mu.Lock()
	defer j.mu.Unlock()
	return fmt.Sprint(j.records)
}

func (j *journal) option() mcprt.Option {
	return mcprt.WithLogger(slog.New(slog.NewTextHandler(j, nil)))
}
