package runtime

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
)

func nested(depth int) string { return strings.Repeat("[", depth) + strings.Repeat("]", depth) }

// contract: S0-9, S0-26, S0-27, S0-28, S0-29, S0-30
func TestMetaIsBounded(t *testing.T) {
	text := func(runes int) string { return `"` + strings.Repeat("ä", runes-2) + `"` }
	tests := map[string]struct {
		raw  string
		want map[string]string
	}{
		"absent":                         {``, nil},
		"null":                           {`null`, nil},
		"an array":                       {`["a"]`, nil},
		"a string":                       {`"a"`, nil},
		"cut off":                        {`{"a":1,`, nil},
		"two values":                     {`{"a":1}{}`, nil},
		"a name twice":                   {`{"a":1,"b":2,"a":3}`, nil},
		"invalid UTF-8":                  {"{\"a\":\"\xff\"}", nil},
		"empty":                          {`{}`, nil},
		"values as they were sent":       {`{"a": 9007199254740993, "b": {"c" : [1.0, null]} }`, map[string]string{"a": `9007199254740993`, "b": `{"c":[1.0,null]}`}},
		"an empty name":                  {`{"":1}`, map[string]string{"": `1`}},
		"four levels":                    {`{"a":[{"b":[{}]}]}`, map[string]string{"a": `[{"b":[{}]}]`}},
		"five levels":                    {`{"a":[{"b":[{"c":[]}]}],"d":1}`, map[string]string{"d": `1`}},
		"brackets in strings":            {`{"a":"[[[[[[\"[[["}`, map[string]string{"a": `"[[[[[[\"[[["`}},
		"side by side is not deep":       {`{"a":[[],[],[],[],[]]}`, map[string]string{"a": `[[],[],[],[],[]]`}},
		"4096 characters":                {`{"a":` + text(4096) + `}`, map[string]string{"a": text(4096)}},
		"4097 characters":                {`{"a":` + text(4097) + `,"b":1}`, map[string]string{"b": `1`}},
		"blanks are not characters":      {`{"a":[` + strings.Repeat(" ", 5000) + `1]}`, map[string]string{"a": `[1]`}},
		"the protocol's own":             {`{"io.modelcontextprotocol/clientInfo":{},"progressToken":1,"a":2}`, map[string]string{"a": `2`}},
		"the protocol's own in disguise": {`{"progress\u0054oken":1}`, nil},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			want := test.want
			if want == nil {
				want = map[string]string{}
			}
			if diff := cmp.Diff(want, texts(boundMeta([]byte(test.raw)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func texts(entries map[string]json.RawMessage) map[string]string {
	all := map[string]string{}
	for key, value := range entries {
		all[key] = string(value)
	}
	return all
}

// What is dropped, and what belongs to the protocol, does not count among the
// 32; the first ones in the order of the document are kept.
//
// contract: S0-30
func TestMetaKeepsTheFirst32(t *testing.T) {
	parts := []string{`"deep":` + nested(5), `"progressToken":1`, `"io.modelcontextprotocol/logLevel":"info"`}
	var want []string
	for i := range 40 {
		key := fmt.Sprintf("k%02d", 40-i) // the order of the document is not that of the names
		parts = append(parts, fmt.Sprintf(`%q:%d`, key, i))
		if i < 32 {
			want = append(want, key)
		}
	}
	slices.Sort(want)
	for n, kept := range map[int]int{3 + 31: 31, 3 + 32: 32, 3 + 33: 32, 3 + 40: 32} {
		got := boundMeta([]byte("{" + strings.Join(parts[:n], ",") + "}"))
		if len(got) != kept {
			t.Errorf("%d entries sent, %d kept, want %d", n-3, len(got), kept)
		}
	}
	got := boundMeta([]byte("{" + strings.Join(parts, ",") + "}"))
	if diff := cmp.Diff(want, slices.Sorted(maps.Keys(got))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func FuzzMeta(f *testing.F) {
	for _, seed := range []string{
		`{}`, `null`, `{"a":[[[[1]]]]}`, `{"a":[[[[[1]]]]]}`, `{"a":"\ud800"}`, `{"a":1,"a":2}`, `{"a":1e400}`,
		`{"progressToken":1}`, "{\"a\":\"\xc3\"}", `{"\"[":"]\\"}`, nested(2000), `{"a":` + nested(2000) + `}`,
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		sent := string(raw)
		entries := boundMeta(raw)
		if string(raw) != sent {
			t.Fatal("the text was written to")
		}
		if len(entries) > maxMetaEntries {
			t.Errorf("%d entries", len(entries))
		}
		for key, value := range entries {
			if isReserved(key) || !json.Valid(value) || nesting(value) > maxMetaDepth || utf8.RuneCount(value) > maxMetaLength {
				t.Errorf("kept %q: %s", key, value)
			}
		}
		if data, err := json.Marshal(entries); err != nil || !json.Valid(data) {
			t.Errorf("entries do not encode: %v", err)
		}
	})
}
