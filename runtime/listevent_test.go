package runtime_test

import (
	"context"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// onList makes an option of a listener that cannot fail.
func onList(f func(*mcprt.ListEvent)) mcprt.Option {
	return mcprt.OnList(func(_ context.Context, e *mcprt.ListEvent) error { f(e); return nil })
}

// alphabet is a registry of tools a to e, e in a section that ada lacks.
func alphabet() *mcprt.Registry {
	var rows []mcprt.Row
	for _, name := range []string{"d", "b", "a", "c"} {
		rows = append(rows, row(name, "math", says(name)))
	}
	return registry(append(rows, row("e", "admin", says("e")))...)
}

// allowed returns what ada sees listed and, which must be the same, can call.
func allowed(t *testing.T, srv *mcprt.Server) []string {
	t.Helper()
	client := runtimetest.Connect(t, srv, ada())
	listed, callable := client.List(), []string{}
	for _, name := range []string{"a", "b", "c", "d", "e", "nowhere"} {
		if _, err := client.Call(name, ""); err == nil {
			callable = append(callable, name)
		} else if !strings.Contains(err.Error(), "Error: Unknown tool '"+name+"'.") {
			t.Errorf("%s: %v", name, err)
		}
	}
	if diff := cmp.Diff(listed, callable); diff != "" {
		t.Errorf("what is listed is not what is callable (-listed +callable):\n%s", diff)
	}
	return listed
}

// contract: S0-1, S0-4, S0-5, S0-6
func TestListListenersNarrow(t *testing.T) {
	type narrow = func(*mcprt.ListEvent)
	only := func(names ...string) narrow { return func(e *mcprt.ListEvent) { e.Only(names...) } }
	vowels := func(e *mcprt.ListEvent) {
		e.OnlyFunc(func(r mcprt.Row) bool { return strings.Contains("aeiou", r.Name) })
	}
	tests := map[string]struct {
		listeners []narrow
		want      []string
	}{
		"nobody":                         {nil, []string{"a", "b", "c", "d"}},
		"one that says nothing":          {[]narrow{func(*mcprt.ListEvent) {}}, []string{"a", "b", "c", "d"}},
		"two names":                      {[]narrow{only("c", "a")}, []string{"a", "c"}},
		"no name":                        {[]narrow{only()}, []string{}},
		"all and more":                   {[]narrow{only("a", "b", "c", "d", "e", "nowhere")}, []string{"a", "b", "c", "d"}},
		"what was not granted":           {[]narrow{only("e")}, []string{}},
		"a condition":                    {[]narrow{vowels}, []string{"a"}},
		"two that overlap":               {[]narrow{only("a", "b"), only("b", "c")}, []string{"b"}},
		"two that do not overlap":        {[]narrow{only("a"), only("b")}, []string{}},
		"one that speaks, one silent":    {[]narrow{only("a", "b"), func(*mcprt.ListEvent) {}}, []string{"a", "b"}},
		"one that says two things":       {[]narrow{func(e *mcprt.ListEvent) { e.Only("a", "b"); e.Only("b", "c") }}, []string{"b"}},
		"names are compared to the byte": {[]narrow{only("A", "b ", "c\x00", "d")}, []string{"d"}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var opts []mcprt.Option
			for _, listener := range test.listeners {
				opts = append(opts, onList(listener))
			}
			if diff := cmp.Diff(test.want, allowed(t, newServer(t, alphabet(), mcprt.BySections, opts...))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// contract: S0-6
func TestWhatAListenerTookAwayIsAbsent(t *testing.T) {
	var ran atomic.Int32
	srv := newServer(t, registry(add(), counting(&ran)), mcprt.BySections, onList(func(e *mcprt.ListEvent) { e.Only("add") }))
	runtimetest.Hidden(t, srv, ada(), "tool")
	if ran.Load() != 0 {
		t.Error("the function ran")
	}
}

// contract: S0-4, S0-15
func TestListEventShowsWhatThePolicyGranted(t *testing.T) {
	var shown []string
	srv := newServer(t, alphabet(), mcprt.BySections,
		onList(func(e *mcprt.ListEvent) { e.Only("a") }),
		onList(func(e *mcprt.ListEvent) {
			if e.Type() != "mcp_server_prepare_tools_list" || e.Caller().ID != "ada" {
				t.Errorf("event %s of %+v", e.Type(), e.Caller())
			}
			e.Caller().Sections[0] = "admin"
			for row := range e.Rows() {
				shown = append(shown, row.Name)
				row.Name = "spoilt"
			}
			shown = append(shown, "|")
		}))
	client := runtimetest.Connect(t, srv, ada())
	client.List()
	_, _ = client.Call("a", "")
	_, _ = client.Call("nowhere", "")
	all := []string{"a", "b", "c", "d", "|"}
	if diff := cmp.Diff(append(append(all, all...), all...), shown); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// contract: S0-11, S0-12, S0-18, S0-19, S0-52
func TestListListenerThatFailsClosesTheCall(t *testing.T) {
	for name, fault := range faults() {
		for when, opts := range map[string][]mcprt.Option{
			"before it spoke":     {mcprt.OnList(func(context.Context, *mcprt.ListEvent) error { return fault() })},
			"after it had spoken": {mcprt.OnList(func(_ context.Context, e *mcprt.ListEvent) error { e.Only("a"); return fault() })},
			"after another spoke": {
				onList(func(e *mcprt.ListEvent) { e.Only("a") }),
				mcprt.OnList(func(context.Context, *mcprt.ListEvent) error { return fault() }),
			},
		} {
			t.Run(name+" "+when, func(t *testing.T) {
				log := &journal{}
				srv := newServer(t, alphabet(), mcprt.BySections, append(opts, log.option())...)
				client := runtimetest.Connect(t, srv, ada())
				for _, tool := range []string{"a", "b", "e", "nowhere"} {
					result, err := client.Call(tool, "")
					if err != nil || runtimetest.Text(t, result) != "Error: Tool access could not be verified." || !result.IsError {
						t.Errorf("%s: %+v %v", tool, result, err)
					}
				}
				if !strings.Contains(log.String(), "list listener") {
					t.Errorf("log does not name the listener: %s", log)
				}
			})
		}
	}
}

// contract: S0-17
func TestListListenerThatFailsIsPassedOverInAListing(t *testing.T) {
	for name, fault := range faults() {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			srv := newServer(t, alphabet(), mcprt.BySections, log.option(),
				onList(func(e *mcprt.ListEvent) { e.Only("a", "b") }),
				mcprt.OnList(func(_ context.Context, e *mcprt.ListEvent) error { e.Only("b"); return fault() }))
			if diff := cmp.Diff([]string{"a", "b"}, runtimetest.Connect(t, srv, ada()).List()); diff != "" {
				t.Errorf("listed (-want +got):\n%s", diff)
			}
			if !strings.Contains(log.String(), "list listener failed") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// contract: S0-14
func TestNobodyIsAskedAboutNobody(t *testing.T) {
	rec := &runtimetest.Recorder{}
	client := runtimetest.Connect(t, newServer(t, alphabet(), mcprt.AllSections, rec.Options()...), nil)
	client.List()
	_, _ = client.Call("a", "")
	if diff := cmp.Diff(0, rec.Count(mcprt.TypePrepareList)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// Variants of a name that a caller may use are other names.
//
// contract: S0-2
func TestNamesAreComparedToTheByte(t *testing.T) { // catalogue G6
	srv := newServer(t, two(), mcprt.BySections)
	client := runtimetest.Connect(t, srv, ada())
	for _, name := range []string{"Add", "ADD", "add ", " add", "add\x00", "a\u0064d\u0301", "ａｄｄ", "add\n"} {
		if _, err := client.Call(name, `{"a":1,"b":2}`); err == nil || !strings.Contains(err.Error(), "Unknown tool") {
			t.Errorf("%q: %v", name, err)
		}
	}
}
