package generator_test

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/generator"
	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

var update = flag.Bool("update", false, "write the golden files")

// hosts are the packages below testdata that offer something; their golden file lies
// where a host's would, so that they compile as they stand.
var hosts = []string{
	"./testdata/clash", "./testdata/command", "./testdata/mirror", "./testdata/odd", "./testdata/reading", "./testdata/receivers", "./testdata/shadow", "./testdata/wild",
}

// TestGolden compares what is generated now with the committed files.
func TestGolden(t *testing.T) {
	for _, f := range generate(t, hosts...) {
		name := filepath.Base(filepath.Dir(f.Path))
		t.Run(name, func(t *testing.T) { golden(t, filepath.Join("testdata", name, generator.FileName), f.Content) })
	}
}

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

// servers loads packages that have no problems.
func servers(t testing.TB, patterns ...string) []*ir.Server {
	t.Helper()
	res, err := parser.Load(context.Background(), parser.Config{}, patterns...)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	if err := res.Diagnostics.Err(); err != nil {
		t.Fatalf("problems:\n%v", err)
	}
	return res.Servers
}

func generate(t testing.TB, patterns ...string) []generator.File {
	t.Helper()
	files, err := generator.Files(servers(t, patterns...))
	if err != nil {
		t.Fatal(err)
	}
	return files
}
