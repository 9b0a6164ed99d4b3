package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/ir"
	"github.com/mcpgen-go/mcpgen/templates"
)

// The names that a program adds to the source tree, in an overlay only.
const (
	hookFile   = "zz_mcpgen_serve.go"
	mainFolder = "zz_mcpgen_main"
)

// program is a temporary program around the tools of packages: files that the
// go command sees and the disk does not.
type program struct {
	dir    string // folder of the host that it is built in
	target string // what is built, relative to dir
	files  map[string][]byte
}

// newProgram lays a program out. Package main serves by itself; the hooks of
// others are called by a main below one of them, so that internal packages can
// be imported. It is wrong usage to ask for packages that no program can join.
func newProgram(servers []*ir.Server, stdout string) (*program, error) {
	p := &program{files: map[string][]byte{}}
	for _, s := range servers {
		if err := p.add(hookPath(s), templates.Hook, newHook(s, stdout)); err != nil {
			return nil, err
		}
	}
	if len(servers) == 1 && servers[0].Package.Name == "main" {
		p.dir, p.target = servers[0].Package.Dir, "."
		return p, nil
	}
	home, err := home(servers)
	if err != nil {
		return nil, err
	}
	folder := freeFolder(home.Package.Dir)
	p.dir, p.target = home.Package.Dir, "./"+folder
	return p, p.add(filepath.Join(p.dir, folder, "main.go"), templates.Main, newMain(servers, stdout))
}

func (p *program) add(path, template string, data any) error {
	var b bytes.Buffer
	if err := templates.Write(&b, template, data); err != nil {
		return err
	}
	p.files[path] = b.Bytes()
	return nil
}

// mainProgram is the data of templates.Main.
type mainProgram struct {
	Packages []mainPackage
	Stdout   string
}

type mainPackage struct{ Alias, Path, Hook string }

func newMain(servers []*ir.Server, stdout string) mainProgram {
	m := mainProgram{Stdout: stdout}
	for i, s := range servers {
		m.Packages = append(m.Packages, mainPackage{"host" + strconv.Itoa(i+1), s.Package.Path, newHook(s, stdout).Hook})
	}
	return m
}

// home is the package below which a main may import all of them.
func home(servers []*ir.Server) (*ir.Server, error) {
	for _, s := range servers {
		if s.Package.Name == "main" {
			return nil, usagef("package main (%s) cannot be served together with others: nothing can import it", s.Package.Path)
		}
	}
	for _, s := range servers {
		if reachesAll(s.Package.Path, servers) {
			return s, nil
		}
	}
	return nil, usagef("no package may import all of these, since some are internal to different trees: serve them one by one")
}

func reachesAll(from string, servers []*ir.Server) bool {
	for _, s := range servers {
		root, internal := internalRoot(s.Package.Path)
		if internal && from != root && !strings.HasPrefix(from, root+"/") {
			return false
		}
	}
	return true
}

// internalRoot is the tree inside which an internal package may be imported.
func internalRoot(path string) (root string, internal bool) {
	i := strings.LastIndex(path+"/", "/internal/")
	if i < 0 {
		return "", false
	}
	return path[:i], true
}

// hookPath names the hook so that it sorts behind every other file of the
// package: the init functions of package main have then all run.
func hookPath(s *ir.Server) string {
	name := hookFile
	entries, _ := os.ReadDir(s.Package.Dir)
	for _, e := range entries {
		if other := e.Name(); filepath.Ext(other) == ".go" && other >= name {
			name = strings.TrimSuffix(other, ".go") + "_" + hookFile
		}
	}
	return filepath.Join(s.Package.Dir, name)
}

// freeFolder is a name for the folder of the temporary main that nothing has.
func freeFolder(dir string) string {
	name := mainFolder
	for n := 2; ; n++ {
		if _, err := os.Lstat(filepath.Join(dir, name)); errors.Is(err, fs.ErrNotExist) {
			return name
		}
		name = fmt.Sprintf("%s%d", mainFolder, n)
	}
}

// overlay writes the files into a folder of ours and returns the name of the
// list that `go build -overlay` reads.
func (p *program) overlay(temp string) (string, error) {
	replace := map[string]string{}
	for path, content := range p.files {
		file := filepath.Join(temp, strconv.Itoa(len(replace))+".go")
		if err := os.WriteFile(file, content, 0o600); err != nil {
			return "", err
		}
		replace[path] = file
	}
	list, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		return "", err
	}
	name := filepath.Join(temp, "overlay.json")
	return name, os.WriteFile(name, list, 0o600)
}
