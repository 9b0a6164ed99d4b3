package example

import (
	"bytes"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/generator"
	"github.com/mcpgen-go/mcpgen/parser"
)

// The committed files are what mcpgen writes today.
func TestGeneratedFilesAreUpToDate(t *testing.T) {
	found, err := parser.Load(t.Context(), parser.Config{Dir: "."}, "./quickstart", "./tasks", "./everything")
	if err != nil {
		t.Fatal(err)
	}
	if len(found.Diagnostics) > 0 || len(found.Servers) != 3 {
		t.Fatalf("%d servers, diagnostics %v", len(found.Servers), found.Diagnostics)
	}
	files, err := generator.Files(found.Servers)
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range files {
		got, err := os.ReadFile(want.Path)
		if err != nil {
			t.Fatal(err)
		}
		got = bytes.ReplaceAll(got, []byte("\r\n"), []byte("\n"))
		if diff := cmp.Diff(string(want.Content), string(got)); diff != "" {
			t.Errorf("%s: run go generate (-want +got):\n%s", want.Path, diff)
		}
	}
}
