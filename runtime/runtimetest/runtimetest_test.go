package runtimetest_test

import (
	"context"
	"fmt"
	"log/slog"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"go.uber.org/goleak"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

func TestMain(m *testing.M) { goleak.VerifyTestMain(m) }

// recorder is a test that may fail without failing this one.
type recorder struct {
	testing.TB
	errors []string
}

func (r *recorder) Errorf(format string, args ...any) {
	r.errors = append(r.errors, fmt.Sprintf(format, args...))
}

func server(t *testing.T) *mcprt.Server {
	t.Helper()
	row := func(name, section string) mcprt.Row {
		return mcprt.Row{
			Name: name, Section: section, Input: `{"type":"object"}`,
			Handler: mcprt.Text(nil, func(context.Context, *mcprt.Call, *struct{}) (string, error) { return "I am " + name, nil }),
		}
	}
	srv, err := mcprt.NewServer(
		mcprt.NewRegistry(mcprt.Identity{Name: "test"}, nil, []mcprt.Row{row("open", "a"), row("shut", "b"), row("0", "b")}),
		mcprt.WithSections(mcprt.BySections), mcprt.WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func TestClient(t *testing.T) {
	client := runtimetest.Connect(t, server(t), &mcprt.Caller{ID: "ada", Sections: []string{"a"}})
	if diff := cmp.Diff([]string{"open"}, client.List()); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	result, err := client.Call("open", `{}`)
	if err != nil {
		t.Fatal(err)
	}
	if got := runtimetest.Text(t, result); got != "I am open" {
		t.Errorf("text %q", got)
	}
	if _, err := client.Call("shut", ""); err == nil || !strings.Contains(err.Error(), "Error: Unknown tool 'shut'.") {
		t.Errorf("hidden tool: %v", err)
	}
}

// Hidden must fail for a tool that is there: else it proves nothing.
func TestHiddenFindsWhatIsSeen(t *testing.T) {
	tests := map[string]struct {
		tool   string
		hidden bool
	}{
		"seen":                                {"open", false},
		"hidden":                              {"shut", true},
		"hidden under the name of the absent": {"0", true},
		"absent":                              {"nowhere", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := &recorder{TB: t}
			runtimetest.Hidden(r, server(t), &mcprt.Caller{ID: "ada", Sections: []string{"a"}}, test.tool)
			if got := len(r.errors) == 0; got != test.hidden {
				t.Errorf("hidden is %t, want %t: %v", got, test.hidden, r.errors)
			}
		})
	}
}
