package drive

import (
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/invopop/jsonschema"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild"
	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"
)

// deviations are the places where a generated schema says something else than a
// reflector that sees the same Go types, with the reason. An unlisted deviation
// fails, and so does a line that none needs any more. A place is type, direction
// and path.
var deviations = []struct{ place, reason string }{
	{`^(known|tagged) \w+ \$\.(wait|d)#type$`, "durations are written in Go's notation"},
	{`^known \w+ \$\.big(To)?#type$`, "clients cannot read large numbers exactly"},
	{`^known \w+ \$\.(addr|color|id|paint)(#type|#minItems|#maxItems|#format|\.items)$`, "the type has a text form"},
	{`^known \w+ \$\.ip#format$`, "net.IP holds IPv6 addresses, too"},
	{`^(known|tagged) \w+ \$\.z?money(#type|#required|\.Cents)$`, "the type marshals itself: anything"},
	{`^known \w+ \$\.null(T|At|To|s\.items)?(#type|#required|#format|#enum|#minimum|#maximum|\.\w+)$`, "a nullable column is its value"},
	{`^scalars \w+ \$\.(status|level|Mode|Weight)#enum$`, "reflection does not see constants"},
	{`^(containers|tagged) \w+ \$\.(deep\.additionalProperties\.items\.additionalProperties|held\.in\.kinds?(\.items)?|e)#enum$`, "reflection does not see constants"},
	{`^containers \w+ \$\.(byInt|byTime)\.additionalProperties$`, "the reflector has a pattern for integer keys, which clients do not read"},
	{`^containers \w+ \$(\.anon\.rows\.items)?#required$`, "pointers are optional"},
	{`^known \w+ \$#required$`, "pointers and nullable columns are optional"},
	{`^tagged \w+ \$#required$`, "pointers and omitzero are optional"},
	{`^embedder \w+ \$#required$`, "what an embedded pointer promotes is optional; hidden names are gone"},
	{`^embedder \w+ \$\.(X|lower)$`, "the reflector does not know which names encoding/json drops"},
	{`^(embedder|node) in \S*\.additionalProperties$`, "the tool is strict"},
	{`^scalars \w+ \$\.(u?int(8|16|32)|rune|byte|Weight)#(minimum|maximum)$`, "the bounds of the Go type"},
	{`^scalars \w+ \$\.(uint|uint64|huge)#minimum$`, "the bounds of the Go type"},
	{`^containers \w+ \$\.held\.in\.(by\.additionalProperties|next\.n)#(minimum|maximum)$`, "the bounds of the Go type"},
	{`\.age#(minimum|maximum)$`, "the bounds of the Go type"},
	{`\.stars#(minimum|maximum)$`, "the directive on the field"},
	{`^tagged \w+ \$\.-$`, "the reflector takes `-,` for `-`"},
}

// reflected are the tools whose argument and result is one Go type.
var reflected = map[string]any{
	"w_echo_scalars":    wild.Scalars{},
	"w_echo_known":      wild.Known{},
	"w_echo_containers": wild.Containers{},
	"w_echo_tagged":     wild.Tagged{},
	"w_echo_embedder":   wild.Embedder{},
	"w_echo_node":       wild.Node{},
	"w_echo_page":       wild.Page[dep.User]{},
}

func TestSchemasAgainstReflection(t *testing.T) {
	used := map[string]bool{}
	for row := range wild.MCPRegistry().Rows() {
		value, ok := reflected[row.Name]
		if !ok {
			continue
		}
		want := reflection(t, value)
		for direction, raw := range map[string]string{"in": row.Input, "out": row.Output} {
			if row.Name == "w_echo_page" && direction == "out" {
				continue // a map of pages
			}
			var got any
			if err := json.Unmarshal([]byte(raw), &got); err != nil {
				t.Fatal(err)
			}
			for path, diff := range compare(want, got) {
				place := strings.TrimPrefix(row.Name, "w_echo_") + " " + direction + " " + path
				rule := listed(place)
				if used[rule] = true; rule == "" {
					t.Errorf("%q: %s", place, diff)
				}
			}
		}
	}
	for _, d := range deviations {
		if !used[d.place] {
			t.Errorf("%s is listed and no deviation any more", d.place)
		}
	}
}

