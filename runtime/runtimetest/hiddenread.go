package runtimetest

import (
	"bytes"
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
	for _, w := range ways(t, srv, caller) {
		r.hiddenOn(t, w)
	}
}

// hiddenOn proves it on one way.
func (r reading) hiddenOn(t testing.TB, w way) {
	t.Helper()
	defer w.leave()
	for _, list := range r.lists {
		if bytes.Contains(w.send(Request(w.revision, list, `{}`), nil), []byte(`"`+r.name+`"`)) {
			t.Errorf("%s: %s is listed", w.name, r.name)
		}
	}
	for _, one := range r.requests {
		w.compare(t, " "+one.method, r.name, r.text, func(name string) []byte {
			return w.send(Request(w.revision, one.method, one.params(name)), nil)
		})
	}
}
