package mask_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// Catalogue M1 and M9. Whatever is masked stays JSON, is the same when it is
// masked again, and holds nothing under a sensitive name but the replacement.
func FuzzMask(f *testing.F) {
	f.Add([]byte(`{"user":"ada","pass":"x","list":[{"Api-Key":{"a":1}}]}`))
	f.Add([]byte(`["Bearer x","https://a:b@c","{\"token\":[1]}"]`))
	f.Add([]byte(`{"p\u0061ss":"\ud83d\ude00","n":1e400}`))
	maskers := []*mask.Masker{mask.New(), mask.New().WithStrings(), mask.New("a", "b_c").With("d")}
	f.Fuzz(func(t *testing.T, raw []byte) {
		for i, m := range maskers {
			once := m.JSON(raw)
			if !json.Valid(once) {
				t.Fatalf("%d: not JSON: %q", i, once)
			}
			if twice := m.JSON(once); !bytes.Equal(once, twice) {
				t.Errorf("%d: not idempotent:\n%q\n%q", i, once, twice)
			}
			if got := m.Sound(raw); jsontext.Value(raw).IsValid() && !bytes.Equal(got, once) {
				t.Errorf("%d: %q, want %q", i, got, once)
			}
		}
		var v any
		if err := json.Unmarshal(maskers[0].JSON(raw), &v); err == nil {
			noSecret(t, v)
		}
	})
}

// noSecret looks for a value under a name that ought to be hidden.
func noSecret(t *testing.T, v any) {
	t.Helper()
	switch v := v.(type) {
	case []any:
		for _, item := range v {
			noSecret(t, item)
		}
	case map[string]any:
		for name, value := range v {
			switch strings.ToLower(name) {
			case "password", "pass", "token", "api-key", "api_key", "apikey":
				if isASCII(name) && value != mask.Replacement {
					t.Errorf("%s is %v", name, value)
				}
			}
			noSecret(t, value)
		}
	}
}

// isASCII keeps names out that only Unicode lowers to a sensitive one.
func isASCII(name string) bool {
	return strings.IndexFunc(name, func(r rune) bool { return r >= 0x80 }) < 0
}

func BenchmarkMask(b *testing.B) {
	small := []byte(`{"user":"ada","password":"hunter2","limit":20,"tags":["a","b"],"address":{"city":"Paris","token":"x"}}`)
	large := fmt.Appendf(nil, `[%s%s]`, strings.Repeat(string(small)+",", 999), small)
	for name, raw := range map[string][]byte{"100B": small, "100KB": large} {
		for kind, m := range map[string]*mask.Masker{"names": mask.New(), "strings": mask.New().WithStrings()} {
			b.Run(name+"/"+kind, func(b *testing.B) {
				b.ReportAllocs()
				b.SetBytes(int64(len(raw)))
				for b.Loop() {
					m.JSON(raw)
				}
			})
		}
	}
}
