package parser_test

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser"
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
