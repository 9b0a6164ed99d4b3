package mask

import "strings"

// defaultKeys returns the names that are sensitive when a host lists none
// (contract: S1-21). Kebab and joined spellings follow from these.
func defaultKeys() []string {
	return []string{
		"password", "pass", "pwd", "secret",
		"token", "bearer", "jwt", "access_token", "refresh_token", "id_token", "session_token", "auth_token",
		"auth", "authorization", "cookie",
		"api_key", "x_api_key", "client_secret", "private_key",
		"credit_card",
	}
}

// keySet holds sensitive names in all their spellings, in lower case.
type keySet map[string]struct{}

// add puts in every spelling of key: as listed, kebab, snake and joined.
func (s keySet) add(key string) {
	key = string(appendLower(nil, []byte(key)))
	words := strings.FieldsFunc(key, func(r rune) bool { return r == '-' || r == '_' })
	for _, spelling := range []string{
		key,
		strings.Join(words, "-"),
		strings.Join(words, "_"),
		strings.Join(words, ""),
	} {
		s[spelling] = struct{}{}
	}
}

// outline tells most names that are in no set from one look at them: it holds, by
// the first letter, which lengths there are.
type outline struct {
	lengths [32]uint64
	longest int // no longer name is sensitive, however much of it is sent
}

func (s keySet) outline() outline {
	var o outline
	for key := range s {
		if key != "" {
			o.lengths[key[0]%32] |= lengthBit(len(key))
		}
		o.longest = max(o.longest, len(key))
	}
	return o
}

// mayHold reports whether name may be in the set, in either case of its letters.
func (o *outline) mayHold(name []byte) bool {
	return len(name) > 0 && len(name) <= o.longest && o.lengths[name[0]%32]&lengthBit(len(name)) != 0
}

// lengthBit stands for a length; the last bit for all from 63 on.
func lengthBit(n int) uint64 { return 1 << min(n, 63) }

// appendLower appends name with its ASCII letters in lower case. Other letters
// stay: a full-width or decomposed spelling is another name.
func appendLower(dst, name []byte) []byte {
	for _, c := range name {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		dst = append(dst, c)
	}
	return dst
}
