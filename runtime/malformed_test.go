package runtime_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// malformed are the params of calls, but for the name, with which something is
// wrong that must not tell one name from another. They end in a comma.
var malformed = map[string]string{
	"arguments null":             `"arguments":null,`,
	"arguments a list":           `"arguments":[{}],`,
	"arguments a text":           `"arguments":"{}",`,
	"arguments a number":         `"arguments":1e400,`,
	"arguments with duplicates":  `"arguments":{"a":1,"a":{"b":1,"b":2}},`,
	"arguments of no UTF-8":      "\"arguments\":{\"a\":\"\xff\\ud800\"},",
	"arguments that nest":        `"arguments":{"a":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `},`,
	"arguments of another case":  `"Arguments":{},"ARGUMENTS":[],`,
	"answers of another kind":    `"inputResponses":[1],"requestState":{},`,
	"unknown members":            `"x":{"a":1,"a":2},"y":[],`,
	"an unknown member, nesting": `"x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `,`,
}

// Whatever is wrong with a call beside its name, hidden and absent stay alike.
//
// contract: S0-2, S0-8
func TestMalformedCallsDoNotTellHiddenFromAbsent(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	for name, params := range malformed {
		t.Run(name, func(t *testing.T) {
			hiddenIsAbsent(t, srv, func(tool string) string { return callOf(`"name":"` + tool + `",` + params) })
		})
	}
}

func hiddenIsAbsent(t *testing.T, srv *mcprt.Server, request func(tool string) string) {
	t.Helper()
	answers := map[string]string{}
	r := raw{t, srv, ada()}
	r.each(request("nowhere___"), "nowhere___", func(where, got string) { answers[where] = got })
	r.each(request("delete_all"), "delete_all", func(where, got string) {
		want := strings.ReplaceAll(answers[where], "nowhere___", "delete_all")
		if want != got || !strings.Contains(got, "Error: Unknown tool 'delete_all'.") {
			t.Errorf("%s:\nhidden %s\nabsent %s", where, got, want)
		}
	})
}

// metas are malformed in ways that raise nothing.
var metas = map[string]string{
	"null":                    `null`,
	"a text":                  `"x"`,
	"a list":                  `[{"x":1}]`,
	"a number":                `-0`,
	"progress token a list":   `{"progressToken":[1]}`,
	"progress token, long":    `{"progressToken":"` + strings.Repeat("x", 1<<20) + `"}`,
	"duplicates in a value":   `{"x":{"a":1,"a":2}}`,
	"no UTF-8":                "{\"x\":\"\xff\"}",
	"deep":                    `{"x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `}`,
	"many":                    `{"x":1` + manyEntries() + `}`,
	"version of another kind": `{"io.modelcontextprotocol/protocolVersion":7}`,
}

func manyEntries() string {
	var entries strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&entries, `,"key%d":%d`, i, i)
	}
	return entries.String()
}

// On older revisions a malformed _meta is an empty one. Catalogue X6.
//
// contract: S0-9, S0-26
func TestMalformedMetaRaisesNothing(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	for name, meta := range metas {
		t.Run(name, func(t *testing.T) {
			r := raw{t, srv, ada()}
			for tool, want := range map[string]string{
				"add":        `"structuredContent":{"result":3}`,
				"delete_all": "Error: Unknown tool 'delete_all'.",
				"nowhere":    "Error: Unknown tool 'nowhere'.",
			} {
				request := strings.Replace(callOf(`"name":"`+tool+`","arguments":{"a":1,"b":2},`), "META", `"_meta":`+meta, 1)
				if got := r.stdio("2025-11-25", request); !strings.Contains(got, want) {
					t.Errorf("stdio: %.300s", got)
				}
				if got := r.post("2025-11-25", request, ""); !strings.Contains(got, want) {
					t.Errorf("http: %.300s", got)
				}
			}
		})
	}
}

// On the newest revision what the protocol needs must be there; the error is the
// specification's, whatever is called.
func TestMalformedMetaOnTheNewestRevision(t *testing.T) {
	r := raw{t, newServer(t, two(), mcprt.BySections), ada()}
	for name, meta := range metas {
		t.Run(name, func(t *testing.T) {
			for _, tool := range []string{"add", "delete_all", "nowhere"} {
				got := r.post("2026-07-28", strings.Replace(callOf(`"name":"`+tool+`",`), "META", `"_meta":`+meta, 1), tool)
				want := `400 {"jsonrpc":"2.0","id":7,"error":{"code":-32602,"message":"missing or invalid _meta field \"io.modelcontextprotocol/protocolVersion\""}}` + "\n"
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", tool, diff)
				}
			}
		})
	}
}

// Other requests may have such a _meta too.
//
// contract: S0-26
func TestMalformedMetaOfAListing(t *testing.T) {
	r := raw{t, newServer(t, two(), mcprt.BySections), ada()}
	for _, meta := range []string{`null`, `"x"`, `[1]`, `5`} {
		request := `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":` + meta + `}}`
		if got := r.stdio("2025-11-25", request); !strings.Contains(got, `"name":"add"`) {
			t.Errorf("stdio, %s: %s", meta, got)
		}
		if got := r.post("2025-11-25", request, ""); !strings.Contains(got, `"name":"add"`) {
			t.Errorf("http, %s: %s", meta, got)
		}
	}
}

// Catalogue X7. Malformed arguments are looked at once the call is granted.
func TestArgumentsOfOtherKinds(t *testing.T) {
	srv := newServer(t, registry(row("ping", "math", says("pong"))), mcprt.BySections)
	const wrong = `"Error: Invalid arguments: expected object."`
	for name, test := range map[string]struct{ arguments, want string }{
		"absent": {``, `"pong"`},
		"null":   {`"arguments":null,`, `"pong"`},
		"empty":  {`"arguments":{},`, `"pong"`},
		"list":   {`"arguments":[],`, wrong},
		"text":   {`"arguments":"{}",`, wrong},
		"number": {`"arguments":5,`, wrong},
		"true":   {`"arguments":true,`, wrong},
		"deep":   {`"arguments":{"x":` + strings.Repeat("[", 2000) + strings.Repeat("]", 2000) + `},`, `"isError":true`},
		"UTF-8":  {"\"arguments\":{\"x\":\"\xff\"},", `invalid UTF-8`},
	} {
		t.Run(name, func(t *testing.T) {
			raw{t, srv, ada()}.each(callOf(`"name":"ping",`+test.arguments), "ping", func(where, got string) {
				if !strings.Contains(got, test.want) {
					t.Errorf("%s: %.300s", where, got)
				}
			})
		})
	}
}

// Catalogue G1: an item of a batch is a call like any other.
func TestCallsInABatch(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	answer := func(tool string) string {
		one := strings.Replace(callOf(`"name":`+tool+`,"arguments":[],`), "META", `"_meta":7`, 1)
		return raw{t, srv, ada()}.post("2025-03-26", `[`+one+`]`, "")
	}
	want := strings.ReplaceAll(answer(`"nowhere___"`), "nowhere___", "delete_all")
	if got := answer(`"delete_all"`); got != want || !strings.Contains(got, "Error: Unknown tool 'delete_all'.") {
		t.Errorf("hidden %s\nabsent %s", got, want)
	}
	if got := answer(`5`); !strings.Contains(got, "Error: Unknown tool '5'.") {
		t.Errorf("integer name: %s", got)
	}
	if got := answer(`"add"`); !strings.Contains(got, "Error: Invalid arguments: expected object.") {
		t.Errorf("granted: %s", got)
	}
}
