package runtime_test

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// offline counts who wants to reach out.
type offline struct{ asked atomic.Int32 }

func (o *offline) RoundTrip(*http.Request) (*http.Response, error) {
	o.asked.Add(1)
	return nil, errors.New("offline")
}

// A schema that refers to another place is published as it is, or refused where
// it would have to be understood. Nobody looks the place up.
func TestRemoteReferencesAreNotFetched(t *testing.T) { // catalogue X8
	const remote = `{"type":"object","properties":{"a":{"$ref":"http://127.0.0.1:1/schema.json"}},"$ref":"https://schemas.example/x"}`
	net, old := &offline{}, http.DefaultTransport
	http.DefaultTransport = net
	defer func() { http.DefaultTransport = old }()

	r := add()
	r.Input, r.Output = remote, remote
	asks := talking(row("asks", "math", mcprt.Text(nil, func(ctx context.Context, c *mcprt.Call, _ *none) (string, error) {
		_, err := c.Elicit(ctx, "x", &mcp.ElicitParams{Message: "?", RequestedSchema: json.RawMessage(remote)})
		return "", err
	})))
	srv := newServer(t, registry(r, asks), mcprt.BySections)
	client := runtimetest.Connect(t, srv, ada())
	if got := client.List(); len(got) != 2 {
		t.Errorf("listed %v", got)
	}
	if result, err := client.Call("add", `{"a":1,"b":2}`); err != nil || result.IsError {
		t.Errorf("call: %v %v", result, err)
	}
	if result, err := client.Call("asks", `{}`); err != nil || !strings.Contains(runtimetest.Text(t, result), internalText) {
		t.Errorf("question: %v %v", result, err)
	}
	if got := net.asked.Load(); got != 0 {
		t.Errorf("%d requests went out", got)
	}
}
