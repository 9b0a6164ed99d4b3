package load

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"go/ast"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"golang.org/x/tools/go/packages"
)

// Config says where and how to load.
type Config struct {
	Dir  string   // folder that patterns are relative to; "" = the current one
	Tags []string // build tags; they serve type checking and never change which tools exist
	Env  []string // environment of the go command; nil = this process's
}

// Package is one host package.
type Package struct {
	Path, Name string
	Dir        string
	Fset       *token.FileSet
	Types      *types.Package
	Files      []File // all Go files of the folder but our own, by name
	Errors     []Error
	TypeErrors []types.Error // outside our own output

	// Main reports whether a package belongs to the host's own modules: its
	// enums are read and its field directives honoured.
	Main func(path string) bool
}

// Error is what the go command or the Go parser has to say about a package.
type Error struct {
	Pos     string // "file:line:col", "" if unknown
	Message string
	Syntax  bool
}

// mode asks for the root packages from source and for everything below them
// from export data.
const mode = packages.NeedName | packages.NeedFiles | packages.NeedCompiledGoFiles | packages.NeedImports |
	packages.NeedTypes | packages.NeedTypesSizes | packages.NeedSyntax | packages.NeedModule | packages.NeedExportFile

// Packages loads what patterns match, in order of import path, in one run of
// the go command.
func Packages(ctx context.Context, cfg Config, patterns ...string) ([]*Package, error) {
	r := &reader{fset: token.NewFileSet(), bodies: map[*ast.FuncDecl]*ast.BlockStmt{}}
	conf := &packages.Config{
		Context: ctx, Mode: mode, Dir: cfg.Dir, Env: cfg.Env, Fset: r.fset, ParseFile: r.parse,
	}
	if len(cfg.Tags) > 0 {
		conf.BuildFlags = []string{"-tags=" + strings.Join(cfg.Tags, ",")}
	}
	roots, err := packages.Load(conf, patterns...)
	if err != nil {
		return nil, fmt.Errorf("load %s: %w", strings.Join(patterns, " "), err)
	}
	if len(roots) == 0 && slices.ContainsFunc(patterns, named) {
		return nil, fmt.Errorf("load %s: the go command lists no package", strings.Join(patterns, " "))
	}
	r.restore()
	main := mainPackages(roots)
	out := make([]*Package, 0, len(roots))
	for _, p := range roots {
		pkg, err := r.assemble(p, main)
		if err != nil {
			return nil, err
		}
		out = append(out, pkg)
	}
	slices.SortFunc(out, func(a, b *Package) int { return strings.Compare(a.Path, b.Path) })
	return out, nil
}

// named tells a pattern that stands for one package: matching nothing is an error
// then.
func named(pattern string) bool { return !strings.Contains(pattern, "...") }

// Mentions tells whether any Go file of the folder holds the text. It serves
// packages that cannot be parsed: their directives are still to be seen.
func (p *Package) Mentions(text string) bool {
	names, err := goFiles(p.Dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(names, func(name string) bool {
		src, err := os.ReadFile(filepath.Join(p.Dir, name))
		return err == nil && bytes.Contains(src, []byte(text))
	})
}

// reader parses files for the loader. Function bodies are set aside while types
// are checked: no tool depends on what happens inside a function.
type reader struct {
	fset   *token.FileSet
	mu     sync.Mutex
	bodies map[*ast.FuncDecl]*ast.BlockStmt
}

func (r *reader) parse(fset *token.FileSet, path string, src []byte) (*ast.File, error) {
	if filepath.Base(path) == Generated {
		src = blank(src)
	}
	f, err := parseFile(fset, path, src)
	if f != nil {
		r.setAside(f)
	}
	return f, err
}

func (r *reader) setAside(f *ast.File) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, d := range f.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok && fn.Body != nil {
			r.bodies[fn] = fn.Body
			fn.Body = nil
		}
	}
}

func (r *reader) restore() {
	for fn, body := range r.bodies {
		fn.Body = body
	}
}

func (r *reader) assemble(p *packages.Package, main map[string]bool) (*Package, error) {
	pkg := &Package{
		Path: p.PkgPath, Name: p.Name, Dir: p.Dir, Fset: r.fset, Types: p.Types,
		Main: func(path string) bool { return path == p.PkgPath || main[path] },
	}
	if pkg.Dir == "" && len(p.GoFiles) > 0 {
		pkg.Dir = filepath.Dir(p.GoFiles[0])
	}
	for _, e := range p.Errors {
		if e.Kind != packages.TypeError && !fromGenerated(e) {
			pkg.Errors = append(pkg.Errors, Error{Pos: e.Pos, Message: e.Msg, Syntax: e.Kind == packages.ParseError})
		}
	}
	for _, e := range p.TypeErrors {
		if filepath.Base(r.fset.Position(e.Pos).Filename) != Generated {
			pkg.TypeErrors = append(pkg.TypeErrors, e)
		}
	}
	if pkg.Dir == "" {
		return pkg, nil
	}
	var err error
	pkg.Files, err = r.files(p)
	return pkg, err
}

// fromGenerated tells errors that lie in our own output, and the go command's
// compile errors, which the type checker repeats with better positions.
func fromGenerated(e packages.Error) bool {
	file, _, _ := strings.Cut(e.Pos, ":")
	return filepath.Base(file) == Generated || strings.Contains(e.Msg, Generated+":") || strings.HasPrefix(e.Msg, "# ")
}

// files lists the folder: selected files with the syntax that was type-checked,
// the others parsed for their names and directives.
func (r *reader) files(p *packages.Package) ([]File, error) {
	names, err := goFiles(p.Dir)
	if errors.Is(err, os.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	checked := r.checkedFiles(p)
	unknown := len(p.GoFiles) == 0 && len(p.Errors) > 0 // nobody chose: then every file may say that it is ours
	var out []File
	for _, name := range names {
		f := File{Name: name, Test: strings.HasSuffix(name, "_test.go"), Syntax: checked[name]}
		f.Selected = unknown || slices.ContainsFunc(p.GoFiles, func(path string) bool { return filepath.Base(path) == name })
		if f.Syntax == nil {
			f.Syntax = r.parseAlone(filepath.Join(p.Dir, name))
		}
		if f.Syntax == nil {
			continue
		}
		f.Constrained = Constrained(name, f.Syntax)
		out = append(out, f)
	}
	return out, nil
}

func (r *reader) checkedFiles(p *packages.Package) map[string]*ast.File {
	files := map[string]*ast.File{}
	for _, f := range p.Syntax {
		path := r.fset.File(f.FileStart).Name()
		if filepath.Dir(path) == p.Dir {
			files[filepath.Base(path)] = f
		}
	}
	return files
}

// parseAlone reads a file outside the type check; one that cannot be read
// counts as absent, as it does for the build.
func (r *reader) parseAlone(path string) *ast.File {
	src, err := os.ReadFile(path)
	if err != nil {
		return nil
	}
	f, _ := parseFile(r.fset, path, src)
	return f
}

// mainPackages names the packages, dependencies included, of the host's own
// modules.
func mainPackages(roots []*packages.Package) map[string]bool {
	main := map[string]bool{}
	packages.Visit(roots, nil, func(p *packages.Package) {
		if p.Module != nil && p.Module.Main {
			main[p.PkgPath] = true
		}
	})
	return main
}
