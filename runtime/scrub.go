package runtime

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// maxErrorText bounds the text of an error of the SDK: some repeat what was sent.
const maxErrorText = 300

// scrub returns an outgoing text, one message or a batch, without what the SDK
// tells of itself in an error that it makes before any middleware.
func (in *intake) scrub(text []byte) []byte {
	if !bytes.Contains(text, []byte(`"error":{"code":`)) {
		return text
	}
	end := len(bytes.TrimRight(text, "\n"))
	messages, isBatch := in.reader.Split(text[:end])
	for i, message := range messages {
		messages[i] = in.scrubMessage(message)
	}
	return append(joinMessages(messages, isBatch), text[end:]...)
}

func (in *intake) scrubMessage(message []byte) []byte {
	m, err := in.reader.Read(message)
	if err != nil || !m.Error.Exists() {
		return message
	}
	var failure jsonrpc.Error
	if err := json.Unmarshal(m.Error.Raw, &failure); err != nil {
		return message
	}
	code, text := publicError(failure.Code, failure.Message)
	if text == failure.Message {
		return message
	}
	return envelope.AppendError(nil, m.ID, int(code), text)
}

// publicError returns what is said in place of an error of the SDK. The others
// are returned as they are.
func publicError(code int64, text string) (int64, string) {
	switch {
	case code == jsonrpc.CodeMethodNotFound:
		return code, "Method not found"
	case strings.HasPrefix(text, "handling '"): // params that it cannot decode, with the names of its types
		return code, codeText(code)
	case code == 0 && strings.HasSuffix(text, "is invalid during session initialization"):
		return jsonrpc.CodeInvalidRequest, "Invalid Request: session is not initialized"
	case code == 0: // an error of Go
		return jsonrpc.CodeInternalError, codeText(code)
	}
	return code, cut(text, maxErrorText)
}

// codeText is JSON-RPC's own text for a code.
func codeText(code int64) string {
	switch code {
	case jsonrpc.CodeInvalidParams:
		return "Invalid params"
	case jsonrpc.CodeInvalidRequest:
		return "Invalid Request"
	}
	return "Internal error"
}

// joinMessages undoes the split of a text.
func joinMessages(messages [][]byte, isBatch bool) []byte {
	text := bytes.Join(messages, []byte(","))
	if isBatch {
		text = slices.Concat([]byte("["), text, []byte("]"))
	}
	return text
}
