package mask

import (
	"maps"
	"sync"
)

// Replacement is what stands in the place of a hidden value.
const Replacement = "***"

// A Masker hides the values of sensitive members. It is made by [New], never
// changes, and may be used by any number of goroutines.
type Masker struct {
	keys    keySet
	outline outline
	strings bool            // look into strings as well
	known   map[string]bool // members of the outermost object that are shown; nil shows all
	passes  sync.Pool
}

// New returns a masker for members of these names. Without names it takes the
// default list: password, pass, pwd, secret, token, bearer, jwt, auth,
// authorization, cookie, api_key, x_api_key, access_token, refresh_token,
// id_token, session_token, auth_token, client_secret, private_key and
// credit_card. Names that are given replace that list.
//
// A name is compared as a whole, without regard to the case of ASCII letters,
// and stands for its kebab, snake and joined spellings: api_key is apiKey,
// API-Key and ApiKey too, but not apiKeyHeader.
func New(keys ...string) *Masker {
	if len(keys) == 0 {
		keys = defaultKeys()
	}
	return newMasker(keySet{}, keys, false)
}

// With returns a masker that hides members of these names as well, such as the
// secret parameters of one tool.
func (m *Masker) With(keys ...string) *Masker {
	return newMasker(maps.Clone(m.keys), keys, m.strings)
}

// Only returns a masker that hides every member of the outermost object but
// these: what a tool does not declare may be anything, secrets too. Names are
// compared as they are.
func (m *Masker) Only(names ...string) *Masker {
	known := make(map[string]bool, len(names))
	for _, name := range names {
		known[name] = true
	}
	only := newMasker(m.keys, nil, m.strings)
	only.known = known
	return only
}

// WithStrings returns a masker that looks into strings as well, which the others
// do not. In a string it hides
//
//   - sensitive members of JSON that was sent as text, in texts of texts too; a
//     text more than three levels down is hidden as a whole,
//   - what follows the words Bearer and Basic, even if they are meant in prose,
//   - the user information of a URL.
//
// It costs a scan of every string and finds no secret that is not shaped so.
func (m *Masker) WithStrings() *Masker {
	return newMasker(maps.Clone(m.keys), nil, true)
}

func newMasker(set keySet, keys []string, strings bool) *Masker {
	for _, key := range keys {
		set.add(key)
	}
	m := &Masker{keys: set, outline: set.outline(), strings: strings}
	m.passes.New = func() any { return new(pass) }
	return m
}

// JSON returns raw, one JSON value, with its secrets hidden: compact, its
// members in their order, every other value spelled as it was. What is not JSON,
// has a duplicate name or invalid UTF-8, becomes "***" as a whole, as does a
// part that is nested more than 100 levels deep. Masking a masked text changes
// nothing. The result shares no memory with raw.
func (m *Masker) JSON(raw []byte) []byte {
	masked, err := m.appendMasked(make([]byte, 0, len(raw)), raw, 0)
	if err != nil {
		return append(masked, hidden...)
	}
	return masked
}

// Sound is [Masker.JSON] for a text that is known to be one JSON value, in valid UTF-8
// and with no name twice: it is not checked again. What becomes of any other text
// means nothing, and may show what it holds.
func (m *Masker) Sound(raw []byte) []byte {
	p := m.pass()
	defer p.release()
	return p.run(make([]byte, 0, len(raw)), raw, 0)
}

// appendMasked appends a text that lies in so many other texts. On an error it has
// appended nothing.
func (m *Masker) appendMasked(dst, raw []byte, texts int) ([]byte, error) {
	p := m.pass()
	defer p.release()
	if err := p.checker.Check(raw); err != nil {
		return dst, err
	}
	return p.run(dst, raw, texts), nil
}

func (m *Masker) pass() *pass {
	p := m.passes.Get().(*pass)
	p.Masker = m
	return p
}
