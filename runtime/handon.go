package runtime

import (
	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// namelessTool is the name that the SDK is told of a call without one. The
// pipeline refuses the call; the SDK must not do so before, in words of its own.
const namelessTool = "-"

// maxProgressToken bounds a progress token as it was sent: it is repeated in
// every notification. A call with a longer one, or with one that is neither text
// nor number, runs without progress (catalogue X6).
const maxProgressToken = 1 << 10

// appendCall appends the tools/call that the SDK gets in the place of m: the
// name, and what the protocol reads of _meta. Nothing else gets through, so nothing
// else can be misread.
func appendCall(dst []byte, m *envelope.Message, name, key, token string) []byte {
	if name == "" {
		name = namelessTool
	}
	dst = append(dst, `{"jsonrpc":"2.0","id":`...)
	dst = append(dst, m.ID.Raw...)
	dst = append(dst, `,"method":"`+methodCallTool+`","params":{"name":`...)
	dst, _ = jsontext.AppendQuote(dst, name)
	dst = append(dst, `,"_meta":{"`...)
	dst = append(dst, key...)
	dst = append(dst, `":"`...)
	dst = append(dst, token...)
	dst = append(dst, '"')
	dst = appendProtocol(dst, &m.Protocol)
	return append(dst, `}}}`...)
}

func appendProtocol(dst []byte, p *envelope.Protocol) []byte {
	dst = appendMember(dst, "io.modelcontextprotocol/protocolVersion", p.Version)
	dst = appendMember(dst, "io.modelcontextprotocol/clientInfo", p.ClientInfo)
	dst = appendMember(dst, "io.modelcontextprotocol/clientCapabilities", p.ClientCapabilities)
	dst = appendMember(dst, "io.modelcontextprotocol/logLevel", p.LogLevel)
	token := p.ProgressToken
	if (token.Kind == '"' || token.Kind == '0') && len(token.Raw) <= maxProgressToken {
		dst = appendMember(dst, "progressToken", token)
	}
	return dst
}

// appendMember appends a member that is not the first, if there is one.
func appendMember(dst []byte, name string, v envelope.Value) []byte {
	if !v.Exists() {
		return dst
	}
	dst = append(dst, `,"`...)
	dst = append(dst, name...)
	dst = append(dst, `":`...)
	return append(dst, v.Raw...)
}
