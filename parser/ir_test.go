package parser_test

import (
	"encoding/json"
	"math/rand/v2"
	"path"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// described are the packages whose IR is compared as a whole. What the generator
// prints for them is committed beside their source.
var described = []string{
	"../generator/testdata/clash", "../generator/testdata/command", "../generator/testdata/mirror", "../generator/testdata/odd", "../generator/testdata/reading", "../generator/testdata/receivers",
	"../generator/testdata/shadow", "../generator/testdata/wild", "./testdata/ir/descriptions",
}

func TestIR(t *testing.T) {
	res := load(t, described...)
	noProblems(t, res)
	if diff := cmp.Diff(len(described), len(res.Servers)); diff != "" {
		t.Fatalf("servers (-want +got):\n%s", diff)
	}
	for _, s := range res.Servers {
		name := path.Base(s.Package.Path)
		t.Run(name, func(t *testing.T) {
			text := encode(t, s)
			golden(t, "testdata/ir/"+name+".json", []byte(text+"\n"))
			noFolder(t, text)
			roundTrip(t, s)
		})
	}
}

// noFolder: nothing in the IR depends on where the checkout lies.
func noFolder(t *testing.T, text string) {
	t.Helper()
	if strings.Contains(text, `"/`) {
		t.Errorf("an absolute path in %s", text)
	}
}

// roundTrip: the IR is data, so that JSON carries all of it but the folder.
func roundTrip(t *testing.T, s *ir.Server) {
	t.Helper()
	raw, err := json.Marshal(s)
	if err != nil {
		t.Fatal(err)
	}
	var got ir.Server
	if err := json.Unmarshal(raw, &got); err != nil {
		t.Fatal(err)
	}
	got.Package.Dir = s.Package.Dir
	if diff := cmp.Diff(encode(t, *s), encode(t, got)); diff != "" {
		t.Errorf("text after a round trip (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(*s, got, compact); diff != "" {
		t.Errorf("value after a round trip (-want +got):\n%s", diff)
	}
}

// compact compares raw JSON by its text without blanks, and an empty list as
// none.
var compact = cmp.Options{
	cmp.Comparer(func(a, b json.RawMessage) bool { return string(a) == string(b) }),
	cmp.FilterValues(func(a, b []ir.Field) bool { return len(a)+len(b) == 0 }, cmp.Ignore()),
	cmp.FilterValues(func(a, b []ir.Receiver) bool { return len(a)+len(b) == 0 }, cmp.Ignore()),
	cmp.FilterValues(func(a, b []ir.Struct) bool { return len(a)+len(b) == 0 }, cmp.Ignore()),
	cmp.FilterValues(func(a, b map[string]string) bool { return len(a)+len(b) == 0 }, cmp.Ignore()),
}

// Equal source gives equal data, whatever the order in which packages are asked
// for.
func TestIRIsDeterministic(t *testing.T) {
	want := encode(t, load(t, described...).Servers)
	for range 5 {
		shuffled := append([]string(nil), described...)
		rand.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
		if diff := cmp.Diff(want, encode(t, load(t, shuffled...).Servers)); diff != "" {
			t.Fatalf("order %v (-want +got):\n%s", shuffled, diff)
		}
	}
}
