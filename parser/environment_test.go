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

// A vendored module is read where the build finds it, and is nobody's own: its
// constants are no enum, its fields keep their descriptions.
func TestVendor(t *testing.T) {
	dir := t.TempDir()
	write(t, dir, map[string]string{
		"go.mod":                        "module example.com/host\n\ngo 1.26\n\nrequire example.com/lib v1.0.0\n",
		"vendor/modules.txt":            "# example.com/lib v1.0.0\n## explicit; go 1.26\nexample.com/lib\n",
		"vendor/example.com/lib/lib.go": "package lib\n\ntype Kind int\n\nconst (\n\tA Kind = iota\n\tB\n)\n\ntype T struct {\n\tK Kind // of what kind\n\tN int //mcp:param min=5\n}\n",
		"app.go":                        "// Package app has a tool.\n" + header + "package app\n\nimport \"example.com/lib\"\n\n// Do does.\n//\n//mcp:tool\nfunc Do(t *lib.T) {}\n",
	})
	res := loadIn(t, parser.Config{Dir: dir}, ".")
	noProblems(t, res)
	want := []ir.Field{
		{Name: "K", Path: []ir.Step{{Name: "K"}}, Required: true, Description: "of what kind", Type: &ir.Type{Kind: ir.KindInt, Go: "«example.com/lib».Kind"}},
		{Name: "N", Path: []ir.Step{{Name: "N"}}, Required: true, Type: &ir.Type{Kind: ir.KindInt, Go: "int"}},
	}
	if diff := cmp.Diff(want, structNamed(t, res.Servers[0].Inputs, "T").Fields); diff != "" {
		t.Errorf("fields (-want +got):\n%s", diff)
	}
}

// A byte order mark and //line comments, as other generators write them, move
// nothing and lose nothing.
func TestForeignSource(t *testing.T) {
	src := "// Package svc has a tool.\n" + header + "package svc\n\n//line grammar.y:100\n\n// State is an enum.\ntype State string\n\n// The states.\nconst (\n\tOpen State = \"open\" // not done\n\tDone State = \"done\"\n)\n\n" +
		"// Do does.\n//\n//mcp:tool\nfunc Do(\n\ts State, // the state\n\tp struct {\n\t\tA int // a number\n\t},\n) {\n}\n"
	rows := []struct{ name, src string }{
		{"a byte order mark", "\uFEFF" + strings.Replace(src, "//line grammar.y:100\n", "", 1)},
		{"a line comment", src},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			res := loadIn(t, parser.Config{Dir: module(t, map[string]string{"svc.go": row.src})}, ".")
			noProblems(t, res)
			fields := structNamed(t, res.Servers[0].Inputs, "Do").Fields
			if diff := cmp.Diff("the state\n\nopen: not done", fields[0].Description); diff != "" {
				t.Errorf("description (-want +got):\n%s", diff)
			}
		})
	}
}
