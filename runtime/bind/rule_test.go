package bind_test

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

func TestStringRules(t *testing.T) {
	type constraints = []bind.Constraint
	tests := []struct {
		name   string
		rule   constraints
		accept []string
		refuse []string
		want   string
	}{
		{"range", constraints{bind.MinLen(1), bind.MaxLen(3)}, []string{"a", "äöü"}, []string{"", "abcd"}, "string of 1 to 3 characters"},
		{"at least", constraints{bind.MinLen(2)}, []string{"ab"}, []string{"ä"}, "string of at least 2 characters"},
		{"at least one", constraints{bind.MinLen(1)}, []string{"a"}, []string{""}, "string of at least 1 character"},
		{"at most", constraints{bind.MaxLen(2)}, []string{"", "😀😀"}, []string{"abc"}, "string of at most 2 characters"},
		{"exactly", constraints{bind.MinLen(5), bind.MaxLen(5)}, []string{"abcde"}, []string{"abcd"}, "string of 5 characters"},
		{"exactly one", constraints{bind.MinLen(1), bind.MaxLen(1)}, []string{"a"}, []string{"ab"}, "string of 1 character"},
		{"pattern is not anchored", constraints{bind.Pattern(`[0-9]+`)}, []string{"a1b"}, []string{"ab"}, "string matching /[0-9]+/"},
		{"length and pattern", constraints{bind.MaxLen(5), bind.MinLen(1), bind.Pattern(`^A`)}, []string{"Ab"}, []string{"b", "Abcdef"}, "string of 1 to 5 characters matching /^A/"},
		{"format", constraints{bind.Format("uuid")}, []string{"123e4567-e89b-12d3-a456-426614174000"}, []string{"123"}, "uuid"},
		{"format and length", constraints{bind.Format("email"), bind.MaxLen(9)}, []string{"a@b.de"}, []string{"a", "abc@def.example"}, "email of at most 9 characters"},
		{"enum", constraints{bind.OneOf("open", "done")}, []string{"open", "done"}, []string{"Open", "", "open "}, "one of 'open', 'done'"},
		{"enum of the empty string", constraints{bind.OneOf("")}, []string{""}, []string{"a"}, "one of ''"},
		{"the last one holds", constraints{bind.MaxLen(1), bind.MaxLen(2)}, []string{"ab"}, []string{"abc"}, "string of at most 2 characters"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			read := withRule(bind.String[color], tt.rule...)
			for _, s := range tt.accept {
				got, _, err := readX(bind.Options{}, read, strconv.Quote(s))
				check(t, "", errorText(err))
				check(t, color(s), got.(color))
			}
			for _, s := range tt.refuse {
				_, _, err := readX(bind.Options{}, read, strconv.Quote(s))
				check(t, expected(tt.want), errorText(err))
			}
		})
	}
}

func TestLongEnumsAreCut(t *testing.T) {
	var values []string
	var numbers []int64
	for i := range 51 {
		values = append(values, "v"+strconv.Itoa(i))
		numbers = append(numbers, int64(i))
	}
	_, _, err := readX(bind.Options{}, withRule(bind.String[color], bind.OneOf(values...)), `"x"`)
	if text := errorText(err); !strings.HasSuffix(text, "'v48', 'v49', ….") {
		t.Error(text)
	}
	_, _, err = readX(bind.Options{}, withRule(bind.Int[int], bind.OneOfInts(numbers[:50]...)), `50`)
	if text := errorText(err); !strings.HasSuffix(text, "48, 49.") {
		t.Error(text)
	}
}

func TestParseRuleErrors(t *testing.T) {
	tests := []struct {
		name        string
		constraints []bind.Constraint
		want        string
	}{
		{"ints", []bind.Constraint{bind.MinInt(5), bind.MaxInt(1)}, "int: minimum 5 is above maximum 1"},
		{"floats", []bind.Constraint{bind.MinFloat(0.5), bind.MaxFloat(0.25)}, "float: minimum 0.5 is above maximum 0.25"},
		{"lengths", []bind.Constraint{bind.MinLen(5), bind.MaxLen(1)}, "length: minimum 5 is above maximum 1"},
		{"items", []bind.Constraint{bind.MinItems(5), bind.MaxItems(1)}, "items: minimum 5 is above maximum 1"},
		{"negative", []bind.Constraint{bind.MinLen(-1)}, "length: negative bound"},
		{"format", []bind.Constraint{bind.Format("iban")}, `unknown format "iban"`},
		{"pattern", []bind.Constraint{bind.Pattern(`(?=a)`)}, "pattern \"(?=a)\": error parsing regexp: invalid or unsupported Perl syntax: `(?=`"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := bind.ParseRule(tt.constraints...)
			check(t, tt.want, errorText(err))
			defer func() { check(t, any("bind: "+tt.want), recover()) }()
			bind.NewRule(tt.constraints...)
		})
	}
}

