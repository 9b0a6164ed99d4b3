package cache

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"slices"
	"unicode/utf8"
)

// Format is the version of what a key is made of. It is part of every key, so
// that entries of another version are never read.
const Format = 1

// ErrNotUTF8 is an identity that JSON cannot tell from another one.
var ErrNotUTF8 = errors.New("identity is not valid UTF-8")

// Key is what a result depends on. Its JSON has one reading only: what is absent
// is null, and no word stands for it.
type Key struct {
	Format    int             `json:"format"` // set by [Key.Sum]
	Namespace string          `json:"namespace"`
	Tool      string          `json:"tool"`
	Row       string          `json:"row"`    // changes with the tool
	Client    *string         `json:"client"` // nil if there is no client id
	Caller    string          `json:"caller"`
	Sections  []string        `json:"sections"` // of the caller, sorted
	Roles     []string        `json:"roles"`
	Scopes    []string        `json:"scopes"`
	Identity  *string         `json:"identity"`  // whom the tool acts for; nil if for the caller alone
	Policy    string          `json:"policy"`    // revision of the policy
	Arguments json.RawMessage `json:"arguments"` // made by [Canonical]
}

// Sum returns the name of an entry: 64 hexadecimal digits that tell nothing of
// what they stand for. A part that is not valid UTF-8 is an error, since JSON
// would write it like another one.
func (k Key) Sum() (string, error) {
	for _, part := range k.parts() {
		if !utf8.ValidString(part) {
			return "", ErrNotUTF8
		}
	}
	k.Format = Format
	text, err := json.Marshal(k)
	if err != nil {
		return "", err
	}
	sum := sha256.Sum256(text)
	return hex.EncodeToString(sum[:]), nil
}

func (k Key) parts() []string {
	parts := slices.Concat([]string{k.Namespace, k.Tool, k.Row, k.Caller, k.Policy}, k.Sections, k.Roles, k.Scopes)
	for _, part := range []*string{k.Client, k.Identity} {
		if part != nil {
			parts = append(parts, *part)
		}
	}
	return parts
}
