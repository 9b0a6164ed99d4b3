package runtime

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"strings"
	"sync"
	"unicode/utf8"

	"github.com/go-json-experiment/json/jsontext"
)

// The bounds of a request's _meta (contract: S0-28, S0-29, S0-30). An entry is
// as deep as the containers in its value are nested, and as long as the runes of
// its value's compact JSON.
const (
	maxMetaDepth   = 4
	maxMetaLength  = 4096
	maxMetaEntries = 32
)

var errNoObject = errors.New("not an object")

// isReserved reports whether an entry of _meta belongs to the protocol. Such
// entries are read by the transport before anything here; they are neither
// shown nor counted.
func isReserved(key string) bool {
	return key == "progressToken" || strings.HasPrefix(key, "io.modelcontextprotocol/")
}

// metadata is a request's _meta as sent, and within bounds once somebody asks.
// The text never changes, so that asking late gives what asking early had given.
type metadata struct {
	raw     []byte
	once    sync.Once
	bounded map[string]json.RawMessage
}

// entries returns the bounded entries, for reading only.
func (m *metadata) entries() map[string]json.RawMessage {
	m.once.Do(func() { m.bounded = boundMeta(m.raw) })
	return m.bounded
}

// boundMeta reads a _meta within its bounds. What is no JSON object, or has a
// duplicate name or invalid UTF-8, is an empty one: like malformed arguments it
// must not tell hidden from absent (contract: S0-9, S0-26, S0-27). The result is
// never nil.
func boundMeta(raw []byte) map[string]json.RawMessage {
	entries := map[string]json.RawMessage{}
	if err := readMeta(raw, entries); err != nil {
		clear(entries)
	}
	return entries
}

// readMeta adds the entries of raw in the order of the document. It reads to
// the end even when it has enough: a text is taken as a whole or not at all.
func readMeta(raw []byte, entries map[string]json.RawMessage) error {
	dec := jsontext.NewDecoder(bytes.NewBuffer(raw))
	if dec.PeekKind() != '{' {
		return errNoObject
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	for dec.PeekKind() != '}' {
		name, err := dec.ReadToken()
		if err != nil {
			return err
		}
		key := name.String()
		value, err := dec.ReadValue()
		if err != nil {
			return err
		}
		if isReserved(key) || len(entries) == maxMetaEntries {
			continue
		}
		if kept, ok := boundEntry(value); ok {
			entries[key] = kept
		}
	}
	if _, err := dec.ReadToken(); err != nil {
		return err
	}
	if _, err := dec.ReadToken(); !errors.Is(err, io.EOF) {
		return errNoObject
	}
	return nil
}

// boundEntry returns a compact copy of value, if it is within the bounds.
func boundEntry(value jsontext.Value) (json.RawMessage, bool) {
	if nesting(value) > maxMetaDepth {
		return nil, false
	}
	kept := value.Clone()
	if err := kept.Compact(); err != nil || utf8.RuneCount(kept) > maxMetaLength {
		return nil, false
	}
	return json.RawMessage(kept), true
}

// nesting returns how deep the containers of a valid JSON value are nested; a
// scalar has none.
func nesting(value []byte) int {
	depth, deepest := 0, 0
	inString := false
	for i := 0; i < len(value); i++ {
		switch c := value[i]; {
		case inString && c == '\\':
			i++
		case c == '"':
			inString = !inString
		case inString:
		case c == '{' || c == '[':
			depth++
			deepest = max(deepest, depth)
		case c == '}' || c == ']':
			depth--
		}
	}
	return deepest
}
