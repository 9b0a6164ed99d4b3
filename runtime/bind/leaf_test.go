package bind_test

import (
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/netip"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

type (
	flag  bool
	small int8
	size  uint64
	ratio float32
	color string
	blob  []byte
	point struct{ X, Y int } // marshals itself
)

func (p *point) UnmarshalJSON(b []byte) error {
	var xy [2]int
	if err := json.Unmarshal(b, &xy); err != nil {
		return errors.New("secret of the method")
	}
	p.X, p.Y = xy[0], xy[1]
	return nil
}

var bigIntEqual = cmp.Comparer(func(a, b big.Int) bool { return a.Cmp(&b) == 0 })

// A required value of every kind of JSON, for leaves to refuse.
var kinds = map[string]string{
	"null": `null`, "bool": `true`, "number": `1`, "string": `"!"`, "array": `[1]`, "object": `{"a":{}}`,
}

// contract: S0-49, S0-57, S0-58
func TestLeavesRefuseOtherKinds(t *testing.T) {
	tests := []struct {
		name    string
		read    leaf
		accepts string // kinds
		want    string
	}{
		{"Bool", leafOf(bind.Bool[flag]), "bool", expected("bool")},
		{"Int", withRule(bind.Int[int]), "number", expected("int")},
		{"Int with a rule", withRule(bind.Int[int], bind.MinInt(1), bind.MaxInt(9)), "number", expected("int between 1 and 9")},
		{"Int enum", withRule(bind.Int[int], bind.OneOfInts(1, 2, 4)), "number", expected("one of 1, 2, 4")},
		{"Uint", withRule(bind.Uint[uint]), "number", expected("int")},
		{"Float", withRule(bind.Float[float64]), "number", expected("float")},
		{"String", withRule(bind.String[color]), "string", expected("string")},
		{"String with a rule", withRule(bind.String[string], bind.MaxLen(1)), "string", expected("string of at most 1 character")},
		{"String enum", withRule(bind.String[color], bind.OneOf("!", "b")), "string", expected("one of '!', 'b'")},
		{"Bytes", leafOf(bind.Bytes[blob]), "", expected("string")},
		{"Time", leafOf(bind.Time), "", expected("date-time")},
		{"Duration", leafOf(bind.Duration), "", expected("duration")},
		{"URL", leafOf(bind.URL), "", expected("uri")},
		{"BigInt", leafOf(bind.BigInt), "", expected("string of digits")},
		{"IntString", withRule(bind.IntString[int]), "", expected("string of digits")},
		{"UintString", withRule(bind.UintString[uint]), "", expected("string of digits")},
		{"FloatString", withRule(bind.FloatString[float64]), "", expected("string")},
		{"BoolString", leafOf(bind.BoolString[bool]), "", expected("string")},
		{"JSON", leafOf(func(d *bind.Decoder, p *point) { bind.JSON(d, p) }), "array null", invalidX},
		{"object", leafOf(func(d *bind.Decoder, _ *struct{}) {
			for o := d.Object(nil); o.Next(); {
			}
		}), "object", expected("object")},
		{"Elements", leafOf(func(d *bind.Decoder, p *[]int) { readInts(d, p, nil) }), "array", expected("array")},
		{"Entries", leafOf(func(d *bind.Decoder, p *map[string]any) {
			for v := range bind.Entries(d, p) {
				bind.Any(d, v)
			}
		}), "object", expected("object")},
		{"Any", leafOf(bind.Any), "null bool number string array object", ""},
		{"Raw", leafOf(bind.Raw[json.RawMessage]), "null bool number string array object", ""},
	}
	for _, tt := range tests {
		for kind, value := range kinds {
			t.Run(tt.name+" of "+kind, func(t *testing.T) {
				want := tt.want
				if strings.Contains(tt.accepts, kind) {
					want = ""
				}
				_, _, err := readX(bind.Options{}, tt.read, value)
				check(t, want, errorText(err))
			})
		}
	}
}

func readInts(d *bind.Decoder, p *[]int, r *bind.Rule) {
	for v := range bind.Elements(d, p, r) {
		bind.Int(d, v, nil)
	}
}

func TestLeaves(t *testing.T) {
	addr := leafOf(func(d *bind.Decoder, p *netip.Addr) { bind.Text(d, p) })
	ip := leafOf(func(d *bind.Decoder, p *netip.Addr) { bind.TextFormat(d, p, "ip") })
	own := leafOf(func(d *bind.Decoder, p *point) { bind.JSON(d, p) })
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any // or the text of the error
	}{
		{"false", leafOf(bind.Bool[flag]), `false`, flag(false)},
		{"named bool", leafOf(bind.Bool[flag]), `true`, flag(true)},
		{"escapes", withRule(bind.String[string]), `"a\"\\\/\n\u00e9\ud83d\ude00"`, "a\"\\/\né😀"},
		{"empty string", withRule(bind.String[color]), `""`, color("")},
		{"base64", leafOf(bind.Bytes[blob]), `"aGVsbG8="`, blob("hello")},
		{"escaped base64", leafOf(bind.Bytes[[]byte]), `"\u0061GVsbG8="`, []byte("hello")},
		{"no bytes", leafOf(bind.Bytes[[]byte]), `""`, []byte{}},
		{"no base64", leafOf(bind.Bytes[[]byte]), `"aGVsbG8"`, expected("string")},
		{"time", leafOf(bind.Time), `"2026-03-01T11:00:00.5Z"`, time.Date(2026, 3, 1, 11, 0, 0, 5e8, time.UTC)},
		{"date is no time", leafOf(bind.Time), `"2026-03-01"`, expected("date-time")},
		{"comma is no fraction", leafOf(bind.Time), `"2026-03-01T11:00:00,5Z"`, expected("date-time")},
		{"no such day", leafOf(bind.Time), `"2026-02-30T11:00:00Z"`, expected("date-time")},
		{"duration", leafOf(bind.Duration), `"1h30m"`, 90 * time.Minute},
		{"duration without unit", leafOf(bind.Duration), `"5"`, expected("duration")},
		{"url", leafOf(bind.URL), `"https://example.com/a?b#c"`, url.URL{Scheme: "https", Host: "example.com", Path: "/a", RawQuery: "b", Fragment: "c"}},
		{"relative url", leafOf(bind.URL), `"/a"`, expected("uri")},
		{"url with blank", leafOf(bind.URL), `"http://a/b c"`, expected("uri")},
		{"big", leafOf(bind.BigInt), `"-123456789012345678901234567890"`, *bigOf("-123456789012345678901234567890")},
		{"largest big", leafOf(bind.BigInt), `"-` + strings.Repeat("9", 4096) + `"`, *bigOf("-" + strings.Repeat("9", 4096))},
		{"too many digits", leafOf(bind.BigInt), `"` + strings.Repeat("9", 4097) + `"`, expected("string of digits")},
		{"big hex", leafOf(bind.BigInt), `"0x10"`, expected("string of digits")},
		{"big underscore", leafOf(bind.BigInt), `"1_0"`, expected("string of digits")},
		{"text", addr, `"::1"`, netip.MustParseAddr("::1")},
		{"wrong text", addr, `"nowhere"`, invalidX},
		{"text of a wrong kind", addr, `5`, expected("string")},
		{"named text", ip, `"10.0.0.1"`, netip.MustParseAddr("10.0.0.1")},
		{"wrong named text", ip, `"nowhere"`, expected("ip")},
		{"named text of a wrong kind", ip, `5`, expected("ip")},
		{"own JSON", own, `[1, 2]`, point{1, 2}},
		{"own JSON refuses", own, `[1, "x"]`, invalidX},
		{"raw as sent", leafOf(bind.Raw[json.RawMessage]), `{"n" : 9007199254740993}`, json.RawMessage(`{"n" : 9007199254740993}`)},
		{"int string", withRule(bind.IntString[int64]), `"-9007199254740993"`, int64(-9007199254740993)},
		{"int string out of range", withRule(bind.IntString[small]), `"128"`, expected("string of digits")},
		{"int string with a rule", withRule(bind.IntString[int], bind.MinInt(1)), `"0"`, expected("string of digits of at least 1")},
		{"int string with a fraction", withRule(bind.IntString[int]), `"5.0"`, expected("string of digits")},
		{"empty int string", withRule(bind.IntString[int]), `""`, expected("string of digits")},
		{"uint string", withRule(bind.UintString[size]), `"18446744073709551615"`, size(math.MaxUint64)},
		{"negative uint string", withRule(bind.UintString[size]), `"-1"`, expected("string of digits")},
		{"float string", withRule(bind.FloatString[float64]), `"2.5e3"`, 2500.0},
		{"float string NaN", withRule(bind.FloatString[float64]), `"NaN"`, expected("string")},
		{"float string hex", withRule(bind.FloatString[float64]), `"0x1p4"`, expected("string")},
		{"bool string", leafOf(bind.BoolString[flag]), `"true"`, flag(true)},
		{"wrong bool string", leafOf(bind.BoolString[flag]), `"1"`, expected("string")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got, bigIntEqual, cmp.Comparer(func(a, b netip.Addr) bool { return a == b }))
		})
	}
}

