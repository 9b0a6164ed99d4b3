package templates

import (
	"embed"
	"fmt"
	"io"
	"strings"
	"text/template"
)

// The documents.
const (
	// Hook is the file that `mcpgen serve` adds to a package: a function that
	// makes its registry and, in package main, an init that serves it. Its data
	// is a value with the fields that the file names.
	Hook = "hook.go.tmpl"
	// Main is the temporary program that serves the registries of packages
	// other than main.
	Main = "main.go.tmpl"
	// DirectiveHelp is what `mcpgen help directives` prints. Its data is the
	// result of parser.Directives.
	DirectiveHelp = "directives.txt.tmpl"
	// DirectiveTable is the README's table; its data is the same.
	DirectiveTable = "directives.md.tmpl"
)

//go:embed *.tmpl
var files embed.FS

// Write writes one of the documents. An unknown name, data without a field that
// the document uses and a writer that fails are errors.
func Write(w io.Writer, name string, data any) error {
	doc, err := template.New(name).Option("missingkey=error").Funcs(functions()).ParseFS(files, name)
	if err != nil {
		return fmt.Errorf("read template: %w", err)
	}
	if err := doc.Execute(w, data); err != nil {
		return fmt.Errorf("write %s: %w", name, err)
	}
	return nil
}

func functions() template.FuncMap {
	return template.FuncMap{
		// cell keeps a text inside its cell of a Markdown table.
		"cell": func(s string) string { return strings.ReplaceAll(s, "|", `\|`) },
	}
}
