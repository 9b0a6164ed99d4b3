package generator_test

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// The headers of a tool are those that a client finds in its schema: by properties
// alone, each on a string, an integer or a boolean, and nowhere else.
func TestHeadersAreThoseOfTheSchema(t *testing.T) {
	const annotation = `"x-mcp-header"`
	mirrored := 0
	for _, s := range servers(t, hosts...) {
		for _, tool := range s.Tools {
			got := found(t, tool.Input, nil)
			byName := cmpopts.SortSlices(func(a, b ir.Header) int { return strings.Compare(a.Name, b.Name) })
			if diff := cmp.Diff(tool.Headers, got, byName, cmpopts.EquateEmpty()); diff != "" {
				t.Errorf("%s (-row +schema):\n%s", tool.Name, diff)
			}
			if n := strings.Count(string(tool.Input), annotation); n != len(got) {
				t.Errorf("%s: %d annotations, %d of them where a client looks", tool.Name, n, len(got))
			}
			if strings.Contains(string(tool.Output), annotation) {
				t.Errorf("%s: the output schema has a header", tool.Name)
			}
			if mirrored += len(got); len(got) > 0 {
				plain(t, tool.Name, tool.Input)
			}
		}
	}
	if mirrored == 0 {
		t.Error("no tool has a header")
	}
}

// found reads the annotations that properties lead to.
func found(t *testing.T, schema json.RawMessage, path []string) []ir.Header {
	t.Helper()
	var s struct {
		Type       any
		Properties map[string]json.RawMessage
		Header     string `json:"x-mcp-header"`
	}
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Fatal(err)
	}
	var out []ir.Header
	if s.Header != "" {
		kind, _ := s.Type.(string)
		out = append(out, ir.Header{Name: s.Header, Path: path, Kind: ir.HeaderKind(kind)})
	}
	for _, name := range slices.Sorted(maps.Keys(s.Properties)) {
		out = append(out, found(t, s.Properties[name], append(slices.Clone(path), name))...)
	}
	return out
}

// plain: types are single words and schemas are objects, since clients that look
// for headers read nothing else. That a strict tool has no further properties is
// the one thing that is said by a boolean.
func plain(t *testing.T, at string, schema json.RawMessage) {
	t.Helper()
	var s map[string]json.RawMessage
	if err := json.Unmarshal(schema, &s); err != nil {
		t.Errorf("%s: %s is no object", at, schema)
		return
	}
	if typ := s["type"]; typ != nil && typ[0] != '"' {
		t.Errorf("%s: type %s", at, typ)
	}
	if more := s["additionalProperties"]; more != nil && string(more) != "false" {
		plain(t, at+"{}", more)
	}
	if items := s["items"]; items != nil {
		plain(t, at+"[]", items)
	}
	for _, keyword := range []string{"properties", "$defs"} {
		var members map[string]json.RawMessage
		if raw := s[keyword]; raw != nil {
			if err := json.Unmarshal(raw, &members); err != nil {
				t.Fatal(err)
			}
		}
		for name, member := range members {
			plain(t, at+"."+name, member)
		}
	}
}
