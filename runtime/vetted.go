package runtime

import (
	"encoding/json"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// vetted remembers what clients last said about themselves. They say the same
// with every request, so that it need not be decoded for each.
type vetted struct {
	info, able lastGood
}

// maxVetted bounds, in bytes, what is remembered.
const maxVetted = 4 << 10

// lastGood is the last value that could be decoded.
type lastGood struct{ text atomic.Pointer[string] }

// fits reports whether v is an object that decodes.
func (l *lastGood) fits(v envelope.Value, decode func([]byte) error) bool {
	if v.Kind != '{' {
		return false
	}
	if last := l.text.Load(); last != nil && *last == string(v.Raw) {
		return true
	}
	if decode(v.Raw) != nil {
		return false
	}
	if len(v.Raw) <= maxVetted {
		l.text.Store(new(string(v.Raw)))
	}
	return true
}

func decodesInfo(data []byte) error { return json.Unmarshal(data, new(mcp.Implementation)) }
func decodesAble(data []byte) error { return json.Unmarshal(data, new(mcp.ClientCapabilities)) }
