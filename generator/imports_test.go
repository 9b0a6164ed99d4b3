package generator_test

import (
	"debug/buildinfo"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/mod/modfile"
)

const module = "github.com/mcpgen-go/mcpgen"

// deps lists what packages need, themselves included.
func deps(t *testing.T, packages ...string) []string {
	t.Helper()
	return strings.Fields(command(t, append([]string{"list", "-deps"}, packages...)...))
}

// The generator knows the IR and diagnostics and nothing else of this module.
func TestGeneratorImports(t *testing.T) {
	allowed := []string{module + "/generator", module + "/parser/ir", module + "/parser/diag"}
	for _, p := range deps(t, module+"/generator") {
		if strings.HasPrefix(p, module) && !slices.Contains(allowed, p) {
			t.Errorf("generator needs %s", p)
		}
	}
}

// The runtime, and with it every host, needs no part of the generator.
func TestRuntimeImports(t *testing.T) {
	forbidden := []string{
		module + "/parser", module + "/generator", module + "/cmd", module + "/templates", "github.com/dave/jennifer",
		"github.com/invopop/jsonschema", "golang.org/x/tools", "github.com/spf13/cobra", "go/types", "go/ast",
	}
	for _, p := range deps(t, module+"/runtime", module+"/runtime/bind", module+"/runtime/predeclared") {
		for _, f := range forbidden {
			if p == f || strings.HasPrefix(p, f+"/") {
				t.Errorf("runtime needs %s", p)
			}
		}
	}
}

// A host that uses the runtime only links the modules of a committed list.
func TestHostLinksNothingElse(t *testing.T) {
	binary := filepath.Join(t.TempDir(), "host")
	command(t, "build", "-o", binary, "./testdata/command")
	info, err := buildinfo.ReadFile(binary)
	if err != nil {
		t.Fatal(err)
	}
	var got strings.Builder
	for _, m := range info.Deps {
		got.WriteString(m.Path + "\n")
	}
	golden(t, filepath.Join("testdata", "modules.txt"), []byte(got.String()))
}

// Hosts build this module as it is published, with any toolchain that is new
// enough.
func TestGoMod(t *testing.T) {
	raw, err := os.ReadFile("../go.mod")
	if err != nil {
		t.Fatal(err)
	}
	mod, err := modfile.Parse("go.mod", raw, nil)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(module, mod.Module.Mod.Path); diff != "" {
		t.Errorf("module (-want +got):\n%s", diff)
	}
	if len(mod.Replace)+len(mod.Exclude) > 0 || mod.Toolchain != nil {
		t.Error("go.mod has a replace, exclude or toolchain line")
	}
}
