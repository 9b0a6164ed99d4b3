package runtime_test

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// with returns the tool add with one thing changed.
func with(change func(*mcprt.Row)) mcprt.Row {
	r := add()
	change(&r)
	return r
}

func TestNewServerRefuses(t *testing.T) {
	one := func(change func(*mcprt.Row)) *mcprt.Registry { return registry(with(change)) }
	policy := mcprt.WithSections(mcprt.AllSections)
	tests := map[string]struct {
		reg  *mcprt.Registry
		opts []mcprt.Option
		want string
	}{
		"no registry":        {nil, []mcprt.Option{policy}, `registry is nil`},
		"no name":            {mcprt.NewRegistry(mcprt.Identity{}, nil, nil), []mcprt.Option{policy}, `server has no name`},
		"no policy":          {registry(add()), nil, `no policy given: use WithSections, with AllSections for a demo`},
		"nil policy":         {registry(add()), []mcprt.Option{mcprt.WithSections(nil)}, `no policy given: use WithSections, with AllSections for a demo`},
		"nil option":         {registry(add()), []mcprt.Option{policy, nil}, `option is nil`},
		"negative page size": {registry(add()), []mcprt.Option{policy, mcprt.WithPageSize(-1)}, `page size -1 is negative`},
		"negative grace":     {registry(add()), []mcprt.Option{policy, mcprt.WithShutdownGrace(-time.Second)}, `shutdown grace -1s is negative`},
		"nil receiver": {
			mcprt.NewRegistry(mcprt.Identity{Name: "calc"}, []mcprt.Receiver{{Type: "*Calc", Nil: true}, {Type: "*Fine"}}, []mcprt.Row{add()}),
			[]mcprt.Option{policy}, `receiver *Calc of example.com/calc is nil`,
		},
		"nil merged registry": {mcprt.Merge(registry(add()), nil), []mcprt.Option{policy}, `merged registry 2 is nil`},
		"duplicate name": {
			mcprt.Merge(registry(add()), one(func(r *mcprt.Row) { r.Source = "example.com/other.Add" })),
			[]mcprt.Option{policy}, `tool "add": declared by both example.com/calc.Add and example.com/other.Add`,
		},
		"empty name":      {one(func(r *mcprt.Row) { r.Name = "" }), []mcprt.Option{policy}, `tool "" (example.com/calc.Add): name is not 1 to 64 of [A-Za-z0-9_-]`},
		"long name":       {one(func(r *mcprt.Row) { r.Name = strings.Repeat("x", 65) }), []mcprt.Option{policy}, `tool "` + strings.Repeat("x", 65) + `" (example.com/calc.Add): name is not 1 to 64 of [A-Za-z0-9_-]`},
		"name of a line":  {one(func(r *mcprt.Row) { r.Name = "add\n" }), []mcprt.Option{policy}, `tool "add\n" (example.com/calc.Add): name is not 1 to 64 of [A-Za-z0-9_-]`},
		"no section":      {one(func(r *mcprt.Row) { r.Section = "" }), []mcprt.Option{policy}, `tool "add" (example.com/calc.Add): section is empty`},
		"no handler":      {one(func(r *mcprt.Row) { r.Handler = mcprt.Handler{} }), []mcprt.Option{policy}, `tool "add" (example.com/calc.Add): handler is missing`},
		"no input schema": {one(func(r *mcprt.Row) { r.Input = "" }), []mcprt.Option{policy}, `tool "add" (example.com/calc.Add): input schema is not a JSON object`},
		"null schema":     {one(func(r *mcprt.Row) { r.Input = "null" }), []mcprt.Option{policy}, `tool "add" (example.com/calc.Add): input schema is not a JSON object`},
		"input of a type": {one(func(r *mcprt.Row) { r.Input = `{"type":["object"]}` }), []mcprt.Option{policy}, `tool "add" (example.com/calc.Add): input schema is not of type "object"`},
		"output schema":   {one(func(r *mcprt.Row) { r.Output = `true` }), []mcprt.Option{policy}, `tool "add" (example.com/calc.Add): output schema is not a JSON object`},
		"all of it": {
			one(func(r *mcprt.Row) { r.Name, r.Section = "a b", "" }), []mcprt.Option{mcprt.WithPageSize(-2)},
			`tool "a b" (example.com/calc.Add): name is not 1 to 64 of [A-Za-z0-9_-]` + "\n" +
				`tool "a b" (example.com/calc.Add): section is empty` + "\n" +
				`no policy given: use WithSections, with AllSections for a demo` + "\n" +
				`page size -2 is negative`,
		},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			srv, err := mcprt.NewServer(test.reg, test.opts...)
			if srv != nil || err == nil {
				t.Fatalf("server %v, error %v: want an error", srv, err)
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestMergedRegistriesAreOneServer(t *testing.T) {
	second := mcprt.NewRegistry(mcprt.Identity{Name: "second"}, nil, []mcprt.Row{row("two", "math", says("2"))})
	merged := mcprt.Merge(registry(add()), second)
	if got := merged.Identity().Name; got != "calc" {
		t.Errorf("identity %q, want the first's", got)
	}
	client := runtimetest.Connect(t, newServer(t, merged, mcprt.BySections), ada())
	if diff := cmp.Diff([]string{"add", "two"}, client.List()); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
}

func TestServerWithoutToolsServes(t *testing.T) {
	client := runtimetest.Connect(t, newServer(t, registry(), mcprt.AllSections), ada())
	if got := client.List(); len(got) != 0 {
		t.Errorf("listed %v", got)
	}
}

// What a registry was made from may change afterwards without effect.
func TestRegistryIsImmutable(t *testing.T) {
	rows := []mcprt.Row{add()}
	reg := registry(rows...)
	reg = mcprt.NewRegistry(reg.Identity(), nil, rows)
	rows[0].Section = "admin"
	for r := range reg.Rows() {
		r.Name = "changed"
	}
	for r := range reg.Rows() {
		if r.Name != "add" || r.Section != "math" {
			t.Errorf("row is now %s of %s", r.Name, r.Section)
		}
	}
}

func TestServerIntroducesItself(t *testing.T) {
	reg := mcprt.NewRegistry(mcprt.Identity{Name: "calc", Title: "Calculator", Instructions: "Ask."}, nil, []mcprt.Row{add()})
	init := runtimetest.Connect(t, newServer(t, reg, mcprt.AllSections), ada()).Session().InitializeResult()
	if got := init.ServerInfo; got.Name != "calc" || got.Title != "Calculator" || got.Version != "dev" {
		t.Errorf("server info %+v", got)
	}
	if init.Instructions != "Ask." {
		t.Errorf("instructions %q", init.Instructions)
	}
	if c := init.Capabilities; c.Tools == nil || c.Tools.ListChanged || c.Logging != nil {
		t.Errorf("capabilities %+v", c)
	}
}
