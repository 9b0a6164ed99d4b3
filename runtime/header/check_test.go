package header_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// mirrored are the params of the tests: a text, an integer, a boolean, a nested text.
func mirrored() []header.Param {
	return []header.Param{
		{Name: "Region", Path: []string{"region"}, Kind: header.String},
		{Name: "count", Path: []string{"n"}, Kind: header.Integer},
		{Name: "Dry-run", Path: []string{"dry"}, Kind: header.Boolean},
		{Name: "Shelf", Path: []string{"at", "shelf"}, Kind: header.String},
	}
}

// headers reads lines such as "Region: eu".
func headers(lines ...string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}}
	for _, line := range lines {
		name, value, _ := strings.Cut(line, ": ")
		h.Add(header.Prefix+name, value)
	}
	return h
}

// contract: S4-6, S4-15, S4-16
func TestValues(t *testing.T) {
	for _, test := range []struct {
		name, args string
		want       []header.Value
	}{
		{"all", `{"region":"eu","n":42,"dry":true,"at":{"shelf":"A 1"},"more":1}`,
			[]header.Value{{Name: "Region", Text: "eu"}, {Name: "count", Text: "42"}, {Name: "Dry-run", Text: "true"}, {Name: "Shelf", Text: "A 1"}}},
		{"absent", `{}`, nil},
		{"null", `{"region":null,"n":null,"dry":null,"at":null}`, nil},
		{"an empty text", `{"region":""}`, []header.Value{{Name: "Region"}}},
		{"escapes", `{"r\u0065gion":"\u0065\u4e16\n\""}`, []header.Value{{Name: "Region", Text: "e世\n\""}}},
		{"blanks", " {\t\"region\" :\r\n \"eu\" , \"n\" : -7 } ", []header.Value{{Name: "Region", Text: "eu"}, {Name: "count", Text: "-7"}}},
		{"integers in other forms", `{"n":4.20e1}`, []header.Value{{Name: "count", Text: "42"}}},
		{"zero", `{"n":-0.0e5}`, []header.Value{{Name: "count", Text: "0"}}},
		{"an integer that no float holds", `{"n":9007199254740993}`, []header.Value{{Name: "count", Text: "9007199254740993"}}},
		{"a power of ten", `{"n":12e3}`, []header.Value{{Name: "count", Text: "12000"}}},
		{"an integer out of all bounds", `{"n":1e64}`, nil},
		{"digits out of all bounds", `{"n":` + strings.Repeat("1", 65) + `}`, nil},
		{"an exponent out of all bounds", `{"n":1e9999999}`, nil},
		{"fractions, arrays and objects", `{"n":4.2,"region":["eu"],"dry":{},"at":{"shelf":[1]}}`, nil},
		{"by what was sent", `{"region":5,"n":"5","dry":"true"}`,
			[]header.Value{{Name: "Region", Text: "5"}, {Name: "count", Text: "5"}, {Name: "Dry-run", Text: "true"}}},
		{"no object on the way", `{"at":"shelf"}`, nil},
		{"null on the way", `{"at":null}`, nil},
		{"the last of two", `{"region":"eu","region":"us","at":{"shelf":"A"},"at":{}}`, []header.Value{{Name: "Region", Text: "us"}}},
		{"a name with other letters", `{"Region":"eu"}`, nil},
		{"the same name elsewhere", `{"x":{"region":"eu"},"y":["region",{"n":1}],"z":"\"region\":\"us\""}`, nil},
		{"broken strings", `{"region":"\ud800"}`, nil},
		{"an array", `["region"]`, nil},
		{"null arguments", `null`, nil},
		{"nothing", ``, nil},
		{"broken", `{"region":"eu`, nil},
		{"broken behind a value", `{"region":"eu","n":`, []header.Value{{Name: "Region", Text: "eu"}}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := header.Values(mirrored(), []byte(test.args))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestCheck(t *testing.T) {
	const (
		missing    = " is missing"
		unexpected = " is sent for an argument that is absent"
		different  = " differs from the argument"
		twice      = " comes more than once"
		encoding   = " is not well encoded"
		characters = " has characters that a header must not have"
	)
	for _, test := range []struct {
		name, args string
		h          http.Header
		want       string // without what all texts begin with; empty: it agrees
	}{
		{"all agree", `{"region":"eu","n":42,"dry":true,"at":{"shelf":"A"}}`, headers("Region: eu", "Count: 42", "Dry-Run: true", "Shelf: A"), ""},
		{"nothing sent", `{}`, headers(), ""},
		{"null", `{"region":null,"at":null}`, headers(), ""},
		{"no arguments", ``, headers(), ""},
		{"headers of nobody", `{}`, headers("Other: 1"), ""},
		{"missing", `{"region":"eu"}`, headers(), "Region" + missing},
		{"missing, nested", `{"at":{"shelf":"A"}}`, headers(), "Shelf" + missing},
		{"unexpected", `{}`, headers("Region: eu"), "Region" + unexpected},
		{"unexpected for null", `{"region":null}`, headers("Region: "), "Region" + unexpected},
		{"unexpected without arguments", `null`, headers("Region: eu"), "Region" + unexpected},
		{"unexpected on a way that ends", `{"at":5}`, headers("Shelf: A"), "Shelf" + unexpected},
		{"different", `{"region":"eu"}`, headers("Region: us"), "Region" + different},
		{"different letters", `{"region":"eu"}`, headers("Region: EU"), "Region" + different},
		{"an empty text", `{"region":""}`, headers("Region: "), ""},
		{"an empty text in a wrapper", `{"region":""}`, headers("Region: =?base64??="), ""},
		{"an empty text is not a missing one", `{"region":""}`, headers(), "Region" + missing},
		{"in a wrapper", `{"region":"Hello, 世界"}`, headers("Region: =?base64?SGVsbG8sIOS4lueVjA==?="), ""},
		{"in a wrapper without need", `{"region":"Hello"}`, headers("Region: =?base64?SGVsbG8=?="), ""},
		{"escapes", `{"region":"\u0065u"}`, headers("Region: eu"), ""},
		{"blanks around", `{"region":"eu"}`, headers("Region:  eu\t"), ""},
		{"no padding", `{"region":"Hello"}`, headers("Region: =?base64?SGVsbG8?="), "Region" + encoding},
		{"no Base64", `{"region":"Hello"}`, headers("Region: =?base64?SGVs!!!bG8=?="), "Region" + encoding},
		{"a wrapper in upper case is a text", `{"region":"=?BASE64?SGVsbG8=?="}`, headers("Region: =?BASE64?SGVsbG8=?="), ""},
		{"bytes", `{"region":"é"}`, headers("Region: é"), "Region" + characters},
		{"a tab", `{"region":"a\tb"}`, headers("Region: a\tb"), "Region" + characters},
		{"twice", `{"region":"eu"}`, headers("Region: eu", "Region: eu"), "Region" + twice},
		{"an integer with a fraction of nothing", `{"n":42}`, headers("Count: 42.0"), ""},
		{"an integer with an exponent", `{"n":42}`, headers("Count: 4.2e1"), ""},
		{"an argument with an exponent", `{"n":420.0e-1}`, headers("Count: 42"), ""},
		{"zeros", `{"n":0}`, headers("Count: -0.00"), ""},
		{"another sign", `{"n":42}`, headers("Count: -42"), "count" + different},
		{"another power", `{"n":42}`, headers("Count: 420"), "count" + different},
		{"a longer one", `{"n":42}`, headers("Count: 421"), "count" + different},
		{"a prefix", `{"n":421}`, headers("Count: 42.0"), "count" + different},
		{"no JSON number", `{"n":42}`, headers("Count: 042"), "count" + different},
		{"a plus", `{"n":42}`, headers("Count: +42"), "count" + different},
		{"hexadecimal", `{"n":42}`, headers("Count: 0x2A"), "count" + different},
		{"no number", `{"n":42}`, headers("Count: many"), "count" + different},
		{"empty for a number", `{"n":0}`, headers("Count: "), "count" + different},
		{"beyond what a float holds", `{"n":9007199254740993}`, headers("Count: 9007199254740993"), ""},
		{"one beside it", `{"n":9007199254740993}`, headers("Count: 9007199254740992"), "count" + different},
		{"a boolean with other letters", `{"dry":true}`, headers("Dry-Run: True"), "Dry-run" + different},
		{"the last of two", `{"region":"eu","region":"us"}`, headers("Region: us"), ""},

		{"no text, as it was sent", `{"region":5}`, headers("Region: 5"), ""},
		{"no text, and something else in the header", `{"region":5}`, headers("Region: 6"), "Region" + different},
		{"a number as a text", `{"n":"5"}`, headers(), "count" + missing},
		{"an array is for the binder", `{"region":["eu"]}`, headers(), ""},
		{"an array with a header too", `{"region":["eu"]}`, headers("Region: us"), ""},
		{"an array with a broken header", `{"region":["eu"]}`, headers("Region: =?base64?!?="), "Region" + encoding},
		{"a fraction is for the binder", `{"n":4.5}`, headers(), ""},
		{"an integer out of all bounds is for the binder", `{"n":1e64}`, headers(), ""},
		{"a broken string is for the binder", `{"region":"\ud800"}`, headers(), ""},
		{"no object", `["eu"]`, headers("Region: eu"), ""},
		{"no object, twice a header", `["eu"]`, headers("Region: eu", "Region: eu"), "Region" + twice},
		{"no object, a text", `"region"`, headers(), ""},
		{"broken", `{"region":`, headers(), ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := ""
			if err := header.Check(mirrored(), test.h, []byte(test.args)); err != nil {
				var mismatch *header.MismatchError
				if !errors.As(err, &mismatch) {
					t.Fatalf("%T", err)
				}
				got = strings.TrimPrefix(err.Error(), "header mismatch: Mcp-Param-")
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// What a client mirrors is what a server wants to see, whatever the arguments are.
func FuzzCheck(f *testing.F) {
	f.Add([]byte(`{"region":"eu","n":42,"dry":true,"at":{"shelf":"A"}}`))
	f.Add([]byte(`{"region":" \u4e16","n":-4.20e1,"at":{"shelf":"=?base64??="},"at":null}`))
	f.Add([]byte(`{"n":1e64,"region":"\ud800","x":[{"]":"}"}]`))
	f.Fuzz(func(t *testing.T, args []byte) {
		h := http.Header{}
		for _, v := range header.Values(mirrored(), args) {
			h.Set(header.Prefix+v.Name, header.Encode(v.Text))
		}
		err := header.Check(mirrored(), h, args)
		if err != nil && utf8.Valid(args) {
			t.Errorf("%q with %v: %v", args, h, err)
		}
		_ = header.Check(mirrored(), headers("Region: "+string(args), "Count: "+string(args)), args)
	})
}

func TestCheckAllocatesNothing(t *testing.T) {
	args := []byte(`{"note":"quite long","region":"us-west1","n":42,"dry":false,"at":{"shelf":"A 1"}}`)
	h, params := headers("Region: us-west1", "Count: 42", "Dry-Run: false", "Shelf: A 1"), mirrored()
	allocated := testing.AllocsPerRun(100, func() {
		if err := header.Check(params, h, args); err != nil {
			t.Fatal(err)
		}
	})
	if allocated > 0 {
		t.Errorf("%v allocations", allocated)
	}
}

func BenchmarkCheck(b *testing.B) {
	args := []byte(`{"note":"quite long","region":"us-west1","n":42,"dry":false,"at":{"shelf":"A 1"}}`)
	h := headers("Region: us-west1", "Count: 42", "Dry-Run: false", "Shelf: A 1")
	for _, bench := range []struct {
		name string
		n    int
	}{{"none", 0}, {"one", 1}, {"four", 4}} {
		params := mirrored()[:bench.n]
		b.Run(bench.name, func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				if err := header.Check(params, h, args); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkParams(b *testing.B) {
	schema := []byte(properties(`"a":{"type":"string","description":"where it is","x-mcp-header":"A"},"b":{"type":"integer"}`))
	b.ReportAllocs()
	for b.Loop() {
		if _, err := header.Params(schema); err != nil {
			b.Fatal(err)
		}
	}
}
