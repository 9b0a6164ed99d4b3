package runtimetest

import (
	"encoding/json"
	"net/http"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// mirroredArguments are arguments that have every mirrored one.
func mirroredArguments(params []header.Param) string {
	root := map[string]any{}
	for _, p := range params {
		object := root
		for _, name := range p.Path[:len(p.Path)-1] {
			inner, ok := object[name].(map[string]any)
			if !ok {
				inner = map[string]any{}
				object[name] = inner
			}
			object = inner
		}
		object[p.Path[len(p.Path)-1]] = valueOf(p)
	}
	text, _ := json.Marshal(root) // of texts, numbers and booleans only
	return string(text)
}

// valueOf is a value that a parameter may have.
func valueOf(p header.Param) any {
	switch p.Kind {
	case header.Integer:
		return 7
	case header.Boolean:
		return true
	}
	return "eu"
}

// headersOf are what a client may send in the headers of these, by how a test
// names it.
func headersOf(params []header.Param) map[string]http.Header {
	all := map[string]http.Header{"": {}}
	if len(params) == 0 {
		return all
	}
	for what, values := range map[string][]string{
		", wrong headers": {"zz"}, ", malformed headers": {"=?base64?!!?="}, ", empty headers": {""}, ", headers twice": {"eu", "eu"},
	} {
		all[what] = headersWith(params, func(header.Param) []string { return values })
	}
	all[", right headers"] = headersWith(params, func(p header.Param) []string {
		text, _ := json.Marshal(valueOf(p))
		if p.Kind == header.String {
			return []string{"eu"}
		}
		return []string{string(text)}
	})
	return all
}

func headersWith(params []header.Param, values func(header.Param) []string) http.Header {
	h := http.Header{}
	for _, p := range params {
		h[http.CanonicalHeaderKey(header.Prefix+p.Name)] = values(p)
	}
	return h
}
