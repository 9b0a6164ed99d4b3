package header_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// properties is a schema of these.
func properties(members string) string { return `{"type":"object","properties":{` + members + `}}` }

// contract: S4-7, S4-10
func TestParams(t *testing.T) {
	region := header.Param{Name: "Region", Path: []string{"region"}, Kind: header.String}
	for _, test := range []struct {
		name, schema string
		want         []header.Param
	}{
		{"no annotation", properties(`"region":{"type":"string"}`), nil},
		{"a text", properties(`"region":{"type":"string","x-mcp-header":"Region"}`), []header.Param{region}},
		{"the type comes last", properties(`"region":{"x-mcp-header":"Region","description":"where","type":"string"}`), []header.Param{region}},
		{"in the order of the document", properties(
			`"z":{"type":"integer","x-mcp-header":"Z"},"a":{"type":"boolean","x-mcp-header":"A"}`), []header.Param{
			{Name: "Z", Path: []string{"z"}, Kind: header.Integer}, {Name: "A", Path: []string{"a"}, Kind: header.Boolean},
		}},
		{"nested", properties(`"where":{"type":"object","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`),
			[]header.Param{{Name: "Region", Path: []string{"where", "region"}, Kind: header.String}}},
		{"an escaped keyword", properties(`"region":{"type":"string","x-mcp\u002dheader":"Region"}`), []header.Param{region}},
		{"all of the keyword escaped", properties(`"region":{"type":"string","\u0078\u002d\u006d\u0063\u0070\u002D\u0068\u0065\u0061\u0064\u0065\u0072":"Region"}`), []header.Param{region}},
		{"null is none", properties(`"region":{"type":"array","x-mcp-header":null}`), nil},
		{"null is none anywhere", `{"items":{"x-mcp-header":null},"x-mcp-header":null}`, nil},
		{"every character of a token", properties("\"a\":{\"type\":\"string\",\"x-mcp-header\":\"!#$%&'*+-.^_`|~09AZaz\"}"),
			[]header.Param{{Name: "!#$%&'*+-.^_`|~09AZaz", Path: []string{"a"}, Kind: header.String}}},
		{"the name of another header", properties(`"m":{"type":"string","x-mcp-header":"Method"}`),
			[]header.Param{{Name: "Method", Path: []string{"m"}, Kind: header.String}}},
		{"a property called like the keyword", properties(`"x-mcp-header":{"type":"string"}`), nil},
		{"names like the keyword elsewhere", `{"required":["x-mcp-header"],"$defs":{"x-mcp-header":{}},"dependentRequired":{"x-mcp-header":["a"]},
			"patternProperties":{"x-mcp-header":true},"dependentSchemas":{"x-mcp-header":{}}}`, nil},
		{"a property called like a keyword", properties(`"default":{"type":"string","x-mcp-header":"Region"},"properties":{"type":"object","properties":{}}`),
			[]header.Param{{Name: "Region", Path: []string{"default"}, Kind: header.String}}},
		{"data", properties(`"o":{"type":"object","default":{"x-mcp-header":"A"},"const":{"x-mcp-header":1},
			"enum":[{"x-mcp-header":""}],"examples":[{"properties":{"p":{"x-mcp-header":"B"}}}]}`), nil},
		{"beside a reference", `{"$ref":"#/$defs/x","properties":{"region":{"type":"string","x-mcp-header":"Region"}}}`, []header.Param{region}},
		{"boolean schemas", properties(`"any":true,"none":false,"region":{"type":"string","x-mcp-header":"Region"}`), []header.Param{region}},
		{"properties that are none", `{"properties":["x-mcp-header"]}`, nil},
		{"no object", `"x-mcp-header"`, nil},
		{"nothing", ``, nil},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := header.Params([]byte(test.schema))
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// contract: S4-7, S4-19
func TestParamsOfInvalidTools(t *testing.T) {
	const only = "; only string, integer and boolean can be mirrored"
	const away = ", where properties alone do not lead"
	for _, test := range []struct{ name, schema, want string }{
		{"empty", properties(`"a":{"type":"string","x-mcp-header":""}`), `the annotation at "a" is empty`},
		{"a number", properties(`"a":{"type":"string","x-mcp-header":7}`), `the annotation at "a" is empty`},
		{"an object, nested", properties(`"a":{"properties":{"b":{"type":"string","x-mcp-header":{"x-mcp-header":"A"}}}}`), `the annotation at "a.b" is empty`},
		{"a blank", properties(`"a":{"type":"string","x-mcp-header":"My Region"}`), `"My Region" is not a valid HTTP field name`},
		{"a colon", properties(`"a":{"type":"string","x-mcp-header":"Region:"}`), `"Region:" is not a valid HTTP field name`},
		{"no ASCII", properties(`"a":{"type":"string","x-mcp-header":"Région"}`), `"Région" is not a valid HTTP field name`},
		{"line breaks", properties(`"a":{"type":"string","x-mcp-header":"A\r\nB"}`), `"A\r\nB" is not a valid HTTP field name`},
		{"twice", properties(`"a":{"type":"string","x-mcp-header":"Region"},"b":{"type":"string","x-mcp-header":"Region"}`),
			`"Region" is declared twice, at "a" and "b"`},
		{"twice with other letters, at another depth", properties(`"a":{"type":"string","x-mcp-header":"Region"},
			"o":{"type":"object","properties":{"b":{"type":"string","x-mcp-header":"REGION"}}}`), `"REGION" is declared twice, at "a" and "o.b"`},
		{"on a number", properties(`"a":{"type":"number","x-mcp-header":"A"}`), `"A" is on a "number" property ("a"), which cannot be mirrored`},
		{"on an object", properties(`"a":{"type":"object","x-mcp-header":"A"}`), `"A" is on a "object" property ("a")` + only},
		{"on an array", properties(`"a":{"type":"array","x-mcp-header":"A"}`), `"A" is on a "array" property ("a")` + only},
		{"on null", properties(`"a":{"type":"null","x-mcp-header":"A"}`), `"A" is on a "null" property ("a")` + only},
		{"without a type", properties(`"a":{"x-mcp-header":"A"}`), `"A" is on a property without one type ("a")` + only},
		{"several types", properties(`"a":{"type":["string","null"],"x-mcp-header":"A"}`), `"A" is on a property without one type ("a")` + only},
		{"one type in a list", properties(`"a":{"type":["string"],"x-mcp-header":"A"}`), `"A" is on a property without one type ("a")` + only},
		{"the first in the document", properties(`"o":{"properties":{"b":{"type":"number","x-mcp-header":"B"}},"type":"object","x-mcp-header":"O"}`),
			`"O" is on a "object" property ("o")` + only},
		{"at the root", `{"type":"string","x-mcp-header":"A"}`, `"A" is at "/x-mcp-header"` + away},
		{"in items", properties(`"l":{"type":"array","items":{"type":"string","x-mcp-header":"A"}}`), `"A" is at "/properties/l/items/x-mcp-header"` + away},
		{"in properties of items", properties(`"l":{"items":{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}}`),
			`"A" is at "/properties/l/items/properties/a/x-mcp-header"` + away},
		{"in a composition", `{"oneOf":[{"properties":{"a":{"type":"string","x-mcp-header":"A"}}}]}`, `"A" is at "/oneOf/0/properties/a/x-mcp-header"` + away},
		{"in allOf", `{"allOf":[{"x-mcp-header":"A"}]}`, `"A" is at "/allOf/0/x-mcp-header"` + away},
		{"in a condition", `{"if":{"properties":{"a":{"x-mcp-header":"A"}}}}`, `"A" is at "/if/properties/a/x-mcp-header"` + away},
		{"in not", `{"not":{"x-mcp-header":"A"}}`, `"A" is at "/not/x-mcp-header"` + away},
		{"in a definition", `{"$defs":{"r":{"type":"string","x-mcp-header":"A"}}}`, `"A" is at "/$defs/r/x-mcp-header"` + away},
		{"in other properties", `{"additionalProperties":{"type":"string","x-mcp-header":"A"}}`, `"A" is at "/additionalProperties/x-mcp-header"` + away},
		{"in properties by pattern", `{"patternProperties":{"^a":{"type":"string","x-mcp-header":"A"}}}`, `"A" is at "/patternProperties/^a/x-mcp-header"` + away},
		{"in an unknown keyword", `{"x-more":{"deep":[{"x-mcp-header":"A"}]}}`, `"A" is at "/x-more/deep/0/x-mcp-header"` + away},
		{"out of reach and empty", `{"items":{"x-mcp-header":false}}`, `"" is at "/items/x-mcp-header"` + away},
		{"a name twice in the schema", properties(`"a":{"type":"number","type":"string","x-mcp-header":"A"}`), "the schema has a name twice"},
		{"broken", `{"properties":{"a":{"x-mcp-header":"A"`, "the schema is not well-formed JSON"},
		{"two schemas", properties(`"a":{"type":"string","x-mcp-header":"A"}`) + "{}", "the schema is not well-formed JSON"},
		{"no UTF-8", properties("\"\xff\":{\"type\":\"string\",\"x-mcp-header\":\"A\"}"), "the schema is not well-formed JSON"},
		{"too large", properties(`"a":{"description":"` + strings.Repeat("a", 1<<20) + `","x-mcp-header":"A"}`), "the schema is larger than 1048576 bytes"},
		{"too deep", strings.Repeat(`{"items":`, 200) + `{"x-mcp-header":"A"}` + strings.Repeat("}", 200), "the schema is deeper than 128 containers"},
		{"too many", many(129), "the schema has more than 128 annotations"},
		{"a long name is cut", properties(`"a":{"type":"string","x-mcp-header":" ` + strings.Repeat("a", 500) + `"}`),
			`" ` + strings.Repeat("a", 127) + `…" is not a valid HTTP field name`},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := header.Params([]byte(test.schema))
			var reason *header.AnnotationError
			if !errors.As(err, &reason) || got != nil {
				t.Fatalf("%v, %v", got, err)
			}
			if diff := cmp.Diff(test.want, err.Error()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// many is a schema with n annotations.
func many(n int) string {
	var members []string
	for i := range n {
		members = append(members, fmt.Sprintf(`"p%d":{"type":"string","x-mcp-header":"P%d"}`, i, i))
	}
	return properties(strings.Join(members, ","))
}

func TestParamsTakesAsManyAsItSays(t *testing.T) {
	got, err := header.Params([]byte(many(128)))
	if len(got) != 128 || err != nil {
		t.Errorf("%d, %v", len(got), err)
	}
}

func FuzzParams(f *testing.F) {
	f.Add([]byte(properties(`"a":{"type":"string","x-mcp-header":"A"}`)))
	f.Add([]byte(`{"items":{"x-mcp-header":"A"},"default":{"x-mcp-header":1}}`))
	f.Add([]byte(`{"properties":{"x-mcp-header":{"x-mcp-header":null}}}`))
	f.Fuzz(func(t *testing.T, schema []byte) {
		params, err := header.Params(schema)
		var reason *header.AnnotationError
		if err != nil && (!errors.As(err, &reason) || len(reason.Reason) > 4096 || strings.ContainsAny(reason.Reason, "\r\n")) {
			t.Errorf("%v", err)
		}
		for _, p := range params {
			if p.Name == "" || len(p.Path) == 0 || p.Kind == "" {
				t.Errorf("%+v", p)
			}
		}
	})
}
