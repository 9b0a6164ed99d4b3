package runtime

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"hash"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// A cursor is base64 of: version, offset, hash. The hash is of everything the
// offset depends on, the caller and the visible names, so that a cursor of
// another caller, of another grant or of another page size does not fit and
// the client starts over. It holds no key: a caller can only build what leads
// into the caller's own listing, and any replica of a server can read it.
const (
	cursorVersion = 1
	cursorHash    = 16
	cursorLength  = 1 + 4 + cursorHash
)

var cursorEncoding = base64.RawURLEncoding.Strict()

// newCursor returns the cursor of the page that begins at offset.
func (s *Server) newCursor(offset int, caller *Caller, visible []*mcp.Tool) string {
	data := make([]byte, 0, cursorLength)
	data = append(data, cursorVersion)
	data = binary.BigEndian.AppendUint32(data, uint32(offset))
	data = append(data, s.listingHash(offset, caller, visible)...)
	return cursorEncoding.EncodeToString(data)
}

// readCursor returns the offset of a cursor made by newCursor for the same
// caller and the same listing; any other cursor is not ok.
func (s *Server) readCursor(cursor string, caller *Caller, visible []*mcp.Tool) (int, bool) {
	if len(cursor) != cursorEncoding.EncodedLen(cursorLength) || caller == nil {
		return 0, false
	}
	data, err := cursorEncoding.DecodeString(cursor)
	if err != nil || data[0] != cursorVersion {
		return 0, false
	}
	offset := int(binary.BigEndian.Uint32(data[1:5]))
	if offset <= 0 || offset >= len(visible) || offset%s.pageSize != 0 {
		return 0, false
	}
	want := s.listingHash(offset, caller, visible)
	return offset, subtle.ConstantTimeCompare(data[5:], want) == 1
}

// listingHash covers every part with its length before it, so that no two
// listings run into each other.
func (s *Server) listingHash(offset int, caller *Caller, visible []*mcp.Tool) []byte {
	h := sha256.New()
	hashInt(h, offset)
	hashInt(h, s.pageSize)
	hashText(h, caller.ID)
	for _, tool := range visible {
		hashText(h, tool.Name)
	}
	return h.Sum(nil)[:cursorHash]
}

func hashInt(h hash.Hash, n int) {
	var data [8]byte
	binary.BigEndian.PutUint64(data[:], uint64(n))
	h.Write(data[:])
}

func hashText(h hash.Hash, text string) {
	hashInt(h, len(text))
	h.Write([]byte(text))
}
