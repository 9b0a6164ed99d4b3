package mask_test

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// contract: S1-20, S1-22
func TestJSON(t *testing.T) {
	tests := map[string]struct{ raw, want string }{
		"member":               {`{"user":"ada","password":"hunter2"}`, `{"user":"ada","password":"***"}`},
		"number":               {`{"token":12345}`, `{"token":"***"}`},
		"null":                 {`{"token":null}`, `{"token":"***"}`},
		"object":               {`{"token":{"a":{"b":1}},"x":2}`, `{"token":"***","x":2}`},
		"array":                {`{"token":["a",["b"]],"x":2}`, `{"token":"***","x":2}`},
		"nested object":        {`{"a":{"b":{"secret":"x","c":1}}}`, `{"a":{"b":{"secret":"***","c":1}}}`},
		"list of objects":      {`[{"pwd":"x"},[{"pwd":"y"}],3]`, `[{"pwd":"***"},[{"pwd":"***"}],3]`},
		"upper case":           {`{"PASSWORD":"x","PassWord":"y"}`, `{"PASSWORD":"***","PassWord":"***"}`},
		"part of a name":       {`{"apiKeyHeader":"x","passwordHint":"y","my_token":"z"}`, `{"apiKeyHeader":"x","passwordHint":"y","my_token":"z"}`},
		"escaped name":         {`{"p\u0061ss":"x"}`, `{"p\u0061ss":"***"}`},
		"escaped brackets":     {`{"a":"{\"token\":1}","b\"":2}`, `{"a":"{\"token\":1}","b\"":2}`},
		"sensitive as a value": {`{"a":"token","b":["password","x"]}`, `{"a":"token","b":["password","x"]}`},
		"spelling of the rest": {`{"b":1.50,"a":1e2,"c":"\u0041\/","d":[true,false,null]}`, `{"b":1.50,"a":1e2,"c":"\u0041\/","d":[true,false,null]}`},
		"blanks":               {" { \"a\" : [ 1 , 2 ] ,\n\t\"token\" : { } , \"e\" : { } } ", `{"a":[1,2],"token":"***","e":{}}`},
		"empty object":         {`{}`, `{}`},
		"text":                 {`"token"`, `"token"`},
		"empty name":           {`{"":1}`, `{"":1}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			m := mask.New()
			got := m.JSON([]byte(test.raw))
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, string(m.JSON(got))); diff != "" {
				t.Errorf("masked again (-want +got):\n%s", diff)
			}
		})
	}
}

// contract: S1-21
func TestDefaultKeys(t *testing.T) {
	listed := strings.Fields("password pass pwd secret token bearer jwt auth authorization cookie api_key apikey api-key x-api-key " +
		"access_token refresh_token id_token session_token auth_token access-token refresh-token id-token session-token auth-token " +
		"client_secret private_key credit_card client-secret private-key credit-card")
	for _, key := range listed {
		for _, spelling := range []string{key, strings.ToUpper(key), strings.ReplaceAll(key, "_", ""), strings.ReplaceAll(key, "-", "_")} {
			if got := masked(mask.New(), spelling); !got {
				t.Errorf("%s is shown", spelling)
			}
		}
	}
}

// Catalogue M2: ASCII spellings are one name, others are other names.
//
// contract: S1-22
func TestSpellings(t *testing.T) {
	tests := map[string]struct {
		listed, sent string
		want         bool
	}{
		"camel":            {"api_key", "apiKey", true},
		"pascal":           {"api_key", "ApiKey", true},
		"kebab, upper":     {"api_key", "API-KEY", true},
		"snake of kebab":   {"api-key", "api_key", true},
		"three words":      {"x-api_key", "xApiKey", true},
		"as listed":        {"x-api_key", "x-api_key", true},
		"longer":           {"api_key", "apiKeyHeader", false},
		"shorter":          {"api_key", "api", false},
		"doubled":          {"api_key", "api__key", false},
		"listed joined":    {"apikey", "api_key", false},
		"full-width":       {"pass", "ｐａｓｓ", false},
		"not ASCII, lower": {"größe", "größe", true},
		"not ASCII, upper": {"größe", "GRÖSSE", false},
		"decomposed":       {"clé", "cle\u0301", false},
		"Kelvin sign":      {"token", "to\u212Aen", false},
		"blank":            {"token", "token ", false},
		"very long":        {strings.Repeat("k", 100), strings.Repeat("K", 100), true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if got := masked(mask.New(test.listed), test.sent); got != test.want {
				t.Errorf("masked is %t, want %t", got, test.want)
			}
		})
	}
}

// contract: S1-23
func TestCustomListReplacesTheDefault(t *testing.T) {
	m := mask.New("pin")
	if !masked(m, "pin") || masked(m, "password") {
		t.Error("a list of one's own must hold its own names and no others")
	}
}

// contract: S1-24
func TestWithAddsAndSharesTheRest(t *testing.T) {
	base := mask.New()
	m := base.With("pin").With("cvc")
	for _, key := range []string{"pin", "cvc", "password"} {
		if !masked(m, key) {
			t.Errorf("%s is shown", key)
		}
	}
	if masked(base, "pin") {
		t.Error("With changed the masker it was asked of")
	}
}

// masked reports whether m hides a member of that name.
func masked(m *mask.Masker, key string) bool {
	raw := fmt.Appendf(nil, `{"n":{"%s":"hunter2"}}`, key)
	return !strings.Contains(string(m.JSON(raw)), "hunter2")
}

// Where nothing can be found everything is hidden. Catalogue M6: a name that
// comes twice may hold the secret in either place.
func TestWhatIsNoJSONIsHidden(t *testing.T) {
	for name, raw := range map[string]string{
		"nothing":        ``,
		"blanks":         "  ",
		"prose":          `password is hunter2`,
		"half":           `{"a":"hunter2"`,
		"two values":     `{} "hunter2"`,
		"text behind":    `{}x`,
		"trailing comma": `{"a":"hunter2",}`,
		"duplicate name": `{"a":1,"a":"hunter2"}`,
		"invalid UTF-8":  "{\"a\":\"\xffhunter2\"}",
		"lone surrogate": `{"a":"\ud800hunter2"}`,
		"mixed brackets": `{"a":["hunter2"}}`,
		"far too deep":   strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000),
	} {
		t.Run(name, func(t *testing.T) {
			if got := string(mask.New().JSON([]byte(raw))); got != `"***"` {
				t.Errorf("got %s", got)
			}
		})
	}
}

func TestDepthIsBounded(t *testing.T) {
	nest := func(n int, inner string) string {
		return strings.Repeat(`{"a":`, n) + inner + strings.Repeat(`}`, n)
	}
	for name, test := range map[string]struct{ raw, want string }{
		"100 levels": {nest(100, `1`), nest(100, `1`)},
		"101 levels": {nest(101, `1`), nest(100, `"***"`)},
		"many":       {nest(5000, `{"token":"hunter2"}`), nest(100, `"***"`)},
	} {
		t.Run(name, func(t *testing.T) {
			if diff := cmp.Diff(test.want, string(mask.New().JSON([]byte(test.raw)))); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Catalogue M3, where it is asked for.
func TestStrings(t *testing.T) {
	text := func(v any) string {
		data, err := json.Marshal(v)
		if err != nil {
			t.Fatal(err)
		}
		return string(data)
	}
	nested := func(n int) string {
		s := `{"token":"hunter2","a":1}`
		for range n {
			s = text(s)
		}
		return s
	}
	tests := map[string]struct{ raw, want string }{
		"bearer":              {`"Authorization: Bearer hunter2"`, `"Authorization: Bearer ***"`},
		"bearer, lower":       {`{"h":"bearer abc.def-ghi=="}`, `{"h":"bearer ***"}`},
		"basic":               {`["Basic dXNlcjpwYXNz"]`, `["Basic ***"]`},
		"said twice":          {`"Bearer Bearer hunter2"`, `"Bearer ***"`},
		"part of a word":      {`"forbearer hunter"`, `"forbearer hunter"`},
		"userinfo":            {`"see https://ada:hunter2@example.com/x?y=a@b"`, `"see https://***@example.com/x?y=a@b"`},
		"userinfo with an at": {`"https://ada:h@nter2@example.com"`, `"https://***@example.com"`},
		"no userinfo":         {`"https://example.com/@ada"`, `"https://example.com/@ada"`},
		"JSON in a text":      {text(`{"token": "hunter2", "a": 1}`), text(`{"token":"***","a":1}`)},
		"no secret in JSON":   {`"\u007b\"a\":1}"`, `"\u007b\"a\":1}"`},
		"texts, two levels":   {nested(2), text(text(`{"token":"***","a":1}`))},
		"texts, three levels": {nested(3), text(text(text(`{"token":"***","a":1}`)))},
		"no JSON after all":   {`"{Bearer hunter2"`, `"{Bearer ***"`},
		"nothing":             {`"a \u0041"`, `"a \u0041"`},
		"name stays":          {`{"Bearer abc":1}`, `{"Bearer abc":1}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			m := mask.New().WithStrings()
			got := m.JSON([]byte(test.raw))
			if diff := cmp.Diff(test.want, string(got)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.want, string(m.JSON(got))); diff != "" {
				t.Errorf("masked again (-want +got):\n%s", diff)
			}
			if got := string(mask.New().JSON([]byte(test.raw))); got != test.raw {
				t.Errorf("not asked for, and yet %s", got)
			}
		})
	}
	deep := `{"a":"` + "x" + `","deep":[` + nested(1) + `]}`
	for range 4 {
		deep = text("[" + deep + "]")
	}
	if got := string(mask.New().WithStrings().JSON([]byte(deep))); strings.Contains(got, "hunter2") || !strings.Contains(got, "***") {
		t.Errorf("deeper texts: %s", got)
	}
}

func TestMaskerIsForEverybody(t *testing.T) {
	m := mask.New()
	var all sync.WaitGroup
	for i := range 8 {
		all.Go(func() {
			want := fmt.Sprintf(`{"a":%d,"token":"***"}`, i)
			for range 100 {
				if got := string(m.JSON(fmt.Appendf(nil, `{"a":%d,"token":%d}`, i, i))); got != want {
					t.Errorf("got %s, want %s", got, want)
				}
			}
		})
	}
	all.Wait()
}

func TestResultIsACopy(t *testing.T) {
	raw := []byte(`{"a":"bc"}`)
	got := mask.New().JSON(raw)
	clear(raw)
	if string(got) != `{"a":"bc"}` {
		t.Errorf("the result changed with its source: %s", got)
	}
}
