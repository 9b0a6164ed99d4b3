package schema

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// What encoding/json escapes for browsers stands as it is, and nothing else is
// touched.
func TestEncodeWritesNoHTMLEscapes(t *testing.T) {
	rows := []struct{ name, description string }{
		{"signs", `<a href="x">&</a>`},
		{"an escape that was written as such", `\u003c and \\u003e`},
		{"backslashes", `\\<\`},
		{"control characters and line separators", "\x01\n\u2028<"},
		{"other scripts", "größer 世界 😀"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			raw, err := Encode(&jsonschema.Schema{Type: "string", Description: row.description})
			if err != nil {
				t.Fatal(err)
			}
			var got struct{ Description string }
			if err := json.Unmarshal(raw, &got); err != nil {
				t.Fatalf("%s: %v", raw, err)
			}
			if diff := cmp.Diff(row.description, got.Description); diff != "" {
				t.Errorf("description (-want +got):\n%s", diff)
			}
			var want strings.Builder
			enc := json.NewEncoder(&want)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(row.description); err != nil {
				t.Fatal(err)
			}
			if text := `"description":` + strings.TrimSpace(want.String()); !strings.Contains(string(raw), text) {
				t.Errorf("%s does not contain %s", raw, text)
			}
		})
	}
}

// Definitions are those that contain themselves, and no others.
func TestDefinitions(t *testing.T) {
	ref := func(i int) *ir.Type { return &ir.Type{Kind: ir.KindStruct, Struct: i} }
	list := func(i int) *ir.Type { return &ir.Type{Kind: ir.KindSlice, Elem: ref(i)} }
	field := func(name string, typ *ir.Type) ir.Field { return ir.Field{Name: name, Type: typ} }
	structs := []ir.Struct{
		{Name: "Leaf"},
		{Name: "Loop", Fields: []ir.Field{field("again", list(1)), field("leaf", ref(0))}},
		{Name: "Ping", Fields: []ir.Field{field("pong", list(3))}},
		{Name: "Pong", Fields: []ir.Field{field("ping", list(2)), field("loop", ref(1))}},
		{Name: "Twice", Fields: []ir.Field{field("a", ref(0)), field("b", ref(0)), field("c", ref(1)), field("d", ref(1))}},
	}
	rows := []struct {
		name  string
		index int
		want  []string
	}{
		{"no recursion", 0, nil},
		{"a struct in itself", 1, []string{"Loop"}},
		{"two structs in each other, and a third", 2, []string{"Loop", "Ping"}},
		{"from the other side", 3, []string{"Loop", "Pong"}},
		{"the same struct twice", 4, []string{"Loop"}},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			b := &Builder{Structs: structs}
			s := b.Object(row.index)
			if s.Type != "object" || s.Ref != "" || s.Properties == nil {
				t.Errorf("the root is %+v, want an object with properties", s)
			}
			if diff := cmp.Diff(row.want, names(s.Definitions)); diff != "" {
				t.Errorf("definitions (-want +got):\n%s", diff)
			}
		})
	}
}

func names(defs jsonschema.Definitions) []string {
	var out []string
	for _, n := range []string{"Leaf", "Loop", "Ping", "Pong", "Twice"} {
		if defs[n] != nil {
			out = append(out, n)
		}
	}
	return out
}

// An internal package may be imported below the parent of its "internal" only.
func TestImportable(t *testing.T) {
	rows := []struct {
		path, from string
		want       bool
	}{
		{"a/b", "c", true},
		{"a/internal/b", "a", true},
		{"a/internal/b", "a/x/y", true},
		{"a/internal", "a", true},
		{"a/internal/b", "ab", false},
		{"a/internal/b", "c", false},
		{"a/internal/b/internal/c", "a/internal/b/d", true},
		{"a/internal/b/internal/c", "a", false},
		{"internal/abi", "a", false},
		{"a/internals/b", "c", true},
	}
	for _, row := range rows {
		t.Run(row.path+" from "+row.from, func(t *testing.T) {
			if got := importable(row.path, row.from); got != row.want {
				t.Errorf("got %v, want %v", got, row.want)
			}
		})
	}
}
