package runtime_test

import (
	"bytes"
	"log/slog"
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// A generic driver is announced when the server is made, and no other row is.
//
// contract: S0-20
func TestReachIsLoggedAtTheStart(t *testing.T) {
	driver := add()
	driver.Name, driver.Source, driver.Reaches = "exec_url", "example.com/web.Exec", []string{"mail", "wiki"}
	var log bytes.Buffer
	_, err := mcprt.NewServer(mcprt.NewRegistry(mcprt.Identity{Name: "web"}, nil, []mcprt.Row{add(), driver}),
		mcprt.WithSections(mcprt.AllSections), mcprt.WithLogger(slog.New(slog.NewJSONHandler(&log, nil))))
	if err != nil {
		t.Fatal(err)
	}
	if n := strings.Count(log.String(), "\n"); n != 1 {
		t.Fatalf("got %d records, want 1:\n%s", n, log.String())
	}
	for _, want := range []string{`"level":"WARN"`, `"tool":"exec_url"`, `"reaches":["mail","wiki"]`, `"source":"example.com/web.Exec"`} {
		if !strings.Contains(log.String(), want) {
			t.Errorf("record lacks %s: %s", want, log.String())
		}
	}
}
