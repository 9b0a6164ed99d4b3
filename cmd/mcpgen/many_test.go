package main

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// Host case GEN-31: many packages are one run of the go command, and a second
// run writes nothing.
func TestGEN31ManyPackages(t *testing.T) {
	dir := t.TempDir()
	write(t, filepath.Join(dir, "go.mod"), "module example.com/many\n\ngo 1.26.0\n", 0o644)
	if err := readCheckout(t).join(filepath.Join(dir, "go.mod")); err != nil {
		t.Fatal(err)
	}
	for i := range 40 {
		pkg := filepath.Join(dir, fmt.Sprintf("p%02d", i))
		if err := os.Mkdir(pkg, 0o755); err != nil {
			t.Fatal(err)
		}
		write(t, filepath.Join(pkg, "svc.go"), servicePackage(i), 0o644)
	}
	t.Chdir(dir)
	t.Setenv("GOFLAGS", "-mod=mod")
	if out := generateAll(t); strings.Count(out, "wrote ") != 40 {
		t.Fatalf("first run:\n%s", out)
	}
	before := modified(t, dir)
	if out := generateAll(t); strings.Contains(out, "wrote ") {
		t.Errorf("second run:\n%s", out)
	}
	for path, at := range modified(t, dir) {
		if !at.Equal(before[path]) {
			t.Errorf("%s was written again", path)
		}
	}
}

// servicePackage has five annotated functions.
func servicePackage(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "// Package p%02d has tools.\n//\n//mcp:section demo\n//mcp:hint readOnly\n//mcp:server prefix=p%02d_\npackage p%02d\n", n, n, n)
	for i := range 5 {
		fmt.Fprintf(&b, "\n// Do%d does.\n//\n//mcp:tool\nfunc Do%d(id int64, names []string) ([]string, error) { return names, nil }\n", i, i)
	}
	return b.String()
}

func generateAll(t *testing.T) string {
	t.Helper()
	var out bytes.Buffer
	if code := run(t.Context(), []string{"./..."}, strings.NewReader(""), &out, &out); code != 0 {
		t.Fatalf("exit code %d:\n%s", code, &out)
	}
	return out.String()
}

func modified(t *testing.T, dir string) map[string]time.Time {
	t.Helper()
	times := map[string]time.Time{}
	paths, err := filepath.Glob(filepath.Join(dir, "*", "mcp_gen.go"))
	if err != nil || len(paths) != 40 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	for _, path := range paths {
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		times[path] = info.ModTime()
	}
	return times
}