func bigOf(digits string) *big.Int {
	n, _ := new(big.Int).SetString(digits, 10)
	return n
}

func TestAny(t *testing.T) {
	tests := []struct {
		name, value string
		want        any
	}{
		{"null", `null`, nil},
		{"tree", `{"a":[1.5,"s",true,null,{}],"":[]}`, map[string]any{"a": []any{1.5, "s", true, nil, map[string]any{}}, "": []any{}}},
		{"largest exact integer", `9007199254740992`, 9007199254740992.0},
		{"first inexact integer", `9007199254740993`, json.Number("9007199254740993")},
		{"large exact integer", `9223372036854775808`, 9223372036854775808.0},
		{"beyond 64 bits, exact", `100000000000000000000`, 1e20},
		{"beyond 64 bits, inexact", `100000000000000000001`, json.Number("100000000000000000001")},
		{"negative inexact", `-9007199254740993`, json.Number("-9007199254740993")},
		{"beyond every float", `1e400`, json.Number("1e400")},
		{"400 digits", strings.Repeat("9", 400), json.Number(strings.Repeat("9", 400))},
		{"fraction is rounded", `0.1000000000000000055`, 0.1},
		{"minus zero", `-0`, math.Copysign(0, -1)},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, leafOf(bind.Any), tt.value)
			check(t, "", errorText(err))
			check(t, tt.want, got)
		})
	}
}

