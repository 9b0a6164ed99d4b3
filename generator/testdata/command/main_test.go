package main

import (
	"log/slog"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestCommand(t *testing.T) {
	srv, err := mcprt.NewServer(MCPRegistry(), mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	res, err := runtimetest.Connect(t, srv, &mcprt.Caller{ID: "ada"}).Call("add", `{"name":"x"}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := runtimetest.Text(t, res); got != `{"name":"x"}` {
		t.Errorf("got %s", got)
	}
}
