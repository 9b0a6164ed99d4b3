package runtime

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
)

const (
	// minStateKey is the least length of a key: that of what it protects.
	minStateKey = 32
	// maxState bounds what one round hands to the next, answers included.
	maxState = 256 << 10

	stateVersion = "mcpgen-state-1"
	textBadState = "Error: Invalid request state."
)

var (
	errStateTooLarge = errors.New("answers and state of a call are larger than 256 KiB")
	errNotSealed     = errors.New("state is of no key, caller, tool or arguments of this call")
	errStateExpired  = errors.New("state has expired")
)

// sealer closes and opens what clients carry: AES-256-GCM with a random nonce.
type sealer struct {
	ttl  time.Duration
	keys []cipher.AEAD // the first one seals
}

// sealer returns the sealer of a server. The keys are derived, so that the host
// may use its own for other things too.
func (s stateSettings) sealer() *sealer {
	made := &sealer{ttl: s.ttl}
	if made.ttl == 0 {
		made.ttl = defaultStateTTL
	}
	keys := s.keys
	if len(keys) == 0 {
		key := make([]byte, minStateKey)
		_, _ = rand.Read(key) // does not fail
		keys = [][]byte{key}
	}
	for _, key := range keys {
		made.keys = append(made.keys, aead(key))
	}
	return made
}

func aead(key []byte) cipher.AEAD {
	derived, err := hkdf.Key(sha256.New, key, nil, stateVersion, minStateKey)
	if err != nil {
		panic("runtime: derive a key of 32 bytes: " + err.Error())
	}
	block, err := aes.NewCipher(derived)
	if err != nil {
		panic("runtime: cipher of a key of 32 bytes: " + err.Error())
	}
	sealed, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic("runtime: GCM of AES: " + err.Error())
	}
	return sealed
}

// state is what is sealed.
type state struct {
	Expires time.Time                  `json:"expires"`
	Round   int                        `json:"round"`
	Kept    []byte                     `json:"kept"` // null is nothing
	Answers map[string]json.RawMessage `json:"answers,omitempty"`
}

// close returns a state for a client, of use for what it is bound to alone.
func (s *sealer) close(bound []byte, st state) (string, error) {
	st.Expires = time.Now().Add(s.ttl)
	plain, err := json.Marshal(st)
	if err != nil {
		return "", fmt.Errorf("encode state: %w", err)
	}
	if len(plain) > maxState {
		return "", errStateTooLarge
	}
	return base64.RawURLEncoding.EncodeToString(s.keys[0].Seal(nil, nil, plain, bound)), nil
}

// open returns the state that a client sent. The errors are for the log: a client
// learns none of them.
func (s *sealer) open(bound []byte, sent string) (state, error) {
	if len(sent) > base64.RawURLEncoding.EncodedLen(maxState+1<<10) {
		return state{}, errNotSealed
	}
	sealed, err := base64.RawURLEncoding.Strict().DecodeString(sent)
	if err != nil {
		return state{}, errNotSealed
	}
	for _, key := range s.keys {
		if plain, err := key.Open(nil, nil, sealed, bound); err == nil {
			return readState(plain)
		}
	}
	return state{}, errNotSealed
}

func readState(plain []byte) (state, error) {
	var st state
	if err := json.Unmarshal(plain, &st); err != nil {
		return state{}, fmt.Errorf("decode state: %w", err)
	}
	if !time.Now().Before(st.Expires) {
		return state{}, errStateExpired
	}
	return st, nil
}

// bound names all that a state holds for: whose it is, and which request. A list
// of texts in JSON has one reading only.
func (d *dialog) bound() []byte {
	about := d.of.topic()
	args := about.args
	if about.texts != nil {
		args = objectOf(about.texts)
	}
	if spelled, err := cache.Canonical(args, nil); err == nil {
		args = spelled // however a client writes them
	}
	digest := sha256.Sum256(args)
	bound, _ := json.Marshal([]any{ // plain values do encode
		stateVersion, d.server.identity.Name, about.caller.ID, about.caller.clientID(),
		about.method, about.name, digest[:],
	})
	return bound
}
