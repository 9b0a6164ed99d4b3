package runtime_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

const nameText = "Error: Tool name is required."

// A call without a usable name is refused alike, before anything that depends on
// the name, whoever calls.
//
// contract: S0-53
func TestCallWithoutAName(t *testing.T) {
	srv := newServer(t, two(), mcprt.BySections)
	for name, params := range map[string]string{
		"absent":         ``,
		"another case":   `"Name":"add",`,
		"empty":          `"name":"",`,
		"null":           `"name":null,`,
		"fraction":       `"name":1.5,`,
		"whole fraction": `"name":1.0,`,
		"exponent":       `"name":1e2,`,
		"boolean":        `"name":true,`,
		"list":           `"name":["add"],`,
		"object":         `"name":{"name":"add"},`,
	} {
		for header, mcpName := range map[string]string{"no header": "", "header": "add"} {
			for who, caller := range map[string]*mcprt.Caller{"ada": ada(), "nobody": nil} {
				t.Run(name+", "+header+", "+who, func(t *testing.T) {
					raw{t, srv, caller}.each(callOf(params), mcpName, func(where, got string) {
						if diff := cmp.Diff(refusal(where, nameText), got); diff != "" {
							t.Errorf("%s (-want +got):\n%s", where, diff)
						}
					})
				})
			}
		}
	}
}

// contract: S0-53
func TestCallWithoutParams(t *testing.T) {
	r := raw{t, newServer(t, two(), mcprt.BySections), ada()}
	for name, params := range map[string]string{"absent": ``, "null": `,"params":null`, "list": `,"params":["add"]`, "text": `,"params":"add"`} {
		t.Run(name, func(t *testing.T) {
			request := `{"jsonrpc":"2.0","id":7,"method":"tools/call"` + params + `}`
			for where, got := range map[string]string{
				"stdio":           r.stdio("2025-11-25", request),
				"http 2025-11-25": r.post("2025-11-25", request, ""),
			} {
				if diff := cmp.Diff(refusal(where, nameText), got); diff != "" {
					t.Errorf("%s (-want +got):\n%s", where, diff)
				}
			}
			// There is no _meta either, which the newest revision demands first.
			if got := r.post("2026-07-28", request, "add"); !strings.HasPrefix(got, "400 ") || !strings.Contains(got, `"code":-32602`) {
				t.Errorf("newest revision: %s", got)
			}
		})
	}
}

// A tool may be called 404, and is called by text and by integer.
//
// contract: S0-53
func TestIntegerNames(t *testing.T) {
	srv := newServer(t, registry(row("404", "math", says("found")), row("500", "admin", says("never"))), mcprt.BySections)
	for name, want := range map[string]string{"404": `"text":"found"`, "500": "Error: Unknown tool '500'.", "-1": "Error: Unknown tool '-1'."} {
		for _, spelled := range []string{name, `"` + name + `"`} {
			t.Run(spelled, func(t *testing.T) {
				raw{t, srv, ada()}.each(callOf(`"name":`+spelled+`,`), name, func(where, got string) {
					if !strings.Contains(got, want) {
						t.Errorf("%s: %s", where, got)
					}
				})
			})
		}
	}
}

// spied is a registry whose tools tell which of them ran.
func spied(ran *[]string) *mcprt.Registry {
	tells := func() mcprt.Handler {
		return does(func(_ context.Context, c *mcprt.Call) error {
			*ran = append(*ran, c.Name())
			return nil
		})
	}
	return registry(row("list_notes", "math", tells()), row("drop_all", "admin", tells()))
}

// Host case GOV-10h, and catalogue X1: there is one reading of the name. What
// can be read in two ways is refused for any name, known or not, in the same
// words.
func TestOneReadingOfTheName(t *testing.T) {
	const duplicate = "Error: Invalid request: duplicate member."
	tests := map[string]struct {
		request string
		ran     bool
	}{
		"another case behind":    {callOf(`"name":"list_notes","Name":"drop_all","arguments":{},`), true},
		"another case before":    {callOf(`"Name":"drop_all","name":"list_notes","NAME":"drop_all",`), true},
		"in arguments":           {callOf(`"name":"list_notes","arguments":{"name":"drop_all"},`), true},
		"twice":                  {callOf(`"name":"list_notes","name":"drop_all","arguments":{},`), false},
		"twice, other order":     {callOf(`"name":"drop_all","name":"list_notes",`), false},
		"twice, absent":          {callOf(`"name":"nowhere","name":"nowhere",`), false},
		"twice, escaped":         {callOf(`"name":"list_notes","n\u0061me":"drop_all",`), false},
		"twice, of other kinds":  {callOf(`"name":"list_notes","name":5,`), false},
		"arguments twice":        {callOf(`"name":"list_notes","arguments":{},"arguments":{},`), false},
		"unknown twice":          {callOf(`"name":"list_notes","x":1,"x":2,`), false},
		"meta twice":             {callOf(`"name":"list_notes","_meta":{},`), false},
		"entry of meta twice":    {strings.Replace(callOf(`"name":"list_notes","x":{},`), "META", `"_meta":{"x":1,"x":1}`, 1), false},
		"params twice":           {`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"drop_all"},"params":{"name":"list_notes",META}}`, false},
		"method twice":           {`{"jsonrpc":"2.0","id":7,"method":"tools/call","m\u0065thod":"tools/list","params":{"name":"list_notes",META}}`, false},
		"duplicate of a listing": {`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"cursor":"a","cursor":"b",META}}`, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var ran []string
			srv := newServer(t, spied(&ran), mcprt.BySections)
			raw{t, srv, ada()}.each(test.request, "list_notes", func(where, got string) {
				want := []string{"list_notes"}
				if !test.ran {
					want = nil
					if diff := cmp.Diff(refusal(where, duplicate), got); diff != "" {
						t.Errorf("%s (-want +got):\n%s", where, diff)
					}
				}
				if diff := cmp.Diff(want, ran); diff != "" {
					t.Errorf("%s: ran (-want +got):\n%s", where, diff)
				}
				ran = nil
			})
		})
	}
}

// The answer to a duplicate carries the id only if there is just one.
func TestIDOfADuplicate(t *testing.T) {
	const failure = `"error":{"code":-32602,"message":"Error: Invalid request: duplicate member."}}`
	tests := map[string]struct{ request, stdio, http string }{
		"text":         {`{"jsonrpc":"2.0","method":"a","method":"b","id":"x\u0079"}`, `{"jsonrpc":"2.0","id":"x\u0079",` + failure, `200 {"jsonrpc":"2.0","id":"x\u0079",` + failure},
		"two ids":      {`{"jsonrpc":"2.0","id":1,"id":2,"method":"a"}`, `{"jsonrpc":"2.0",` + failure, `400 {"jsonrpc":"2.0",` + failure},
		"notification": {`{"jsonrpc":"2.0","method":"a","method":"b"}`, ``, `400 `},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			r := raw{t, newServer(t, two(), mcprt.BySections), ada()}
			got := r.stdio("2025-11-25", test.request)
			if diff := cmp.Diff(test.stdio, strings.TrimSuffix(got, "\n")); diff != "" {
				t.Errorf("stdio (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.http+"\n", r.post("2025-11-25", test.request, "")); diff != "" {
				t.Errorf("http (-want +got):\n%s", diff)
			}
		})
	}
}