func listed(place string) string {
	for _, d := range deviations {
		if regexp.MustCompile(d.place).MatchString(place) {
			return d.place
		}
	}
	return ""
}

func reflection(t *testing.T, value any) any {
	t.Helper()
	reflector := jsonschema.Reflector{Anonymous: true, ExpandedStruct: true, AllowAdditionalProperties: true, Mapper: unknown}
	raw, err := json.Marshal(reflector.ReflectFromType(reflect.TypeOf(value)))
	if err != nil {
		t.Fatal(err)
	}
	var out any
	if err := json.Unmarshal(raw, &out); err != nil {
		t.Fatal(err)
	}
	return out
}

// unknown serves the kind at which the reflector panics.
func unknown(typ reflect.Type) *jsonschema.Schema {
	if typ.Kind() == reflect.Uintptr {
		return &jsonschema.Schema{Type: "integer", Minimum: "0"}
	}
	return nil
}

// compare walks two schemas and describes the differences by path; references
// are followed as far as both have properties.
func compare(want, got any) map[string]string {
	c := &comparison{want: want, got: got, found: map[string]string{}}
	c.schema("$", want, got, 0)
	return c.found
}

type comparison struct {
	want, got any // the roots, for references
	found     map[string]string
}

// keywords are compared as they are; descriptions and examples are prose.
var keywords = []string{"type", "format", "contentEncoding", "minimum", "maximum", "minItems", "maxItems", "enum", "pattern", "required"}

func (c *comparison) schema(path string, want, got any, depth int) {
	w, g := resolve(c.want, want), resolve(c.got, got)
	if w == nil || g == nil || depth > 6 {
		if fmt.Sprint(want) != fmt.Sprint(got) && depth <= 6 {
			c.found[path] = fmt.Sprintf("reflection %v, generated %v", want, got)
		}
		return
	}
	for _, k := range keywords {
		if diff := cmp.Diff(sorted(k, w[k]), sorted(k, g[k])); diff != "" {
			c.found[path+"#"+k] = fmt.Sprintf("reflection %v, generated %v", w[k], g[k])
		}
	}
	c.properties(path, w, g, depth)
	for _, k := range []string{"items", "additionalProperties"} {
		if w[k] != nil || g[k] != nil {
			c.schema(path+"."+k, w[k], g[k], depth+1)
		}
	}
}

func (c *comparison) properties(path string, w, g map[string]any, depth int) {
	wp, _ := w["properties"].(map[string]any)
	gp, _ := g["properties"].(map[string]any)
	names := slices.Concat(slices.Collect(maps.Keys(wp)), slices.Collect(maps.Keys(gp)))
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		c.schema(path+"."+name, wp[name], gp[name], depth+1)
	}
}

// sorted makes lists that are sets comparable.
func sorted(keyword string, v any) any {
	list, ok := v.([]any)
	if !ok || keyword != "required" {
		return v
	}
	list = slices.Clone(list)
	slices.SortFunc(list, func(a, b any) int { return strings.Compare(a.(string), b.(string)) })
	return list
}

// resolve follows a reference; true is the schema of anything.
func resolve(root, schema any) map[string]any {
	if schema == true {
		return map[string]any{}
	}
	m, _ := schema.(map[string]any)
	ref, ok := m["$ref"].(string)
	if !ok {
		return m
	}
	name := strings.TrimPrefix(ref, "#/$defs/")
	defs, _ := root.(map[string]any)["$defs"].(map[string]any)
	target, _ := defs[name].(map[string]any)
	return target
}
