package parser_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

const header = "//\n//mcp:section demo\n//mcp:hint readOnly\n"

// checkout is a host of four packages that use each other's generated code.
func checkout(t testing.TB) string {
	t.Helper()
	return module(t, map[string]string{
		"model/model.go": "// Package model holds types.\npackage model\n\n" +
			"// Level is an enum.\ntype Level string\n\n// The levels.\nconst (\n\tLow  Level = \"low\" // not much\n\tHigh Level = \"high\"\n)\n",
		"tasks/tasks.go": "// Package tasks has tools.\n" + header + "package tasks\n\nimport \"example.com/host/model\"\n\n" +
			"// Task is one task.\ntype Task struct {\n\t// Name says what to do.\n\tName string `json:\"name\"`\n\tLevel model.Level `json:\"level\"` //mcp:param desc=urgency\n}\n\n" +
			"// Registry uses what is not generated yet.\nvar Registry = MCPRegistry()\n\n" +
			"// Add adds.\n//\n//mcp:tool\nfunc Add(t Task) {}\n",
		"reports/reports.go": "// Package reports has tools on types of another package.\n" + header + "package reports\n\nimport \"example.com/host/tasks\"\n\n" +
			"// Report reports.\n//\n//mcp:tool\nfunc Report(t tasks.Task, max int) ([]tasks.Task, error) { return nil, nil }\n\nvar _ = tasks.MCPRegistry\n",
		"main.go": "package main\n\nimport (\n\t\"example.com/host/reports\"\n\t\"example.com/host/tasks\"\n)\n\nfunc main() { _, _ = reports.MCPRegistry(), tasks.MCPRegistry() }\n",
	})
}

// The whole of a host is generated from a checkout that has no generated file,
// though none of its packages compiles (case GEN-08).
func TestFreshCheckout(t *testing.T) {
	res := loadIn(t, parser.Config{Dir: checkout(t)}, "./...")
	noProblems(t, res)
	if diff := cmp.Diff([]string{"example.com/host/reports", "example.com/host/tasks"}, paths(res)); diff != "" {
		t.Fatalf("servers (-want +got):\n%s", diff)
	}
	want := []ir.Field{
		{Name: "name", Path: []ir.Step{{Name: "Name"}}, Required: true, Description: "Name says what to do.", Type: &ir.Type{Kind: ir.KindString, Go: "string"}},
		{Name: "level", Path: []ir.Step{{Name: "Level"}}, Required: true, Description: "urgency\n\nlow: not much", Type: &ir.Type{
			Kind: ir.KindString, Go: "«example.com/host/model».Level",
			Rules: &ir.Rules{Enum: []json.RawMessage{json.RawMessage(`"low"`), json.RawMessage(`"high"`)}},
		}},
	}
	for _, s := range res.Servers {
		if diff := cmp.Diff(want, structNamed(t, s.Inputs, "Task").Fields); diff != "" {
			t.Errorf("%s: fields of Task (-want +got):\n%s", s.Package.Path, diff)
		}
	}
}

// One package alone gives the same, its dependencies then being no roots.
func TestFreshCheckoutOfOnePackage(t *testing.T) {
	dir := checkout(t)
	whole := loadIn(t, parser.Config{Dir: dir}, "./...")
	for i, p := range []string{"./reports", "./tasks"} {
		alone := loadIn(t, parser.Config{Dir: dir}, p)
		noProblems(t, alone)
		if diff := cmp.Diff([]*ir.Server{whole.Servers[i]}, alone.Servers); diff != "" {
			t.Errorf("%s (-whole +alone):\n%s", p, diff)
		}
	}
}

// What an earlier run wrote has no influence, whatever state it is in (case
// GEN-11).
func TestEarlierOutputIsNotRead(t *testing.T) {
	dir := checkout(t)
	want := loadIn(t, parser.Config{Dir: dir}, "./...")
	rows := []struct{ name, content string }{
		{"complete", parser.Header + "\n\npackage tasks\n\nfunc MCPRegistry() int { return 0 }\n"},
		{"stale", parser.Header + "\n\npackage tasks\n\nvar _ = gone\n\ntype Task struct{}\n"},
		{"in conflict", parser.Header + "\n\npackage tasks\n\n<<<<<<< ours\nvar a = 1\n=======\nvar a = 2\n>>>>>>> theirs\n"},
		{"cut off", parser.Header + "\n\npackage tasks\n\nfunc MCPReg"},
		{"empty", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			write(t, dir, map[string]string{"tasks/mcp_gen.go": row.content})
			got := loadIn(t, parser.Config{Dir: dir}, "./...")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("result (-without +with):\n%s", diff)
			}
		})
	}
}

// After a package was renamed the go command sees two packages in its folder.
func TestRenamedPackage(t *testing.T) {
	dir := checkout(t)
	write(t, dir, map[string]string{"tasks/mcp_gen.go": parser.Header + "\n\npackage former\n"})
	res := loadIn(t, parser.Config{Dir: dir}, "./tasks/...")
	if len(res.Diagnostics) != 1 || len(res.Bare)+len(res.Servers) > 0 {
		t.Fatalf("got %+v, want one problem", res)
	}
	got := []string{string(res.Diagnostics[0].Code), res.Diagnostics[0].Fix}
	want := []string{"load-error", "delete mcp_gen.go, which has the package's former name"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problem (-want +got):\n%s", diff)
	}
}

