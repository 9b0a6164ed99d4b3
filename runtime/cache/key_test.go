package cache_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/cache"
)

// contract: S1-32, S1-33, S1-34, S1-35
func TestKeysDiffer(t *testing.T) {
	keys := map[string]cache.Key{
		"nothing":        {},
		"namespace":      {Namespace: "a"},
		"tool":           {Tool: "a"},
		"row":            {Row: "a"},
		"client":         {Client: new("a")},
		"empty client":   {Client: new("")},
		"null client":    {Client: new("null")},
		"caller":         {Caller: "a"},
		"sections":       {Sections: []string{"a"}},
		"sections, two":  {Sections: []string{"a", "a"}},
		"one with quote": {Sections: []string{`a","a`}},
		"roles":          {Roles: []string{"a"}},
		"scopes":         {Scopes: []string{"a"}},
		"identity":       {Identity: new("a")},
		"empty identity": {Identity: new("")},
		"policy":         {Policy: "a"},
		"arguments":      {Arguments: json.RawMessage(`{"a":1}`)},
		"as text":        {Arguments: json.RawMessage(`"{\"a\":1}"`)},
	}
	names := map[string]string{}
	for name, key := range keys {
		sum, err := key.Sum()
		if err != nil || len(sum) != 64 || strings.Trim(sum, "0123456789abcdef") != "" {
			t.Errorf("%s: %q, %v", name, sum, err)
		}
		if other, taken := names[sum]; taken {
			t.Errorf("%s and %s are one key", name, other)
		}
		names[sum] = name
		if again, _ := key.Sum(); again != sum {
			t.Errorf("%s: two sums", name)
		}
	}
}

// The format is part of the contract with entries that are stored: whoever
// changes what a key is made of raises [cache.Format].
//
// contract: S1-33
func TestKeyIsStable(t *testing.T) {
	sum, err := cache.Key{Namespace: "tasks", Tool: "list", Caller: "ada", Arguments: json.RawMessage(`{}`)}.Sum()
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff("7bcfc7ec6517dba4620ed96937aafe5d5b3a9bd5c462c40382cf9612ca08b94f", sum); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// JSON writes every invalid byte alike.
func TestKeyOfInvalidText(t *testing.T) {
	for name, key := range map[string]cache.Key{
		"caller": {Caller: "\xff"}, "client": {Client: new("\xff")}, "identity": {Identity: new("\xff")}, "scope": {Scopes: []string{"\xff"}},
	} {
		if _, err := key.Sum(); !errors.Is(err, cache.ErrNotUTF8) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCanonical(t *testing.T) {
	keep := func(name string) bool { return name != "drop" }
	tests := map[string]struct {
		raw, want string // no want: an error
		declared  func(string) bool
	}{
		"absent":               {``, `{}`, nil},
		"null":                 {` null `, `{}`, nil},
		"empty":                {`{ }`, `{}`, nil},
		"order":                {`{"b":1,"a":{"d":1,"c":2}}`, `{"a":{"c":2,"d":1},"b":1}`, nil},
		"list stays in order":  {`{"a":[2,1]}`, `{"a":[2,1]}`, nil},
		"escapes":              {`{"\u0061":"\u00e9\/"}`, `{"a":"é/"}`, nil},
		"numbers as written":   {`{"a":1.0,"b":1,"c":9007199254740993,"d":1e400}`, `{"a":1.0,"b":1,"c":9007199254740993,"d":1e400}`, nil},
		"text is no number":    {`{"a":"1"}`, `{"a":"1"}`, nil},
		"undeclared":           {`{"drop":{"x":[1,{}]},"a":1}`, `{"a":1}`, keep},
		"undeclared, at last":  {`{"a":1,"drop":"x"}`, `{"a":1}`, keep},
		"undeclared, alone":    {`{"drop":null}`, `{}`, keep},
		"undeclared, escaped":  {`{"dr\u006fp":1}`, `{}`, keep},
		"as a value":           {`{"a":"drop","b":["drop"]}`, `{"a":"drop","b":["drop"]}`, keep},
		"deeper names stay":    {`{"a":{"drop":1},"b":[{"drop":2}]}`, `{"a":{"drop":1},"b":[{"drop":2}]}`, keep},
		"array":                {`[]`, ``, nil},
		"text":                 {`"a"`, ``, nil},
		"number":               {`1`, ``, nil},
		"no JSON":              {`{"a":}`, ``, nil},
		"half":                 {`{"a":1`, ``, nil},
		"two values":           {`{} {}`, ``, nil},
		"duplicate name":       {`{"a":1,"a":2}`, ``, nil},
		"duplicate, dropped":   {`{"drop":1,"drop":2}`, ``, keep},
		"invalid UTF-8":        {"{\"a\":\"\xff\"}", ``, nil},
		"invalid, dropped":     {"{\"drop\":\"\xff\"}", ``, keep},
		"not JSON inside drop": {`{"drop":tru,"a":1}`, ``, keep},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got, err := cache.Canonical([]byte(test.raw), test.declared)
			if (err != nil) != (test.want == "") {
				t.Fatalf("error %v", err)
			}
			if diff := cmp.Diff(test.want, string(got)); err == nil && diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What is canonical stays as it is, and means what was sent.
func FuzzCanonical(f *testing.F) {
	f.Add([]byte(`{"b":[1,{"a":"\u0061"}],"a":null}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		once, err := cache.Canonical(raw, nil)
		if err != nil {
			return
		}
		twice, err := cache.Canonical(once, nil)
		if err != nil || string(once) != string(twice) {
			t.Errorf("%q becomes %q, %v", once, twice, err)
		}
		if !json.Valid(once) {
			t.Errorf("%q is no JSON", once)
		}
	})
}
