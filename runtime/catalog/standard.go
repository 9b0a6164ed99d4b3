package catalog

import (
	"net/http"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// The standard headers of a request, in Go's canonical spelling.
const (
	headerVersion = "Mcp-Protocol-Version"
	headerMethod  = "Mcp-Method"
	headerName    = "Mcp-Name"
)

// firstMirrored is the first revision of the protocol with headers of this kind.
// Revisions are dates: they compare as texts.
const firstMirrored = "2026-07-28"

// Subject returns what a request is about, which the header Mcp-Name says: the
// tool or prompt, the resource's URI or the task. params are as JSON. It reports
// false for other methods and where that is not a text (contract: S4-20).
func Subject(method string, params []byte) (string, bool) {
	var key string
	switch method {
	case "tools/call", "prompts/get":
		key = "name"
	case "resources/read":
		key = "uri"
	case "tasks/get", "tasks/update", "tasks/cancel":
		key = "taskId"
	default:
		return "", false
	}
	return unquote(field(params, key))
}

// SetStandard sets the standard headers of a message: the version always, the
// method if there is one (a response has none), and what it is about if it is
// about something, encoded. Others of them that h had are removed (contract:
// S4-20).
func SetStandard(h http.Header, version, method string, params []byte) {
	set(h, headerVersion, version, true)
	set(h, headerMethod, method, method != "")
	subject, ok := Subject(method, params)
	set(h, headerName, header.Encode(subject), ok)
}

func set(h http.Header, name, value string, isThere bool) {
	if !isThere {
		h.Del(name)
		return
	}
	h.Set(name, value)
}
