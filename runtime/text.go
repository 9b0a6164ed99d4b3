package runtime

import (
	"fmt"
	"strings"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// What a caller reads when a call is refused or fails. The texts are part of
// the contract, to the byte.
const (
	textNameRequired = "Error: Tool name is required."
	textUnknownTool  = "Error: Unknown tool '%s'."
	textGateFailed   = "Error: Tool access could not be verified."
	textInternal     = "Error: An internal error occurred while executing the tool."
	textDuplicate    = "Error: Invalid request: duplicate member."
	textBadCursor    = "Error: Invalid cursor."
)

// maxNameShown bounds how much of a sent name an answer repeats. Every name
// that can exist is shorter, so that hidden and absent stay alike.
const maxNameShown = 128

// invalidParams returns the protocol error of the specification. It is always
// of this direct type: the SDK turns any other error into code 0.
func invalidParams(message string) *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

// unknownTool is the one answer for hidden, absent, anonymous and not
// permitted (contract: S0-2, S0-13).
func unknownTool(name string) *jsonrpc.Error {
	return invalidParams(fmt.Sprintf(textUnknownTool, cut(name, maxNameShown)))
}

// internalError is the answer to our own failure.
func internalError() *jsonrpc.Error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
}

// cut bounds text to n runes and makes it valid UTF-8.
func cut(text string, n int) string {
	if len(text) > n {
		text = firstRunes(text, n)
	}
	return strings.ToValidUTF8(text, "\uFFFD")
}

func firstRunes(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	for i := range text {
		if n == 0 {
			return text[:i] + "…"
		}
		n--
	}
	return text
}
