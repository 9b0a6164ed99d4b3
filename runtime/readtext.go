package runtime

import (
	"encoding/json"
	"fmt"

	"github.com/go-json-experiment/json/jsontext"
	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/mcpgen-go/mcpgen/runtime/uri"
)

// What a caller reads of a prompt, resource or completion that is refused or
// fails. There is no result that could carry it, so all of them are errors of
// the protocol: -32602 for what the caller can put right, as for a tool, and
// -32603 for a failure and for a deliberate refusal.
const (
	textUnknownPrompt    = "unknown prompt %q" // the SDK's
	textUnknownResource  = "Resource not found"
	textPromptGate       = "Error: Prompt access could not be verified."
	textResourceGate     = "Error: Resource access could not be verified."
	textPromptInternal   = "Error: An internal error occurred while getting the prompt."
	textResourceInternal = "Error: An internal error occurred while reading the resource."
	textCompleteInternal = "Error: An internal error occurred while completing the argument."
)

// unknownPrompt is the one answer for hidden, absent, anonymous and not
// permitted, as the SDK gives it for a prompt that nobody added (contract: V-2).
func unknownPrompt(name string) *jsonrpc.Error {
	return invalidParams(fmt.Sprintf(textUnknownPrompt, cut(name, maxNameShown)))
}

// unknownResource is [unknownPrompt] for resources: the SDK's answer, with a URI
// that is always JSON. The one that a caller sent is cut beyond the length of
// any that can be read.
func unknownResource(address string) *jsonrpc.Error {
	quoted, _ := jsontext.AppendQuote(nil, cut(address, uri.MaxLength))
	return &jsonrpc.Error{
		Code: jsonrpc.CodeInvalidParams, Message: textUnknownResource,
		Data: json.RawMessage(`{"uri":` + string(quoted) + `}`),
	}
}

func internalFailure(text string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: text}
}
