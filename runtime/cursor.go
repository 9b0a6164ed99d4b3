package runtime

import (
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"encoding/binary"
	"hash"
)

// A cursor is base64 of: version, offset, hash. The hash is of everything the
// offset depends on, the method, the caller and the visible names, so that a cursor of
// another caller, of another grant or of another page size does not fit and
// the client starts over. It holds no key: a caller can only build what leads
// into the caller's own listing, and any replica of a server can read it.
const (
	cursorVersion = 1
	cursorHash    = 16
	cursorLength  = 1 + 4 + cursorHash
)

var cursorEncoding = base64.RawURLEncoding.Strict()

// listing is what one caller sees of one kind, in its order.
type listing[T any] struct {
	method  string
	caller  *Caller // nil is nobody, who sees nothing
	visible []T
	name    func(T) string
}

// cutPage cuts one page out of a listing. Cutting after filtering is what keeps
// pages full and cursors silent about what is hidden (contract: V-3). The error
// is a *jsonrpc.Error.
func cutPage[T any](s *Server, l listing[T], cursor string) (page []T, next string, err error) {
	offset := 0
	if cursor != "" {
		var ok bool
		if offset, ok = l.read(cursor, s.pageSize); !ok {
			return nil, "", invalidParams(textBadCursor)
		}
	}
	end := min(offset+s.pageSize, len(l.visible))
	if end < len(l.visible) {
		next = l.cursor(end, s.pageSize)
	}
	return append([]T{}, l.visible[offset:end]...), next, nil
}

// cursor returns the cursor of the page that begins at offset.
func (l listing[T]) cursor(offset, pageSize int) string {
	data := make([]byte, 0, cursorLength)
	data = append(data, cursorVersion)
	data = binary.BigEndian.AppendUint32(data, uint32(offset))
	data = append(data, l.hash(offset, pageSize)...)
	return cursorEncoding.EncodeToString(data)
}

// read returns the offset of a cursor made for the same caller and the same
// listing; any other cursor is not ok.
func (l listing[T]) read(cursor string, pageSize int) (int, bool) {
	if len(cursor) != cursorEncoding.EncodedLen(cursorLength) || l.caller == nil {
		return 0, false
	}
	data, err := cursorEncoding.DecodeString(cursor)
	if err != nil || data[0] != cursorVersion {
		return 0, false
	}
	offset := int(binary.BigEndian.Uint32(data[1:5]))
	if offset <= 0 || offset >= len(l.visible) || offset%pageSize != 0 {
		return 0, false
	}
	return offset, subtle.ConstantTimeCompare(data[5:], l.hash(offset, pageSize)) == 1
}

// hash covers every part with its length before it, so that no two listings run
// into each other.
func (l listing[T]) hash(offset, pageSize int) []byte {
	h := sha256.New()
	hashText(h, l.method)
	hashInt(h, offset)
	hashInt(h, pageSize)
	hashText(h, l.caller.ID)
	for _, one := range l.visible {
		hashText(h, l.name(one))
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
