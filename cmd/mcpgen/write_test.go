package main

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

func TestApplyWritesAllOrNothing(t *testing.T) {
	dir := t.TempDir()
	stale := filepath.Join(dir, "mcp_gen.go")
	write(t, stale, "old", 0o644)
	changes := []change{
		{path: stale, name: "mcp_gen.go", old: []byte("old"), new: []byte("new"), mode: 0o644},
		{path: filepath.Join(dir, "gone", "mcp_gen.go"), name: "gone/mcp_gen.go", new: []byte("new"), mode: 0o644},
	}
	problems := apply(changes)
	want := diag.List{*unwritable("gone/mcp_gen.go", os.ErrNotExist)}
	want[0].Message = problems[0].Message // the system's words
	if diff := cmp.Diff(want, problems); diff != "" {
		t.Errorf("problems (-want +got):\n%s", diff)
	}
	if got := string(read(t, stale)); got != "old" {
		t.Errorf("a file was written although another could not be: got %q", got)
	}
	if left := entries(t, dir); len(left) != 1 {
		t.Errorf("temporary files stay behind: got %v", left)
	}
}

func TestApply(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	write(t, at("kept"), "old", 0o600)
	write(t, at("removed"), "old", 0o644)
	problems := apply([]change{
		{path: at("created"), new: []byte("new"), mode: 0o644},
		{path: at("kept"), old: []byte("old"), new: []byte("new"), mode: 0o600},
		{path: at("removed"), old: []byte("old")},
	})
	if len(problems) > 0 {
		t.Fatalf("got problems %v", problems)
	}
	if diff := cmp.Diff([]string{"created -rw-r--r-- new", "kept -rw------- new"}, entries(t, dir)); diff != "" {
		t.Errorf("folder (-want +got):\n%s", diff)
	}
}

func write(t *testing.T, path, content string, mode os.FileMode) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), mode); err != nil {
		t.Fatal(err)
	}
}

// entries lists a folder with modes and contents.
func entries(t *testing.T, dir string) []string {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var out []string
	for _, e := range list {
		info, err := e.Info()
		if err != nil {
			t.Fatal(err)
		}
		out = append(out, e.Name()+" "+info.Mode().String()+" "+string(read(t, filepath.Join(dir, e.Name()))))
	}
	return out
}
