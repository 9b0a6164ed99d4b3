package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"

	"golang.org/x/mod/modfile"
	"golang.org/x/mod/semver"

	"github.com/mcpgen-go/mcpgen/parser"
)

const modulePath = "github.com/mcpgen-go/mcpgen"

// ownVersion is the version that this binary was built as.
func ownVersion() string {
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" {
		return "(devel)"
	}
	return info.Main.Version
}

// warnVersions warns of host modules that require another mcpgen than this one:
// the generated code is for the runtime of the generator's own version.
func (a *app) warnVersions(res parser.Result) {
	own := ownVersion()
	if !released(own) {
		return
	}
	seen := map[string]bool{}
	for _, s := range res.Servers {
		file := moduleFile(s.Package.Dir)
		if file == "" || seen[file] {
			continue
		}
		seen[file] = true
		data, err := os.ReadFile(file)
		if err != nil {
			continue // the go command has read it, and it will complain
		}
		if warning := versionWarning(own, requiredVersion(data)); warning != "" {
			fmt.Fprintf(a.stderr, "mcpgen: warning: %s: %s\n", shown(file), warning)
		}
	}
}

// moduleFile finds the go.mod above a folder.
func moduleFile(dir string) string {
	for {
		file := filepath.Join(dir, "go.mod")
		if info, err := os.Stat(file); err == nil && info.Mode().IsRegular() {
			return file
		}
		parent := filepath.Dir(dir)
		if parent == dir {
			return ""
		}
		dir = parent
	}
}

// requiredVersion is the version of mcpgen that a go.mod asks for, "" if it
// asks for none or puts a replacement in its place.
func requiredVersion(gomod []byte) string {
	file, err := modfile.Parse("go.mod", gomod, nil)
	if err != nil {
		return ""
	}
	for _, r := range file.Replace {
		if r.Old.Path == modulePath {
			return ""
		}
	}
	for _, r := range file.Require {
		if r.Mod.Path == modulePath {
			return r.Mod.Version
		}
	}
	return ""
}

// versionWarning says which side to upgrade; "" if there is nothing to say.
func versionWarning(own, required string) string {
	if !released(own) || !released(required) || semver.Compare(own, required) == 0 {
		return ""
	}
	remedy := "go install " + modulePath + "/cmd/mcpgen@" + required
	if semver.Compare(own, required) > 0 {
		remedy = "go get " + modulePath + "@" + own
	}
	return fmt.Sprintf("requires mcpgen %s, but this is %s: run `%s`", required, own, remedy)
}

// released tells a version that somebody tagged.
func released(version string) bool {
	return semver.IsValid(version) && !strings.HasPrefix(version, "v0.0.0")
}
