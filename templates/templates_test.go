package templates_test

import (
	"bytes"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	host "github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/templates"
)

func TestDirectives(t *testing.T) {
	for _, name := range []string{templates.DirectiveHelp, templates.DirectiveTable} {
		t.Run(name, func(t *testing.T) {
			var b bytes.Buffer
			if err := templates.Write(&b, name, host.Directives()); err != nil {
				t.Fatal(err)
			}
			for _, d := range host.Directives() {
				usage := strings.ReplaceAll(b.String(), `\|`, "|")
				if got := strings.Contains(usage, d.Usage()); got != d.Available {
					t.Errorf("%s is shown: %v, want %v", d.Usage(), got, d.Available)
				}
			}
		})
	}
}

func TestTableHasThreeColumns(t *testing.T) {
	var b bytes.Buffer
	if err := templates.Write(&b, templates.DirectiveTable, host.Directives()); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		cells := strings.ReplaceAll(line, `\|`, "")
		if strings.Count(cells, "|") != 4 {
			t.Errorf("got %q, want three cells", line)
		}
	}
}

func TestMainIsGo(t *testing.T) {
	data := map[string]any{
		"Stdout":   "Stdout",
		"Packages": []map[string]string{{"Alias": "a", "Path": "x/a", "Hook": "Serve"}, {"Alias": "b", "Path": "x/b", "Hook": "Serve2"}},
	}
	var b bytes.Buffer
	if err := templates.Write(&b, templates.Main, data); err != nil {
		t.Fatal(err)
	}
	if _, err := parser.ParseFile(token.NewFileSet(), "main.go", b.Bytes(), 0); err != nil {
		t.Errorf("%v\n%s", err, b.Bytes())
	}
}

func TestWriteRefuses(t *testing.T) {
	if err := templates.Write(&bytes.Buffer{}, "nothing.tmpl", nil); err == nil {
		t.Error("an unknown document is written")
	}
	if err := templates.Write(&bytes.Buffer{}, templates.Hook, map[string]any{}); err == nil {
		t.Error("data without the document's fields is accepted")
	}
}
