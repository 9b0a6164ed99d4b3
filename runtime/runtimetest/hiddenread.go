package runtimetest

import (
	"bytes"
	"net/http"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// HiddenPrompt is [Hidden] for a prompt: it is not listed, and prompts/get and a
// completion of any of its arguments are answered as for a name that no server
// has.
func HiddenPrompt(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, prompt string) {
	t.Helper()
	hiddenRead(t, srv, caller, reading{
		name: prompt, lists: []string{"prompts/list"}, text: `unknown prompt \"` + prompt + `\"`,
		requests: []request{
			{"prompts/get", func(name string) string { return `{"name":"` + name + `"}` }},
			{"prompts/get", func(name string) string { return `{"name":"` + name + `","arguments":{"name":"x"}}` }},
			{"completion/complete", func(name string) string {
				return `{"ref":{"type":"ref/prompt","name":"` + name + `"},"argument":{"name":"name","value":"x"}}`
			}},
		},
	})
}

// HiddenResource is [Hidden] for the URI of a resource, or one that a template
// stands for; template is that template, empty for none.
func HiddenResource(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, uri, template string) {
	t.Helper()
	hiddenRead(t, srv, caller, reading{
		name: uri, lists: []string{"resources/list", "resources/templates/list"}, text: "Resource not found",
		requests: []request{{"resources/read", func(uri string) string { return `{"uri":"` + uri + `"}` }}},
	})
	if template == "" {
		return
	}
	hiddenRead(t, srv, caller, reading{
		name: template, lists: []string{"resources/templates/list"}, text: "Resource not found",
		requests: []request{{"completion/complete", func(uri string) string {
			return `{"ref":{"type":"ref/resource","uri":"` + uri + `"},"argument":{"name":"id","value":"x"}}`
		}}},
	})
}

// reading is what can be asked of a prompt or resource.
type reading struct {
	name, text string
	lists      []string
	requests   []request
}

type request struct {
	method string
	params func(name string) string
}

func hiddenRead(t testing.TB, srv *mcprt.Server, caller *mcprt.Caller, r reading) {
	t.Helper()
	handler, err := srv.HTTPHandler(func(*http.Request) (*mcprt.Caller, error) { return caller, nil })
	if err != nil {
		t.Fatalf("handler: %v", err)
	}
	for _, revision := range Revisions() {
		for transport, send := range transports(t, srv, handler, caller, revision) {
			for _, list := range r.lists {
				if bytes.Contains(send(Request(revision, list, `{}`)), []byte(`"`+r.name+`"`)) {
					t.Errorf("%s %s: %s is listed", transport, revision, r.name)
				}
			}
			for _, one := range r.requests {
				compare(t, transport+" "+revision+" "+one.method, r.name, r.text, func(name string) []byte {
					return send(Request(revision, one.method, one.params(name)))
				})
			}
		}
	}
}
