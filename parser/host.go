package parser

import (
	"fmt"
	"go/ast"
	"go/token"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/internal/load"
	"github.com/mcpgen-go/mcpgen/parser/internal/schema"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// host is one package while it is read.
type host struct {
	*load.Package
	base     string // positions are shown relative to it
	problems diag.List
	warnings diag.List

	files   []sourceFile
	doc     *directive.Set // the package docs of all files
	types   map[string]*directive.Set
	inputs  *schema.Resolver
	outputs *schema.Resolver
	made    []made // from //mcp:new

	completions []*completion // until all prompts and resources are known
}

// sourceFile is a selected file with its directives.
type sourceFile struct {
	load.File
	found *directive.File
}

func newHost(p *load.Package, base string) *host {
	h := &host{Package: p, base: base, types: map[string]*directive.Set{}}
	syntax := newSyntax(h)
	h.inputs = schema.NewResolver(p.Types, schema.Input, syntax, h.report)
	h.outputs = schema.NewResolver(p.Types, schema.Output, syntax, h.report)
	return h
}

// server reads the package. It gives nil if it offers nothing.
func (h *host) server(explicit bool) *ir.Server {
	h.collect()
	concerned := explicit || h.annotated() || len(h.problems) > 0 || len(h.Errors) > 0 && h.Mentions("//mcp:")
	if !concerned {
		return nil
	}
	if h.broken() {
		return nil
	}
	h.mergeDocs()
	s := h.identity()
	for _, f := range h.files {
		h.functions(s, f)
	}
	if offersNothing(s) && len(h.problems) == 0 {
		h.constructors(s) // each of them is for nobody
	}
	if offersNothing(s) {
		return nil
	}
	h.finish(s)
	return s
}

// collect reads the directives of all files that the build selects; tests may
// have none.
func (h *host) collect() {
	for _, f := range h.Files {
		switch {
		case f.Test:
			directive.Misplaced(h.Fset, f.Syntax, "in a test file", h.report)
		case f.Selected:
			h.files = append(h.files, sourceFile{File: f, found: directive.Collect(h.Fset, f.Syntax, h.report)})
		}
	}
	for _, f := range h.files {
		for spec, set := range f.found.Types {
			h.types[spec.Name.Name] = set
			h.onAlias(spec, set)
		}
	}
}

// onAlias reports directives on an alias: the type that it stands for has methods
// and could have directives, the alias has none.
func (h *host) onAlias(spec *ast.TypeSpec, set *directive.Set) {
	if !spec.Assign.IsValid() || set.Empty() {
		return
	}
	pos, end := name(spec.Name)
	h.report(pos, end, diag.CodeMisplaced, fmt.Sprintf("directives are misplaced on the alias %s: it has no methods of its own", spec.Name.Name), "move them to the type that it stands for")
}

// annotated tells whether any directive was found.
func (h *host) annotated() bool {
	return slices.ContainsFunc(h.files, func(f sourceFile) bool {
		d := f.found
		return !d.Package.Empty() || len(d.Funcs)+len(d.Types) > 0
	})
}

// broken reports what keeps the package from being read at all. Directives of a
// file that is not Go cannot be trusted, so its other problems are dropped.
func (h *host) broken() bool {
	if len(h.Errors) == 0 {
		return false
	}
	h.problems = nil
	for _, e := range h.Errors {
		code, fix := diag.CodeLoadError, "make `go list` pass for this package"
		switch {
		case e.Syntax:
			code, fix = diag.CodeParseError, "make `gofmt` pass for this file"
		case strings.Contains(e.Message, "("+load.Generated+")"): // two package names in one folder
			fix = "delete " + load.Generated + ", which has the package's former name"
		}
		h.problems = append(h.problems, diag.Diagnostic{Pos: h.parsePosition(e.Pos), Code: code, Message: e.Message, Fix: fix})
	}
	return true
}

// mergeDocs makes one place of all package docs.
func (h *host) mergeDocs() {
	var sets []*directive.Set
	for _, f := range h.files {
		if f.found.Package != nil {
			sets = append(sets, f.found.Package)
		}
	}
	h.doc = directive.MergePackage(sets, h.report)
	if h.doc == nil {
		h.doc = &directive.Set{}
	}
}

// report adds a diagnostic; it is the directive.Report of this package.
func (h *host) report(pos, end token.Pos, code diag.Code, message, fix string) {
	if code == diag.CodeTypeError {
		message += h.typeError(pos)
	}
	h.problems = append(h.problems, diag.Diagnostic{
		Pos: h.position(pos), End: h.position(end), Code: code, Message: message, Fix: fix,
	})
}

// warn adds advice, which keeps nothing from being generated.
func (h *host) warn(pos, end token.Pos, code diag.Code, message, fix string) {
	h.warnings = append(h.warnings, diag.Diagnostic{
		Pos: h.position(pos), End: h.position(end), Severity: diag.Warning, Code: code, Message: message, Fix: fix,
	})
}

// typeError finds what the type checker said about a line.
func (h *host) typeError(pos token.Pos) string {
	want := h.Fset.Position(pos)
	for _, e := range h.TypeErrors {
		if got := h.Fset.Position(e.Pos); got.Filename == want.Filename && got.Line == want.Line {
			return ": " + e.Msg
		}
	}
	return ""
}

func (h *host) position(pos token.Pos) diag.Position {
	if !pos.IsValid() {
		return diag.Position{}
	}
	p := h.Fset.Position(pos)
	return diag.Position{File: h.relative(p.Filename), Line: p.Line, Column: p.Column}
}

func (h *host) relative(file string) string {
	rel, err := filepath.Rel(h.base, file)
	if err != nil || strings.HasPrefix(rel, ".."+string(filepath.Separator)+".."+string(filepath.Separator)+"..") {
		return file
	}
	return filepath.ToSlash(rel)
}

// parsePosition reads the go command's "file:line:col".
func (h *host) parsePosition(s string) diag.Position {
	p := diag.Position{File: s}
	for _, n := range []*int{&p.Column, &p.Line} {
		i := strings.LastIndexByte(p.File, ':')
		if i < 0 {
			break
		}
		v, ok := atoi(p.File[i+1:])
		if !ok {
			break
		}
		*n, p.File = v, p.File[:i]
	}
	if p.Line == 0 { // file:line without a column
		p.Line, p.Column = p.Column, 0
	}
	if filepath.IsAbs(p.File) {
		p.File = h.relative(p.File)
	}
	if p.File == "-" {
		p.File = ""
	}
	return p
}

func atoi(s string) (int, bool) {
	n := 0
	for _, c := range s {
		if c < '0' || c > '9' || n > 1e8 {
			return 0, false
		}
		n = n*10 + int(c-'0')
	}
	return n, s != ""
}

// name spans an identifier.
func name(id *ast.Ident) (pos, end token.Pos) { return id.Pos(), id.End() }
