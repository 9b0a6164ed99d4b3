package main

import (
	"bytes"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/templates"
)

// The README's table is what the registry of directives says today; -update
// writes it.
func TestReadmeListsDirectives(t *testing.T) {
	const readme, begin, end = "../../README.md", "<!-- directives -->\n", "<!-- /directives -->\n"
	data, err := os.ReadFile(readme)
	if err != nil {
		t.Fatal(err)
	}
	text := strings.ReplaceAll(string(data), "\r\n", "\n")
	before, rest, opened := strings.Cut(text, begin)
	got, after, closed := strings.Cut(rest, end)
	if !opened || !closed {
		t.Fatalf("the README has no %s … %s", begin, end)
	}
	want := directiveTable(t)
	if *update {
		if err := os.WriteFile(readme, []byte(before+begin+want+end+after), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("directive table (-want +got):\n%s", diff)
	}
}

func directiveTable(t *testing.T) string {
	t.Helper()
	var table bytes.Buffer
	if err := templates.Write(&table, templates.DirectiveTable, parser.Directives()); err != nil {
		t.Fatal(err)
	}
	return "\n" + strings.TrimSpace(table.String()) + "\n\n"
}
