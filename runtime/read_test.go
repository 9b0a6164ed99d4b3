package runtime

import (
	"context"
	"log/slog"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// contract: S0-15, S0-16
func TestOneRegistryReadACall(t *testing.T) {
	for name, want := range map[string]bool{"seen": true, "hidden": false, "absent": false} {
		t.Run(name, func(t *testing.T) {
			srv := measured(t, 2)
			reads := 0
			srv.lookup = func(name string) (*Row, bool) { reads++; return srv.table.find(name) }
			ran := false
			_, _ = srv.govern(t.Context(), &request{caller: &Caller{ID: "ada", Sections: []string{"s"}}, name: name},
				func(context.Context, *Call) (*mcp.CallToolResult, error) { ran = true; return nil, nil })
			if reads != 1 || ran != want {
				t.Errorf("%d reads, granted %t; want 1 read, granted %t", reads, ran, want)
			}
		})
	}
}

// measured returns a server of n rows; one is seen by section s, one hidden.
func measured(t testing.TB, n int) *Server {
	t.Helper()
	nothing := Nothing(nil, func(context.Context, *Call, *struct{}) error { return nil })
	rows := make([]Row, n)
	for i := range rows {
		rows[i] = Row{
			Name:    "tool_" + string(rune('a'+i%26)) + string(rune('a'+i/26%26)) + string(rune('a'+i/676)),
			Section: "other", Input: `{"type":"object"}`, Handler: nothing,
		}
	}
	rows[0].Name, rows[0].Section = "seen", "s"
	rows[1].Name = "hidden"
	srv, err := NewServer(NewRegistry(Identity{Name: "m"}, nil, rows),
		WithSections(BySections), WithLogger(slog.New(slog.DiscardHandler)))
	if err != nil {
		t.Fatal(err)
	}
	return srv
}

func BenchmarkGovern(b *testing.B) {
	srv := measured(b, 1000)
	caller := &Caller{ID: "ada", Sections: []string{"p", "q", "r", "s"}}
	run := func(context.Context, *Call) (*mcp.CallToolResult, error) { return nil, nil }
	for _, name := range []string{"seen", "hidden", "absent"} {
		b.Run(name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				_, _ = srv.govern(b.Context(), &request{caller: caller, name: name}, run)
			}
		})
	}
}

func BenchmarkExecute(b *testing.B) {
	srv := measured(b, 2)
	row, _ := srv.table.find("seen")
	call := &Call{caller: &Caller{ID: "ada"}, row: row}
	b.ReportAllocs()
	for b.Loop() {
		srv.execute(b.Context(), call)
	}
}

func BenchmarkVisible(b *testing.B) {
	srv := measured(b, 1000)
	caller := &Caller{ID: "ada", Sections: []string{"p", "q", "r", "s"}}
	b.ReportAllocs()
	for b.Loop() {
		srv.visible(b.Context(), caller)
	}
}
