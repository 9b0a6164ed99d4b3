package uri_test

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/yosida95/uritemplate/v3"

	"github.com/mcpgen-go/mcpgen/runtime/uri"
)

func TestMatch(t *testing.T) {
	tests := map[string]struct {
		pattern, uri string
		want         map[string]string
		no           bool
	}{
		"one uri":                       {pattern: "tasks://all", uri: "tasks://all"},
		"another uri":                   {pattern: "tasks://all", uri: "tasks://ALL", no: true},
		"a variable":                    {pattern: "tasks://{id}", uri: "tasks://7", want: map[string]string{"id": "7"}},
		"an encoded slash":              {pattern: "tasks://{id}", uri: "tasks://a%2Fb", want: map[string]string{"id": "a/b"}},
		"a slash":                       {pattern: "tasks://{id}", uri: "tasks://a/b", no: true},
		"a slash that is allowed":       {pattern: "file:///{+path}", uri: "file:///a/b.txt", want: map[string]string{"path": "a/b.txt"}},
		"two variables":                 {pattern: "tasks://{id}/notes/{note}", uri: "tasks://7/notes/x%20y", want: map[string]string{"id": "7", "note": "x y"}},
		"a query":                       {pattern: "tasks://{id}{?lang,limit}", uri: "tasks://7?lang=de&limit=5", want: map[string]string{"id": "7", "lang": "de", "limit": "5"}},
		"a part of a query":             {pattern: "tasks://{id}{?lang}", uri: "tasks://7", want: map[string]string{"id": "7"}},
		"beyond ascii":                  {pattern: "tasks://{id}", uri: "tasks://%C3%A4", want: map[string]string{"id": "ä"}},
		"no text":                       {pattern: "tasks://{id}", uri: "tasks://%FF", no: true},
		"a list":                        {pattern: "tasks://{id}", uri: "tasks://a,b", no: true},
		"another scheme":                {pattern: "tasks://{id}", uri: "notes://7", no: true},
		"more behind":                   {pattern: "tasks://{id}", uri: "tasks://7\n", no: true},
		"a dot is a dot":                {pattern: "a.b://{id}", uri: "axb://7", no: true},
		"nothing":                       {pattern: "tasks://{id}", uri: "", no: true},
		"longer than any uri is":        {pattern: "tasks://{id}", uri: "tasks://" + strings.Repeat("7", uri.MaxLength), no: true},
		"a megabyte that does not fit":  {pattern: "tasks://{id}", uri: "tasks://" + strings.Repeat("/", 1<<20), no: true},
		"the template itself is no uri": {pattern: "tasks://{id}", uri: "tasks://{id}", no: true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			p, err := uri.Parse(test.pattern)
			if err != nil {
				t.Fatal(err)
			}
			got, ok := p.Match(test.uri)
			if ok == test.no {
				t.Fatalf("matches is %t", ok)
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("values (-want +got):\n%s", diff)
			}
		})
	}
}

func TestParseRefuses(t *testing.T) {
	tests := map[string]struct{ text, want string }{
		"nothing":            {"", "has no scheme"},
		"a path":             {"/tasks", "has no scheme"},
		"a scheme only":      {"tasks:", "has no scheme"},
		"a blank":            {"tasks://a b", "printable ASCII"},
		"beyond ascii":       {"tasks://ä", "printable ASCII"},
		"an explode":         {"tasks://{ids*}", "modifier"},
		"a prefix":           {"tasks://{id:3}", "modifier"},
		"an open brace":      {"tasks://{id", "is no template"},
		"no variable":        {"tasks://{}", "is no template"},
		"a variable twice":   {"tasks://{id}/{id}", `has the variable "id" twice`},
		"twice in a query":   {"tasks://{?id,id}", `has the variable "id" twice`},
		"no uri":             {"tasks://a%zz", "is no URI"},
		"longer than it may": {"tasks://" + strings.Repeat("a", uri.MaxPattern), "is longer than"},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if _, err := uri.Parse(test.text); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %q", err, test.want)
			}
		})
	}
}

// What matches is what the template expands to, so that a URI never reaches a
// function with values that it does not spell out.
func FuzzMatch(f *testing.F) {
	for _, s := range []string{"tasks://7", "tasks://a%2Fb?lang=de", "tasks://a,b", "tasks://%FF", "tasks://?lang="} {
		f.Add(s)
	}
	p, err := uri.Parse("tasks://{id}{?lang}")
	if err != nil {
		f.Fatal(err)
	}
	f.Fuzz(func(t *testing.T, text string) {
		values, ok := p.Match(text)
		if !ok {
			return
		}
		if !strings.HasPrefix(text, "tasks://") {
			t.Errorf("%q matches", text)
		}
		for name, value := range values {
			if name != "id" && name != "lang" || len(value) > len(text) {
				t.Errorf("%q: %s is %q", text, name, value)
			}
		}
	})
}

// For what both know, the quick way and the library's come to one result. An
// empty value is there for the one, and not for the other.
func FuzzSimple(f *testing.F) {
	for _, s := range []string{"tasks://7/notes/a/b", "tasks://a%2Fb/notes/", "tasks://a,b/notes/c,d", "tasks:///notes/%FF", "tasks://%/notes/x?y#z"} {
		f.Add(s)
	}
	const text = "tasks://{id}/notes/{+path}"
	quick, err := uri.Parse(text)
	if err != nil {
		f.Fatal(err)
	}
	library := uritemplate.MustNew(text)
	f.Fuzz(func(t *testing.T, text string) {
		if len(text) > uri.MaxLength {
			return
		}
		got, ok := quick.Match(text)
		found := library.Match(text)
		if found == nil && ok || ok && !library.Regexp().MatchString(text) {
			t.Errorf("%q: %v, and the library finds nothing", text, got)
		}
		for name, value := range found {
			if ok && value.String() != got[name] {
				t.Errorf("%q: %s is %q, the library finds %v", text, name, got[name], value)
			}
		}
		if !ok && found != nil && singleTexts(found) {
			t.Errorf("%q: nothing, the library finds %v", text, found)
		}
	})
}

func singleTexts(values uritemplate.Values) bool {
	for _, value := range values {
		if len(value.V) != 1 || !utf8.ValidString(value.V[0]) {
			return false
		}
	}
	return true
}

func TestVariables(t *testing.T) {
	p, err := uri.Parse("tasks://{team}/{id}{?lang}")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"team", "id", "lang"}, p.Variables()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if !p.IsTemplate() || p.String() != "tasks://{team}/{id}{?lang}" {
		t.Errorf("%v", p)
	}
}

// The longest URI that is taken at all must not cost more than a call does.
func BenchmarkMatch(b *testing.B) {
	for name, text := range map[string]string{
		"short": "tasks://7", "longest": "tasks://" + strings.Repeat("7", uri.MaxLength-len("tasks://")),
		"no match": "tasks://" + strings.Repeat("/", 1<<10),
	} {
		b.Run(name, func(b *testing.B) {
			p, err := uri.Parse("tasks://{id}")
			if err != nil {
				b.Fatal(err)
			}
			b.ReportAllocs()
			for b.Loop() {
				p.Match(text)
			}
		})
	}
}