// The environment of one developer does not change what is generated.
func TestEnvironmentHasNoInfluence(t *testing.T) {
	dir := checkout(t)
	want := loadIn(t, parser.Config{Dir: dir}, "./...")
	rows := []struct {
		name string
		env  []string
	}{
		{"trimpath", []string{"GOFLAGS=-trimpath"}},
		{"another architecture", []string{"GOARCH=386"}},
		{"another system", []string{"GOOS=windows"}},
		{"without cgo", []string{"CGO_ENABLED=0"}},
		{"a tag", []string{"GOFLAGS=-tags=pro"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if testing.Short() && strings.HasPrefix(row.name, "another") {
				t.Skip("compiles the standard library")
			}
			got := loadIn(t, parser.Config{Dir: dir, Env: append(os.Environ(), row.env...)}, "./...")
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("result (-plain +%s):\n%s", row.name, diff)
			}
		})
	}
}

// Source with the line ends of another system means the same (case GEN-15).
func TestCRLF(t *testing.T) {
	dir := checkout(t)
	want := loadIn(t, parser.Config{Dir: dir}, "./...")
	err := filepath.WalkDir(dir, func(path string, _ os.DirEntry, err error) error {
		if err != nil || filepath.Ext(path) != ".go" {
			return err
		}
		src, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		return os.WriteFile(path, []byte(strings.ReplaceAll(string(src), "\n", "\r\n")), 0o644)
	})
	if err != nil {
		t.Fatal(err)
	}
	got := loadIn(t, parser.Config{Dir: dir}, "./...")
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("result (-LF +CRLF):\n%s", diff)
	}
}

// A folder reached through a symbolic link is the same folder (case GEN-28).
func TestSymbolicLink(t *testing.T) {
	dir := checkout(t)
	link := filepath.Join(t.TempDir(), "link")
	if err := os.Symlink(dir, link); err != nil {
		t.Skip(err)
	}
	want := loadIn(t, parser.Config{Dir: dir}, "./...")
	got := loadIn(t, parser.Config{Dir: link}, "./...")
	if diff := cmp.Diff(encode(t, want.Servers), encode(t, got.Servers)); diff != "" {
		t.Errorf("servers (-real +link):\n%s", diff)
	}
}

// Files are chosen as go build chooses them, and a tool that some builds lack is
// an error in the builds that have it (case GEN-17).
func TestBuildTags(t *testing.T) {
	dir := checkout(t)
	write(t, dir, map[string]string{
		"tasks/pro.go": "//go:build pro\n\npackage tasks\n\n// Pro is a tool of some builds.\n//\n//mcp:tool\nfunc Pro() {}\n",
	})
	plain := loadIn(t, parser.Config{Dir: dir}, "./tasks")
	noProblems(t, plain)
	if n := len(plain.Servers[0].Tools); n != 1 {
		t.Errorf("got %d tools, want 1", n)
	}
	if !slices.Contains(plain.Servers[0].Taken, "Pro") {
		t.Error("a name of an excluded file is free, want it taken")
	}
	pro := loadIn(t, parser.Config{Dir: dir, Tags: []string{"pro"}}, "./tasks")
	if diff := cmp.Diff([]diag.Code{diag.CodeConstrainedFile}, codes(pro.Diagnostics)); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
}

// A workspace loads without any -mod flag of ours, and all its modules are the
// host's own: enums of another one count (case GEN-26).
func TestWorkspace(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.work":    "go 1.26\n\nuse (\n\t./app\n\t./lib\n)\n",
		"lib/go.mod": "module example.com/lib\n\ngo 1.26\n",
		"lib/l.go":   "package lib\n\ntype Kind int\n\nconst (\n\tA Kind = iota\n\tB\n)\n",
		"app/go.mod": "module example.com/app\n\ngo 1.26\n",
		"app/app.go": "// Package app has a tool.\n" + header + "package app\n\nimport \"example.com/lib\"\n\n// Do does.\n//\n//mcp:tool\nfunc Do(k lib.Kind) {}\n",
	})
	res := loadIn(t, parser.Config{Dir: filepath.Join(dir, "app"), Env: append(os.Environ(), "GOFLAGS=")}, ".")
	noProblems(t, res)
	want := &ir.Rules{Enum: []json.RawMessage{json.RawMessage("0"), json.RawMessage("1")}}
	if diff := cmp.Diff(want, res.Servers[0].Inputs[0].Fields[0].Type.Rules); diff != "" {
		t.Errorf("rules (-want +got):\n%s", diff)
	}
}

func noProblems(t *testing.T, res parser.Result) {
	t.Helper()
	if err := res.Diagnostics.Err(); err != nil {
		t.Fatalf("problems:\n%v", err)
	}
}

func paths(res parser.Result) []string {
	var out []string
	for _, s := range res.Servers {
		out = append(out, s.Package.Path)
	}
	return out
}

func structNamed(t *testing.T, list []ir.Struct, name string) ir.Struct {
	t.Helper()
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	t.Fatalf("no struct %s", name)
	return ir.Struct{}
}

func encode(t testing.TB, v any) string {
	t.Helper()
	raw, err := json.MarshalIndent(v, "", "\t")
	if err != nil {
		t.Fatal(err)
	}
	return string(raw)
}
