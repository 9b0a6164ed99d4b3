package parser_test

import (
	"context"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/parser"
	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// TestWant loads every package below testdata/want in one run. A line that has
// a problem says so behind `// want`, a problem of the line above or below
// behind `// want-1` and `// want+1`; each text is a regular expression for
// `message [code]`, of a warning `warning: message [code]`. Nothing may be reported that is not wanted.
func TestWant(t *testing.T) {
	dirs := wantDirs(t)
	got := load(t, dirs...)
	wants := wantsOf(t, dirs)
	for _, d := range slices.Concat(got.Diagnostics, got.Warnings) {
		place := fmt.Sprintf("%s:%d", d.Pos.File, d.Pos.Line)
		text := fmt.Sprintf("%s [%s]", d.Message, d.Code)
		if d.Severity == diag.Warning {
			text = "warning: " + text
		}
		if !meet(wants[place], text) {
			t.Errorf("%s:%d: not wanted: %s", place, d.Pos.Column, text)
		}
	}
	for _, place := range slices.Sorted(maps.Keys(wants)) {
		for _, w := range wants[place] {
			if !w.met {
				t.Errorf("%s: nothing reported that matches %s", place, w.expr)
			}
		}
	}
	for _, s := range got.Servers {
		if !strings.Contains(s.Package.Path, "/want/dep") {
			t.Errorf("%s: a server although there are problems", s.Package.Path)
		}
	}
}

// want is one expected problem.
type want struct {
	expr *regexp.Regexp
	met  bool
}

func meet(wants []*want, text string) bool {
	for _, w := range wants {
		if !w.met && w.expr.MatchString(text) {
			w.met = true
			return true
		}
	}
	return false
}

var (
	wantLine = regexp.MustCompile("// want([-+][0-9]+)? ([\"`].*)$")
	wantText = regexp.MustCompile("\"(?:[^\"\\\\]|\\\\.)*\"|`[^`]*`")
)

// wantsOf reads the wants of all files by file:line.
func wantsOf(t *testing.T, dirs []string) map[string][]*want {
	t.Helper()
	wants := map[string][]*want{}
	for _, dir := range dirs {
		files, err := filepath.Glob(filepath.Join(dir, "*.go"))
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			fileWants(t, file, wants)
		}
	}
	return wants
}

func fileWants(t *testing.T, file string, wants map[string][]*want) {
	t.Helper()
	src, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i, line := range strings.Split(string(src), "\n") {
		m := wantLine.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		offset, _ := strconv.Atoi(m[1]) // none is 0
		place := fmt.Sprintf("%s:%d", filepath.ToSlash(file), i+1+offset)
		for _, quoted := range wantText.FindAllString(m[2], -1) {
			text, err := strconv.Unquote(quoted)
			if err != nil {
				t.Fatalf("%s: %s: %v", place, quoted, err)
			}
			wants[place] = append(wants[place], &want{expr: regexp.MustCompile(text)})
		}
	}
}

// wantDirs lists the packages below testdata/want.
func wantDirs(t *testing.T) []string {
	t.Helper()
	entries, err := os.ReadDir("testdata/want")
	if err != nil {
		t.Fatal(err)
	}
	var dirs []string
	for _, e := range entries {
		dirs = append(dirs, "./testdata/want/"+e.Name())
	}
	return dirs
}

// load runs the parser on packages of this module.
func load(t testing.TB, patterns ...string) parser.Result {
	t.Helper()
	return loadIn(t, parser.Config{}, patterns...)
}

func loadIn(t testing.TB, cfg parser.Config, patterns ...string) parser.Result {
	t.Helper()
	res, err := parser.Load(context.Background(), cfg, patterns...)
	if err != nil {
		t.Fatalf("load: %v", err)
	}
	return res
}

// codes lists the codes of diagnostics, each once.
func codes(list diag.List) []diag.Code {
	var out []diag.Code
	for _, d := range list {
		out = append(out, d.Code)
	}
	slices.Sort(out)
	return slices.Compact(out)
}
