package main

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/generator"
	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// change is one file on disk that is not what the source asks for.
type change struct {
	path     string
	name     string // the path as shown
	old, new []byte // old nil: there is none; new nil: it goes
	mode     fs.FileMode
}

func (c change) removes() bool { return c.new == nil }

func names(changes []change) []string {
	var out []string
	for _, c := range changes {
		out = append(out, c.name)
	}
	return out
}

// plan compares what should be with what is, by name. It writes nothing. A file
// that mcpgen did not write is a problem where ours would go, and nobody's
// business elsewhere.
func plan(files []generator.File, bare []ir.Package, same func(a, b []byte) bool) ([]change, diag.List) {
	var changes []change
	var problems diag.List
	for _, f := range files {
		c, problem := planFile(f)
		switch {
		case problem != nil:
			problems = append(problems, *problem)
		case c.old == nil || !same(c.old, c.new):
			changes = append(changes, c)
		}
	}
	for _, p := range bare {
		if c, ok := planRemoval(p.Dir); ok {
			changes = append(changes, c)
		}
	}
	slices.SortFunc(changes, func(a, b change) int { return strings.Compare(a.name, b.name) })
	problems.Sort()
	return changes, problems
}

func planFile(f generator.File) (change, *diag.Diagnostic) {
	c := change{path: f.Path, name: shown(f.Path), new: f.Content, mode: 0o644}
	info, err := os.Stat(c.path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, unwritable(c.name, err)
	}
	if !info.Mode().IsRegular() {
		return c, foreign(c.name)
	}
	if c.old, err = os.ReadFile(c.path); err != nil {
		return c, unwritable(c.name, err)
	}
	if !parser.IsOurs(c.old) {
		return c, foreign(c.name)
	}
	c.mode = info.Mode().Perm()
	return c, nil
}

// planRemoval finds our file in a package that offers nothing any more.
func planRemoval(dir string) (change, bool) {
	path := filepath.Join(dir, parser.Generated)
	info, err := os.Lstat(path)
	if dir == "" || err != nil || !info.Mode().IsRegular() {
		return change{}, false
	}
	old, err := os.ReadFile(path)
	if err != nil || !parser.IsOurs(old) {
		return change{}, false
	}
	return change{path: path, name: shown(path), old: old}, true
}

// shown is a path relative to the current folder with slashes, if that is
// shorter than the path itself.
func shown(path string) string {
	wd, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(wd, path)
	if err != nil || len(rel) > len(path) {
		return path
	}
	return filepath.ToSlash(rel)
}

func sameBytes(a, b []byte) bool { return bytes.Equal(a, b) }

// sameText compares modulo carriage returns: a checkout may have put them in.
func sameText(a, b []byte) bool {
	return bytes.Equal(withoutCR(a), withoutCR(b))
}

func withoutCR(b []byte) []byte { return bytes.ReplaceAll(b, []byte("\r\n"), []byte("\n")) }

func foreign(name string) *diag.Diagnostic {
	return &diag.Diagnostic{
		Pos:     diag.Position{File: name},
		Code:    diag.CodeForeignFile,
		Message: "mcpgen did not write this file and leaves it alone",
		Fix:     "rename it, or delete it if it is a leftover",
	}
}

func unwritable(name string, err error) *diag.Diagnostic {
	reason := err
	if path, ok := errors.AsType[*fs.PathError](err); ok {
		reason = path.Err // the path is shown already, and a temporary name would puzzle
	}
	return &diag.Diagnostic{
		Pos:     diag.Position{File: name},
		Code:    diag.CodeUnwritable,
		Message: "cannot be written: " + reason.Error(),
		Fix:     "make the file and its folder writable",
	}
}