func TestFormats(t *testing.T) {
	tests := map[string]struct{ accept, refuse []string }{
		"date-time": {
			[]string{"2026-03-01T10:00:00Z", "2026-03-01T10:00:00.123456789+01:00", "2024-02-29T00:00:00-23:59"},
			[]string{"", "2026-03-01", "2026-03-01 10:00:00Z", "2026-03-01T10:00:00", "2026-02-29T00:00:00Z", "2026-03-01T1:00:00Z",
				"2026-03-01T10:00:00,5Z", "2026-03-01T10:00:00+24:00", "2026-03-01T10:00:00+01:60", "2026-03-01T10:00:00Zx"},
		},
		"date": {[]string{"2026-03-01", "2024-02-29"}, []string{"", "2026-3-1", "2026-02-30", "2026-03-01T", "20260301"}},
		"time": {[]string{"10:00:00Z", "23:59:59.5+01:00"}, []string{"", "10:00", "10:00:00", "24:00:00Z", "1:00:00Z"}},
		"duration": {
			[]string{"P1Y", "P1Y2M3D", "P3D", "PT1H", "PT1H2M3S", "PT5S", "P1DT12H", "P2W", "PT0S"},
			[]string{"", "P", "PT", "1D", "P1", "P1H", "PT1D", "P1DT", "P1W2D", "P1Y3D", "P2M1Y", "PT1S2M", "P-1D", "P1.5D", "P1D1D", "P1X"},
		},
		"email": {
			[]string{"a@example.com", "first.last+tag@sub.example.org", "a@localhost"},
			[]string{"", "a", "@example.com", "a@", "a b@example.com", ".a@example.com", "a.@example.com", "a..b@example.com", "a@b@c@", "a@-b.de", "a@b_c.de", "ä@example.com"},
		},
		"hostname": {
			[]string{"example.com", "localhost", "a-b.c1", "xn--bcher-kva.example"},
			[]string{"", ".", "a.", "-a.de", "a-.de", "a_b.de", "ä.de", strings.Repeat("a", 64) + ".de", strings.Repeat("a.", 127) + "de"},
		},
		"ipv4": {[]string{"10.0.0.1", "255.255.255.255"}, []string{"", "10.0.0", "256.0.0.1", "10.0.0.01", "::1", "10.0.0.1/8"}},
		"ipv6": {[]string{"::1", "2001:db8::1", "::ffff:10.0.0.1"}, []string{"", "10.0.0.1", "fe80::1%eth0", ":::1", "2001:db8::/32"}},
		"uri": {
			[]string{"https://example.com/a?b=c#d", "urn:isbn:0451450523", "mailto:a@b.de", "file:///x"},
			[]string{"", "example.com", "/a", "https://a b", "http://[::1", "https://exämple.com", "a|b:c", "https://x/<y>", ":a"},
		},
		"uuid": {
			[]string{"123e4567-e89b-12d3-a456-426614174000", "123E4567-E89B-12D3-A456-426614174000"},
			[]string{"", "123e4567e89b12d3a456426614174000", "123e4567-e89b-12d3-a456-42661417400g", "{23e4567-e89b-12d3-a456-426614174000", "123e45670e89b-12d3-a456-42661417400-"},
		},
		"regex": {[]string{"", "^a+$", `\d{2}`}, []string{"(", "a**", `(?<=a)b`, "(((a{999}){999}){999})"}},
	}
	check(t, len(tests), len(bind.Formats()))
	check(t, true, slices.IsSorted(bind.Formats()))
	for _, format := range bind.Formats() {
		t.Run(format, func(t *testing.T) {
			check(t, true, bind.IsFormat(format))
			read := withRule(bind.String[string], bind.Format(format))
			for _, s := range tests[format].accept {
				if _, _, err := readX(bind.Options{}, read, strconv.Quote(s)); err != nil {
					t.Errorf("%q: %v", s, err)
				}
			}
			for _, s := range tests[format].refuse {
				_, _, err := readX(bind.Options{}, read, strconv.Quote(s))
				if got := errorText(err); got != expected(format) {
					t.Errorf("%q: got %q", s, got)
				}
			}
		})
	}
	check(t, false, bind.IsFormat("iban"))
}
