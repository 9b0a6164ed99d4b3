package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
	"golang.org/x/mod/modfile"
)

var update = flag.Bool("update", false, "write what the stories show back into them")

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"mcpgen": main})
}

// TestScript runs the stories: each is a host module that joins this checkout,
// with the commands that somebody gives in it.
func TestScript(t *testing.T) {
	checkout := readCheckout(t)
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		UpdateScripts:       *update,
		RequireExplicitExec: true,
		RequireUniqueNames:  true,
		Setup:               checkout.setup,
		Condition:           condition,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"rawtools": rawTools, "setcr": setCR},
	})
}

// condition knows one more than the defaults: whether permissions bind us.
func condition(name string) (bool, error) {
	if name == "root" {
		return os.Geteuid() == 0, nil
	}
	return false, fmt.Errorf("unknown condition %q", name)
}

// checkout is what a host module needs to build against this one.
type checkout struct {
	dir string
	mod *modfile.File
	sum []byte
	env []string
}

func readCheckout(t *testing.T) *checkout {
	t.Helper()
	dir, err := filepath.Abs("../..")
	if err != nil {
		t.Fatal(err)
	}
	c := &checkout{dir: dir, sum: read(t, filepath.Join(dir, "go.sum"))}
	if c.mod, err = modfile.Parse("go.mod", read(t, filepath.Join(dir, "go.mod")), nil); err != nil {
		t.Fatal(err)
	}
	// The stories have no home folder, but they share the caches.
	out, err := exec.Command("go", "env", "GOCACHE", "GOMODCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	caches := strings.Fields(string(out))
	c.env = []string{
		"GOCACHE=" + caches[0], "GOMODCACHE=" + caches[1],
		"GOFLAGS=-mod=mod -buildvcs=false", "GOPROXY=off", "GOSUMDB=off", "GOTOOLCHAIN=local",
	}
	return c
}

func read(t *testing.T, path string) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// setup joins every go.mod of a story to the checkout.
func (c *checkout) setup(env *testscript.Env) error {
	env.Vars = append(env.Vars, c.env...)
	return filepath.WalkDir(env.WorkDir, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.Name() == "go.mod":
			return c.join(path)
		case d.Name() == "go.work":
			return os.WriteFile(path+".sum", c.sum, 0o644)
		}
		return nil
	})
}

func (c *checkout) join(path string) error {
	data, err := os.ReadFile(path)
	if err != nil {
		return err
	}
	host, err := modfile.Parse(path, data, nil)
	if err != nil {
		return err
	}
	host.AddNewRequire(c.mod.Module.Mod.Path, "v0.0.0", false)
	for _, r := range c.mod.Require {
		host.AddNewRequire(r.Mod.Path, r.Mod.Version, true)
	}
	if err := host.AddReplace(c.mod.Module.Mod.Path, "", c.dir, ""); err != nil {
		return err
	}
	if data, err = host.Format(); err != nil {
		return err
	}
	sum := filepath.Join(filepath.Dir(path), "go.sum")
	return errors.Join(os.WriteFile(path, data, 0o644), os.WriteFile(sum, c.sum, 0o644))
}

// rawTools FILE OUT writes the bytes of the tools in the first line of a file
// that has any, bare or as a JSON-RPC result.
func rawTools(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: rawtools FILE OUT")
	}
	for line := range strings.Lines(ts.ReadFile(args[0])) {
		var answer struct {
			Tools  json.RawMessage
			Result struct{ Tools json.RawMessage }
		}
		ts.Check(json.Unmarshal([]byte(line), &answer))
		if answer.Tools == nil {
			answer.Tools = answer.Result.Tools
		}
		if answer.Tools != nil {
			ts.Check(os.WriteFile(ts.MkAbs(args[1]), answer.Tools, 0o644))
			return
		}
	}
	ts.Fatalf("%s has no tools", args[0])
}

// setCR FILE gives every line of a file a carriage return, as a checkout on
// Windows does.
func setCR(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: setcr FILE")
	}
	path := ts.MkAbs(args[0])
	data, err := os.ReadFile(path)
	ts.Check(err)
	ts.Check(os.WriteFile(path, bytes.ReplaceAll(data, []byte("\n"), []byte("\r\n")), 0o644))
}