// What a caller keeps never changes with the input.
func TestLeavesCopy(t *testing.T) {
	raw := []byte(`{"x":{"a":"bcd"}}`)
	fields := bind.Fields{{Name: "x", Required: true}}
	var got json.RawMessage
	if _, err := bind.Arguments(raw, bind.Options{}, func(d *bind.Decoder, v *json.RawMessage) {
		for o := d.Object(fields); o.Next(); {
			bind.Raw(d, v)
		}
	}, &got); err != nil {
		t.Fatal(err)
	}
	clear(raw)
	check(t, `{"a":"bcd"}`, string(got))
}

// A null is a value only where it must be one (design.md, section 7).
func TestNullIsAbsentUnlessRequired(t *testing.T) {
	fields := bind.Fields{{Name: "opt"}, {Name: "dflt", Default: `"d"`}, {Name: "both", Required: true, Default: `"b"`}}
	type args struct{ opt, dflt, both *string }
	for _, raw := range []string{`{}`, `{"opt":null,"dflt":null,"both":null}`} {
		var got args
		_, err := bind.Arguments([]byte(raw), bind.Options{}, func(d *bind.Decoder, v *args) {
			for o := d.Object(fields); o.Next(); {
				switch o.Name {
				case "opt":
					bind.String(d, bind.New(&v.opt), nil)
				case "dflt":
					bind.String(d, bind.New(&v.dflt), nil)
				case "both":
					bind.String(d, bind.New(&v.both), nil)
				}
			}
		}, &got)
		check(t, "", errorText(err))
		check(t, args{nil, new("d"), new("b")}, got, cmp.AllowUnexported(args{}))
	}
}
