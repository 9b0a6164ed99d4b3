package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

func TestHome(t *testing.T) {
	tests := []struct {
		name  string
		paths []string
		want  string // "" = there is none
	}{
		{"a single package is its own", []string{"x/a"}, "x/a"},
		{"packages that anybody may import take the first", []string{"x/b", "y/a"}, "x/b"},
		{"an internal package draws main into its tree", []string{"x/b", "x/a/internal/c"}, "x/a/internal/c"},
		{"the deepest of nested trees wins", []string{"x/internal/a", "x/b/internal/c", "x"}, "x/b/internal/c"},
		{"a sibling inside the tree will do", []string{"x/a/d", "x/a/internal/c"}, "x/a/d"},
		{"a name that only begins alike is another tree", []string{"x/ab", "x/a/internal/c"}, "x/a/internal/c"},
		{"trees beside each other have none", []string{"x/a/internal/c", "x/b/internal/c"}, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			var servers []*ir.Server
			for _, path := range tt.paths {
				servers = append(servers, &ir.Server{Package: ir.Package{Path: path, Name: "a"}})
			}
			s, err := home(servers)
			got := ""
			if err == nil {
				got = s.Package.Path
			}
			if got != tt.want {
				t.Errorf("home(%v) = %q, %v, want %q", tt.paths, got, err, tt.want)
			}
		})
	}
}

func TestHookSortsLast(t *testing.T) {
	tests := []struct {
		name, other, want string
	}{
		{"an ordinary file", "server.go", "zz_mcpgen_serve.go"},
		{"a file with more of the same letter", "zzz.go", "zzz_zz_mcpgen_serve.go"},
		{"a file with the name of the hook", "zz_mcpgen_serve.go", "zz_mcpgen_serve_zz_mcpgen_serve.go"},
		{"a file behind the Latin letters", "я.go", "я_zz_mcpgen_serve.go"},
		{"a file that is no Go", "zzz.txt", "zz_mcpgen_serve.go"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := t.TempDir()
			write(t, filepath.Join(dir, tt.other), "", 0o644)
			got := filepath.Base(hookPath(&ir.Server{Package: ir.Package{Dir: dir}}))
			if got != tt.want {
				t.Errorf("got %s, want %s", got, tt.want)
			}
			if strings.HasSuffix(tt.other, ".go") && got <= tt.other {
				t.Errorf("%s does not sort behind %s", got, tt.other)
			}
		})
	}
}

func TestHookNamesClashWithNothing(t *testing.T) {
	s := &ir.Server{
		Package:   ir.Package{Name: "tasks", Path: "x/tasks"},
		Registry:  "MCPRegistry",
		Receivers: []ir.Receiver{{Type: "ctx", New: &ir.Constructor{Func: "err", Context: true, Error: true}}, {Type: "receiver2", Pointer: true}},
		Taken:     []string{"MCPGenServe", "MCPGenServe_2", "ctx", "err", "mcpgenFmt", "receiver2"},
	}
	want := hook{
		Package: "tasks", Hook: "MCPGenServe_3", Registry: "MCPRegistry", Stdout: "Stdout", Fails: true,
		Context: "mcpgenContext", Fmt: "mcpgenFmt_2", OS: "mcpgenOS", Runtime: "mcpgenRuntime", Local: "mcpgenLocal",
		Ctx: "ctx_2", Err: "err_2",
		Receivers: []hookReceiver{
			{Var: "receiver1", Pass: "receiver1", Type: "ctx", Func: "err", New: "err(ctx_2)", Fails: true},
			{Var: "receiver2_2", Pass: "&receiver2_2", Type: "receiver2"},
		},
	}
	if diff := cmp.Diff(want, newHook(s, "Stdout")); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
