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

// longest returns the length of the longest name. No longer one is sensitive,
// however much of it is sent.
func (s keySet) longest() int {
	n := 0
	for key := range s {
		n = max(n, len(key))
	}
	return n
}

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
