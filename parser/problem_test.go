package parser_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
)

var update = flag.Bool("update", false, "write the golden files")

// golden compares with a file, or writes it with -update.
func golden(t *testing.T, file string, got []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), string(got)); diff != "" {
		t.Errorf("%s (-want +got):\n%s", file, diff)
	}
}

// A user reads the whole text, remedies and related places included.
func TestProblemsAsText(t *testing.T) {
	for _, topic := range []string{"params", "names", "enums", "constructors", "typeerrors", "calls", "headers"} {
		t.Run(topic, func(t *testing.T) {
			res := load(t, "./testdata/want/"+topic)
			var b bytes.Buffer
			all := slices.Concat(res.Diagnostics, res.Warnings)
			all.Sort()
			diag.Text(&b, all)
			golden(t, filepath.Join("testdata", "want", topic, "problems.txt"), b.Bytes())
		})
	}
}

// The columns are those of the smallest text that is wrong.
func TestColumns(t *testing.T) {
	res := load(t, "./testdata/want/params", "./testdata/want/signatures", "./testdata/want/types")
	rows := []struct{ name, message, pos, end string }{
		{"a misspelt parameter", `tool "unknown" has no parameter "amout"`, "params/params.go:16:13", "params/params.go:16:18"},
		{"a misspelt key with its value", `unknown key "titel"`, "params/params.go:49:12", "params/params.go:49:19"},
		{"a parameter's name", `tool "late": a context`, "signatures/signatures.go:32:18", "signatures/signatures.go:32:21"},
		{"a result list", `tool "three": results`, "signatures/signatures.go:12:14", "signatures/signatures.go:12:34"},
		{"a field deep in a type", `tool "deep": parameter "o"`, "types/types.go:40:3", "types/types.go:40:7"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			d := find(t, res.Diagnostics, row.message)
			got := []string{d.Pos.String(), d.End.String()}
			want := []string{"testdata/want/" + row.pos, "testdata/want/" + row.end}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("%s (-want +got):\n%s", d, diff)
			}
		})
	}
}

func find(t *testing.T, list diag.List, message string) diag.Diagnostic {
	t.Helper()
	i := slices.IndexFunc(list, func(d diag.Diagnostic) bool { return strings.HasPrefix(d.Message, message) })
	if i < 0 {
		t.Fatalf("no diagnostic begins with %q", message)
	}
	return list[i]
}

// Every code that the parser can give is given somewhere in these tests.
func TestEveryCodeIsTriggered(t *testing.T) {
	res := load(t, wantDirs(t)...)
	seen := append(codes(res.Diagnostics), codes(res.Warnings)...)
	seen = append(seen, codes(load(t, "./testdata/nowhere").Diagnostics)...)
	seen = append(seen, codes(loadIn(t, parser.Config{Dir: brokenModule(t)}, ".").Diagnostics)...)
	others := []diag.Code{diag.CodeForeignFile, diag.CodeUnwritable} // the command's
	for _, c := range diag.Codes() {
		if !slices.Contains(seen, c) && !slices.Contains(others, c) {
			t.Errorf("no test triggers %s", c)
		}
	}
}

func TestMissingPackageIsALoadError(t *testing.T) {
	res := load(t, "./testdata/nowhere")
	if diff := cmp.Diff([]diag.Code{diag.CodeLoadError}, codes(res.Diagnostics)); diff != "" {
		t.Errorf("codes (-want +got):\n%s", diff)
	}
	if len(res.Servers)+len(res.Bare) > 0 {
		t.Errorf("got servers %v and packages without tools %v, want none", res.Servers, res.Bare)
	}
}

func TestPatternWithoutPackages(t *testing.T) {
	res := load(t, "./testdata/nowhere/...")
	if diff := cmp.Diff(parser.Result{}, res); diff != "" {
		t.Errorf("result (-want +got):\n%s", diff)
	}
}

// brokenModule has an annotated file that is not Go.
func brokenModule(t *testing.T) string {
	t.Helper()
	return module(t, map[string]string{
		"svc.go": "// Package svc is broken.\n//\n//mcp:section demo\n//mcp:hint readOnly\npackage svc\n\n" +
			"// Do does.\n//\n//mcp:tool titel=x\nfunc Do( {}\n",
	})
}

// A file that breaks off before its package clause hides its directives, but not
// that it has some.
func TestDirectivesInAFileThatIsNoGo(t *testing.T) {
	dir := module(t, map[string]string{"svc.go": "pakage svc\n\n//mcp:tool\nfunc Do() {}\n"})
	res := loadIn(t, parser.Config{Dir: dir}, ".")
	if len(res.Diagnostics) == 0 || res.Diagnostics[0].Pos.String() != "svc.go:1:1" {
		t.Errorf("got %v, want a problem at svc.go:1:1", res.Diagnostics)
	}
}

// A file that is not Go is the one problem: its directives cannot be trusted.
func TestParseError(t *testing.T) {
	res := loadIn(t, parser.Config{Dir: brokenModule(t)}, ".")
	if diff := cmp.Diff([]diag.Code{diag.CodeParseError}, codes(res.Diagnostics)); diff != "" {
		t.Fatalf("codes (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff("svc.go:10:10", res.Diagnostics[0].Pos.String()); diff != "" {
		t.Errorf("position (-want +got):\n%s", diff)
	}
}

// A package whose directives cannot be seen is not one that lost its tools: an
// earlier output stays.
func TestBrokenPackageIsNotBare(t *testing.T) {
	dir := module(t, map[string]string{"svc.go": "package svc\n\nfunc Do( {}\n"})
	res := loadIn(t, parser.Config{Dir: dir}, "./...")
	if len(res.Bare) > 0 {
		t.Errorf("got bare packages %v, want none", res.Bare)
	}
}

func TestUnannotatedPackageIsIgnored(t *testing.T) {
	dir := module(t, map[string]string{"svc.go": "package svc\n\nvar x int = undefined\n", "p/p.go": "package p\n"})
	res := loadIn(t, parser.Config{Dir: dir}, "./...")
	if len(res.Diagnostics) > 0 || len(res.Servers) > 0 || len(res.Bare) != 2 {
		t.Errorf("got %+v, want two packages without tools and no problem", res)
	}
}

// module writes the files of a module of its own, which needs nothing but the
// standard library.
func module(t testing.TB, files map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	write(t, dir, map[string]string{"go.mod": "module example.com/host\n\ngo 1.26\n"})
	write(t, dir, files)
	return dir
}

func write(t testing.TB, dir string, files map[string]string) {
	t.Helper()
	for name, content := range files {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
}
