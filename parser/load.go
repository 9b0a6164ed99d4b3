package parser

import (
	"context"
	"os"
	"path/filepath"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/load"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// Generated is the name of the file that is written into a package.
const Generated = load.Generated

// Header is the line that marks a file as written by mcpgen.
const Header = load.Header

// IsOurs tells whether the content of an existing file may be replaced: mcpgen
// wrote it, or it is empty.
func IsOurs(content []byte) bool { return load.IsOurs(content) }

// Config says where and how packages are loaded. The zero value loads relative
// to the current folder with the environment of this process.
type Config struct {
	Dir  string
	Tags []string // for type checking only: they never change which tools exist
	Env  []string
}

// Result is what a run found.
type Result struct {
	Servers     []*ir.Server // packages that offer something, by import path
	Bare        []ir.Package // packages that offer nothing; an earlier output in them is stale
	Diagnostics diag.List    // sorted; with one of them nothing may be written
	Warnings    diag.List    // sorted; advice, beside which everything may be written
}

// Load reads the packages that patterns match, in one run of the go command. The
// error is a failure of the run itself; problems in host source are diagnostics.
func Load(ctx context.Context, cfg Config, patterns ...string) (Result, error) {
	pkgs, err := load.Packages(ctx, load.Config(cfg), patterns...)
	if err != nil {
		return Result{}, err
	}
	var res Result
	base := baseDir(cfg.Dir)
	for _, p := range pkgs {
		h := newHost(p, base)
		server := h.server(explicit(p, patterns))
		res.Diagnostics = append(res.Diagnostics, h.problems...)
		res.Warnings = append(res.Warnings, h.warnings...)
		switch {
		case server != nil && len(h.problems) == 0:
			res.Servers = append(res.Servers, server)
		case len(h.problems) == 0 && len(p.Errors) == 0: // else there may be directives that nobody could see
			res.Bare = append(res.Bare, ir.Package{Path: p.Path, Name: p.Name, Dir: p.Dir})
		}
	}
	res.Diagnostics.Sort()
	res.Warnings.Sort()
	return res, nil
}

// baseDir is the folder that positions are shown relative to.
func baseDir(dir string) string {
	if abs, err := filepath.Abs(dir); err == nil {
		return abs
	}
	wd, _ := os.Getwd()
	return wd
}

// explicit tells whether a package was asked for by name: then its errors count
// even if it has no directive that says it is ours.
func explicit(p *load.Package, patterns []string) bool {
	if len(p.Files) > 0 {
		return false
	}
	for _, pattern := range patterns {
		if !strings.Contains(pattern, "...") {
			return true
		}
	}
	return false
}
