package generator_test

import (
	"context"
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"golang.org/x/tools/go/packages"

	"github.com/mcpgen-go/mcpgen/generator"
	"github.com/mcpgen-go/mcpgen/parser"
)

// loadMode is the least that a generator needs from the go command.
const loadMode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedModule | packages.NeedExportFile

// BenchmarkGenerate1000 generates a package of 1,000 tools. Its measure is the
// ratio of the whole to what nobody can save: loading the package and formatting
// the result. The goal is 2 at most.
func BenchmarkGenerate1000(b *testing.B) {
	dir := thousand(b)
	output := generated(b, dir) // builds the dependencies, too
	var whole, load, gofmt time.Duration
	for b.Loop() {
		whole += timed(b, func() error { generated(b, dir); return nil })
		load += timed(b, func() error { _, err := packages.Load(&packages.Config{Mode: loadMode, Dir: dir}, "."); return err })
		gofmt += timed(b, func() error { _, err := format.Source(output); return err })
	}
	b.ReportMetric(float64(whole)/float64(load+gofmt), "whole/(load+gofmt)")
	b.ReportMetric(float64(load.Milliseconds())/float64(b.N), "load-ms")
	b.ReportMetric(float64(gofmt.Milliseconds())/float64(b.N), "gofmt-ms")
	b.ReportMetric(float64(whole.Milliseconds())/float64(b.N), "whole-ms")
	b.ReportMetric(float64(len(output))/1e6, "MB")
}

func timed(b *testing.B, f func() error) time.Duration {
	b.Helper()
	start := time.Now()
	if err := f(); err != nil {
		b.Fatal(err)
	}
	return time.Since(start)
}

func generated(b *testing.B, dir string) []byte {
	b.Helper()
	res, err := parser.Load(context.Background(), parser.Config{Dir: dir}, ".")
	if err != nil {
		b.Fatal(err)
	}
	if err := res.Diagnostics.Err(); err != nil {
		b.Fatal(err)
	}
	files, err := generator.Files(res.Servers)
	if err != nil {
		b.Fatal(err)
	}
	return files[0].Content
}

// thousand writes a module with a package of 1,000 methods, as a large host has
// them, that uses mcpgen from this checkout.
func thousand(b *testing.B) string {
	b.Helper()
	root, err := filepath.Abs("..")
	if err != nil {
		b.Fatal(err)
	}
	dir := b.TempDir()
	mod, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		b.Fatal(err)
	}
	sum, err := os.ReadFile(filepath.Join(root, "go.sum"))
	if err != nil {
		b.Fatal(err)
	}
	host := strings.Replace(string(mod), "module "+module, "module example.com/host", 1)
	host += fmt.Sprintf("\nrequire %s v0.0.0\n\nreplace %[1]s => %s\n", module, root)
	put(b, dir, "go.mod", host)
	put(b, dir, "go.sum", string(sum))
	for i := range 10 {
		put(b, dir, fmt.Sprintf("tools%d.go", i), hundred(i))
	}
	put(b, dir, "service.go", service)
	return dir
}

func put(b *testing.B, dir, name, content string) {
	b.Helper()
	if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
		b.Fatal(err)
	}
}

const service = `// Package host has a thousand tools.
//
//mcp:section demo
//mcp:hint readOnly
package host

import (
	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// Service does everything.
type Service struct{}

// State is an enum.
type State string

// The states.
const (
	Open State = "open" // not done yet
	Done State = "done" // done
)

// Check keeps the import.
func Check(c *mcprt.Call) {}
`

// hundred is one file of tools; each tenth takes a struct besides.
func hundred(file int) string {
	var s strings.Builder
	s.WriteString("package host\n\nimport (\n\t\"context\"\n\t\"time\"\n)\n")
	for i := range 100 {
		n := file*100 + i
		if i%10 == 0 {
			fmt.Fprintf(&s, structTool, n)
		} else {
			fmt.Fprintf(&s, plainTool, n)
		}
	}
	return s.String()
}

const plainTool = `
// Tool%[1]d lists what there is, the newest first.
//
// It takes a query and a state; what is returned is cut at the limit.
//
//mcp:tool
//mcp:hint readOnly closedWorld
//mcp:param limit default=20 min=1 max=%[1]d00
func (s *Service) Tool%[1]d(
	ctx context.Context,
	query string, // search expression
	state State, // only in this state
	limit int, // how many at most
	since *time.Time, // not before
) ([]string, error) {
	for i := range limit {
		if len(query) > i {
			return []string{query}, nil
		}
	}
	return nil, nil
}
`

const structTool = `
// Item%[1]d is one item.
type Item%[1]d struct {
	// Name is its name.
	Name  string            ` + "`json:\"name\"`" + `
	Tags  []string          ` + "`json:\"tags,omitempty\"`" + `
	Due   *time.Time        ` + "`json:\"due,omitempty\"`" + ` // when it has to be done
	Attrs map[string]string ` + "`json:\"attrs\"`" + `
	//mcp:param min=1 max=5
	Prio int ` + "`json:\"prio\"`" + `
}

// Tool%[1]d stores an item.
//
//mcp:tool
//mcp:hint additive idempotent
func (s *Service) Tool%[1]d(ctx context.Context, item Item%[1]d, dry bool, note *string) (Item%[1]d, error) {
	return item, nil
}
`
