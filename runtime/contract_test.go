package runtime_test

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// proven are the parts of the contract whose every line a test must name.
func proven() []string { return []string{"S0", "S1", "S2", "S3", "S4", "V"} }

// pending are lines that no test names yet, each with the reason. A line that a
// test names must leave this list.
func pending() map[string]string {
	return map[string]string{
		"S0-10": "promises nothing: timing is not tested",
	}
}

var (
	contractLine = regexp.MustCompile(`(?m)^- \*\*((?:S\d|S1\+|V|R|O)-\d+)\*\*`)
	contractNote = regexp.MustCompile(`^contract: (.+)$`)
	contractName = regexp.MustCompile(`^([A-Z]\d*)-(\d+)(?:…(\d+))?$`)
)

// Every line of the contract is named by a test, or waits with a reason.
func TestContractIsProven(t *testing.T) {
	text, err := os.ReadFile("testdata/contract.md")
	if err != nil {
		t.Fatal(err)
	}
	lines := map[string]bool{}
	for _, match := range contractLine.FindAllStringSubmatch(string(text), -1) {
		lines[match[1]] = true
	}
	named := namedInModule(t, "..")
	waiting := pending()
	for _, name := range slices.Sorted(maps.Keys(lines)) {
		part, _, _ := strings.Cut(name, "-")
		if !slices.Contains(proven(), part) {
			continue
		}
		_, waits := waiting[name]
		switch places := named[name]; {
		case len(places) == 0 && !waits:
			t.Errorf("%s is named by no test", name)
		case len(places) > 0 && waits:
			t.Errorf("%s is named by %s: take it off the list of pending ones", name, places[0])
		}
	}
	for name := range waiting {
		if !lines[name] {
			t.Errorf("%s waits and is no line of the contract", name)
		}
	}
	for name, places := range named {
		if !lines[name] {
			t.Errorf("%s: %s is no line of the contract", places[0], name)
		}
	}
}

// namedInModule returns where the tests below root name lines of the contract.
func namedInModule(t *testing.T, root string) map[string][]string {
	t.Helper()
	named := map[string][]string{}
	err := filepath.WalkDir(root, func(path string, entry fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case entry.IsDir() && entry.Name() == "testdata":
			return filepath.SkipDir
		case entry.IsDir() || !strings.HasSuffix(path, "_test.go"):
			return nil
		}
		return namedInFile(path, named)
	})
	if err != nil {
		t.Fatal(err)
	}
	return named
}

func namedInFile(path string, named map[string][]string) error {
	files := token.NewFileSet()
	file, err := parser.ParseFile(files, path, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		return err
	}
	for _, group := range file.Comments {
		for line := range strings.SplitSeq(group.Text(), "\n") {
			match := contractNote.FindStringSubmatch(line)
			if match == nil {
				continue
			}
			names, err := contractNames(match[1])
			if err != nil {
				return fmt.Errorf("%s: %w", files.Position(group.Pos()), err)
			}
			for _, name := range names {
				named[name] = append(named[name], files.Position(group.Pos()).String())
			}
		}
	}
	return nil
}

// contractNames reads a list such as "S0-2, S0-26…31".
func contractNames(list string) ([]string, error) {
	var names []string
	for item := range strings.SplitSeq(list, ",") {
		match := contractName.FindStringSubmatch(strings.TrimSpace(item))
		if match == nil {
			return nil, fmt.Errorf("%q names no line of the contract", item)
		}
		first, err := strconv.Atoi(match[2])
		if err != nil {
			return nil, err
		}
		last := first
		if match[3] != "" {
			if last, err = strconv.Atoi(match[3]); err != nil {
				return nil, err
			}
		}
		for n := first; n <= last; n++ {
			names = append(names, fmt.Sprintf("%s-%d", match[1], n))
		}
	}
	return names, nil
}

func TestContractNames(t *testing.T) {
	got, err := contractNames("S0-2, S0-26…28, V-3")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"S0-2", "S0-26", "S0-27", "S0-28", "V-3"}, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	for _, list := range []string{"", "S0", "S0-", "S0-2 and S0-3", "s0-2"} {
		if _, err := contractNames(list); err == nil {
			t.Errorf("%q is taken", list)
		}
	}
}
