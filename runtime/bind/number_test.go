package bind_test

import (
	"encoding/json"
	"math"
	"math/big"
	"strconv"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

func TestIntegersAreExact(t *testing.T) {
	const int64Text = "int between -9223372036854775808 and 9223372036854775807"
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any // or the text of the error
	}{
		{"beyond 2^53", withRule(bind.Int[int64]), `9007199254740993`, int64(9007199254740993)},
		{"largest", withRule(bind.Int[int64]), `9223372036854775807`, int64(math.MaxInt64)},
		{"smallest", withRule(bind.Int[int64]), `-9223372036854775808`, int64(math.MinInt64)},
		{"fraction of zeros", withRule(bind.Int[int]), `5.0`, 5},
		{"exponent", withRule(bind.Int[int]), `1e2`, 100},
		{"fraction and exponent", withRule(bind.Int[int]), `1.25E+2`, 125},
		{"negative exponent", withRule(bind.Int[int]), `500e-2`, 5},
		{"many zeros", withRule(bind.Int[int]), `0.000012` + strings.Repeat("0", 300) + `e6`, 12},
		{"minus zero", withRule(bind.Int[int]), `-0.0`, 0},
		{"zero with a huge exponent", withRule(bind.Int[int]), `0e99999999999999999999`, 0},
		{"largest as a fraction", withRule(bind.Int[int64]), `9.223372036854775807e18`, int64(math.MaxInt64)},
		{"largest unsigned", withRule(bind.Uint[size]), `18446744073709551615`, size(math.MaxUint64)},
		{"largest unsigned, exponent", withRule(bind.Uint[uint64]), `1844674407370955161.5e1`, uint64(math.MaxUint64)},
		{"half", withRule(bind.Int[int]), `5.5`, expected("int")},
		{"tiny", withRule(bind.Int[int]), `1e-400`, expected("int")},
		{"tiny with a huge exponent", withRule(bind.Int[int]), `1e-99999999999999999999`, expected("int")},
		{"just beyond", withRule(bind.Int[int64]), `9223372036854775808`, expected(int64Text)},
		{"1e19", withRule(bind.Int[int]), `1e19`, expected(int64Text)},
		{"1e400", withRule(bind.Int[int64]), `1e400`, expected(int64Text)},
		{"1e99999999999999999999", withRule(bind.Int[int64]), `1e99999999999999999999`, expected(int64Text)},
		{"400 digits", withRule(bind.Int[int64]), strings.Repeat("9", 400), expected(int64Text)},
		{"wraps around 2^64", withRule(bind.Int[int64]), `18446744073709551617`, expected(int64Text)},
		{"int8 too big", withRule(bind.Int[small]), `300`, expected("int between -128 and 127")},
		{"int8 too small", withRule(bind.Int[small]), `-129`, expected("int between -128 and 127")},
		{"int8 limits", withRule(bind.Int[small]), `-128`, small(-128)},
		{"int16", withRule(bind.Int[int16]), `32768`, expected("int between -32768 and 32767")},
		{"int32", withRule(bind.Int[int32]), `2147483648`, expected("int between -2147483648 and 2147483647")},
		{"int8 with a rule, too big", withRule(bind.Int[small], bind.MinInt(1)), `300`, expected("int between 1 and 127")},
		{"int8 with a rule, too small", withRule(bind.Int[small], bind.MinInt(1)), `0`, expected("int of at least 1")},
		{"at most", withRule(bind.Int[int], bind.MaxInt(5)), `6`, expected("int of at most 5")},
		{"uint below zero", withRule(bind.Uint[uint]), `-1`, expected("int of at least 0")},
		{"uint64 too big", withRule(bind.Uint[uint64]), `18446744073709551616`, expected("int of at most 18446744073709551615")},
		{"uintptr", withRule(bind.Uint[uintptr]), `7`, uintptr(7)},
		{"uint8 below zero", withRule(bind.Uint[uint8]), `-1`, expected("int between 0 and 255")},
		{"uint8 too big", withRule(bind.Uint[uint8]), `256`, expected("int between 0 and 255")},
		{"uint32 too big", withRule(bind.Uint[uint32]), `4294967296`, expected("int between 0 and 4294967295")},
		{"uint64 beyond a rule", withRule(bind.Uint[uint64], bind.MaxInt(9)), `18446744073709551615`, expected("int of at most 9")},
		{"uint64 within a rule", withRule(bind.Uint[uint64], bind.MinInt(9)), `18446744073709551615`, uint64(math.MaxUint64)},
		{"uint64 below a rule", withRule(bind.Uint[uint64], bind.MinInt(9)), `8`, expected("int of at least 9")},
		{"uint64 no enum value", withRule(bind.Uint[uint64], bind.OneOfInts(-1)), `18446744073709551615`, expected("one of -1")},
		{"enum", withRule(bind.Int[int], bind.OneOfInts(1, 2, 4)), `4.0`, 4},
		{"no enum value", withRule(bind.Int[small], bind.OneOfInts(1, 2, 4)), `300`, expected("one of 1, 2, 4")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got)
		})
	}
}

// Every spelling of a number is an integer exactly if big arithmetic says so.
func TestIntegersAgreeWithBigRational(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`-?(0|[1-9][0-9]{0,24})(\.[0-9]{1,24})?([eE][+-]?[0-9]{1,2})?`).Draw(t, "number")
		exact, ok := new(big.Rat).SetString(text)
		if !ok {
			t.Fatalf("no number: %s", text)
		}
		got, _, err := readX(bind.Options{}, withRule(bind.Int[int64]), text)
		wantOK := exact.IsInt() && exact.Num().IsInt64()
		if wantOK != (err == nil) || wantOK && got != exact.Num().Int64() {
			t.Fatalf("int64 of %s: got %v, %v", text, got, err)
		}
		got, _, err = readX(bind.Options{}, withRule(bind.Uint[uint64]), text)
		wantOK = exact.IsInt() && exact.Num().IsUint64()
		if wantOK != (err == nil) || wantOK && got != exact.Num().Uint64() {
			t.Fatalf("uint64 of %s: got %v, %v", text, got, err)
		}
	})
}

// What is exactly a number is decided as encoding/json decides it.
func TestNumberText(t *testing.T) {
	number := withRule(bind.FloatString[float64])
	rapid.Check(t, func(t *rapid.T) {
		text := rapid.StringMatching(`[-+]?[0-9]{0,2}\.?[0-9]{0,2}([eE][-+]?[0-9]{0,2})?[ x]?`).Draw(t, "text")
		_, _, err := readX(bind.Options{}, number, strconv.Quote(text))
		if want := text == strings.TrimSpace(text) && json.Valid([]byte(text)); want != (err == nil) {
			t.Fatalf("%q: got %v, valid %v", text, err, want)
		}
	})
}

func TestFloats(t *testing.T) {
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any
	}{
		{"integer", withRule(bind.Float[float64]), `3`, 3.0},
		{"largest", withRule(bind.Float[float64]), `1.7976931348623157e308`, math.MaxFloat64},
		{"overflow", withRule(bind.Float[float64]), `1e400`, expected("float")},
		{"underflow", withRule(bind.Float[float64]), `1e-400`, 0.0},
		{"float32", withRule(bind.Float[ratio]), `0.1`, ratio(0.1)},
		{"float32 overflow", withRule(bind.Float[ratio]), `1e39`, expected("float")},
		{"float32 is rounded once", withRule(bind.Float[float32]), `1.000000178813934326171874`, math.Nextafter32(1, 2)},
		{"below", withRule(bind.Float[float64], bind.MinFloat(0.5), bind.MaxFloat(1e21)), `0.4`, expected("float between 0.5 and 1e+21")},
		{"above", withRule(bind.Float[float64], bind.MaxFloat(1000000)), `1000001`, expected("float of at most 1000000")},
		{"not above", withRule(bind.Float[float64], bind.MinFloat(-1)), `-2`, expected("float of at least -1")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got)
		})
	}
}

// Text is taken for what the type of the field says, and for nothing else (design.md, section 7).
func TestCoerce(t *testing.T) {
	ints := leafOf(func(d *bind.Decoder, p *[]int) { readInts(d, p, nil) })
	x := bind.Report{Repaired: []string{"x"}}
	tests := []struct {
		name   string
		read   leaf
		value  string
		want   any
		report bind.Report
	}{
		{"int", withRule(bind.Int[int]), `"5"`, 5, x},
		{"exact int", withRule(bind.Int[int64]), `"9007199254740993"`, int64(9007199254740993), x},
		{"int within a rule", withRule(bind.Int[int], bind.MinInt(1), bind.MaxInt(5)), `"-3"`, expected("int between 1 and 5"), bind.Report{}},
		{"int beyond its type", withRule(bind.Int[small]), `"300"`, expected("int"), bind.Report{}},
		{"int as it is", withRule(bind.Int[int]), `5`, 5, bind.Report{}},
		{"uint", withRule(bind.Uint[uint]), `"5"`, uint(5), x},
		{"uint beyond its type", withRule(bind.Uint[uint8]), `"300"`, expected("int"), bind.Report{}},
		{"empty", withRule(bind.Int[int]), `""`, expected("int"), bind.Report{}},
		{"apples", withRule(bind.Int[int]), `"5 apples"`, expected("int"), bind.Report{}},
		{"blank", withRule(bind.Int[int]), `" 5"`, expected("int"), bind.Report{}},
		{"hex", withRule(bind.Int[int]), `"0x10"`, expected("int"), bind.Report{}},
		{"enum", withRule(bind.Int[int], bind.OneOfInts(5)), `"5"`, expected("one of 5"), bind.Report{}},
		{"float", withRule(bind.Float[float64]), `"2.5"`, 2.5, x},
		{"NaN", withRule(bind.Float[float64]), `"NaN"`, expected("float"), bind.Report{}},
		{"true", leafOf(bind.Bool[bool]), `"true"`, true, x},
		{"yes", leafOf(bind.Bool[bool]), `"yes"`, expected("bool"), bind.Report{}},
		{"number is no bool", leafOf(bind.Bool[bool]), `1`, expected("bool"), bind.Report{}},
		{"number is no string", withRule(bind.String[string]), `5`, expected("string"), bind.Report{}},
		{"string stays", withRule(bind.String[string]), `"[1]"`, "[1]", bind.Report{}},
		{"any stays", leafOf(bind.Any), `"[1]"`, "[1]", bind.Report{}},
		{"array", ints, `" [1, \"2\"] "`, []int{1, 2}, bind.Report{Repaired: []string{"x", "x[1]"}}},
		{"array with a problem", ints, `"[1,\"a\"]"`, "Error: Invalid value for argument 'x[1]': expected int.", x},
		{"list of words", ints, `"a,b"`, expected("array"), bind.Report{}},
		{"nothing", ints, `""`, expected("array"), bind.Report{}},
		{"blanks", ints, `"  "`, expected("array"), bind.Report{}},
		{"encoded twice", ints, `"\"[]\""`, expected("array"), bind.Report{}},
		{"trailing", ints, `"[1] trailing"`, expected("array"), bind.Report{}},
		{"duplicate in text", leafOf(bindStrings), `"{\"a\":\"1\",\"a\":\"1\"}"`, expected("object"), bind.Report{}},
		{"too deep in text", ints, `"` + strings.Repeat("[", 65) + strings.Repeat("]", 65) + `"`, expected("array"), bind.Report{}},
		{"array is no object", leafOf(bindStrings), `"[]"`, expected("object"), bind.Report{}},
		{"map", leafOf(bindStrings), `"{\"a\":\"{}\"}"`, map[string]string{"a": "{}"}, x},
		{"text in a text stays", leafOf(func(d *bind.Decoder, p *[][]int) {
			for v := range bind.Elements(d, p, nil) {
				readInts(d, v, nil)
			}
		}), `"[\"[1]\"]"`, "Error: Invalid value for argument 'x[0]': expected array.", x},
		{"text after a text", leafOf(func(d *bind.Decoder, p *[][]int) {
			for v := range bind.Elements(d, p, nil) {
				readInts(d, v, nil)
			}
		}), `["[1]",[2],"[3,4]"]`, [][]int{{1}, {2}, {3, 4}}, bind.Report{Repaired: []string{"x[0]", "x[2]"}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, report, err := readX(coerce, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got)
			check(t, tt.report, report)
		})
	}
}

// Who has nothing but text can send the numbers of an enum, too, and strings stay strings.
func TestCoerceOfTextsOnly(t *testing.T) {
	texts := bind.Options{Coerce: true, Text: true}
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any
	}{
		{"enum", withRule(bind.Int[int], bind.OneOfInts(1, 5)), `"5"`, 5},
		{"unsigned enum", withRule(bind.Uint[uint], bind.OneOfInts(1, 5)), `"5"`, uint(5)},
		{"another number", withRule(bind.Int[int], bind.OneOfInts(1, 5)), `"3"`, expected("one of 1, 5")},
		{"a word", withRule(bind.Int[int], bind.OneOfInts(1, 5)), `"five"`, expected("one of 1, 5")},
		{"string of digits", withRule(bind.String[string]), `"5"`, "5"},
		{"string enum", withRule(bind.String[string], bind.OneOf("5")), `"5"`, "5"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(texts, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got)
		})
	}
}

func bindStrings(d *bind.Decoder, p *map[string]string) {
	for v := range bind.Entries(d, p) {
		bind.String(d, v, nil)
	}
}

func TestCoerceObject(t *testing.T) {
	text := strconv.Quote(`{"street":"s","city":"c","zip":"z"}`)
	raw := strings.Replace(orderArguments, `{"street": "1 Main Street", "city": "Springfield", "zip": "12345"}`, text, 1)
	got, report, problem := bindOrder(t, coerce, raw)
	check(t, "", problem)
	check(t, address{"s", "c", "z"}, got.Ship)
	check(t, []string{"new", "export"}, got.Tags)
	check(t, []int{1, 2}, got.Codes)
	check(t, bind.Report{Repaired: []string{"ship"}}, report)
}

func TestCoerceBoundsItsReport(t *testing.T) {
	_, report, err := readX(coerce, leafOf(func(d *bind.Decoder, p *[]int) { readInts(d, p, nil) }),
		`["1"`+strings.Repeat(`,"1"`, 99)+`]`)
	check(t, "", errorText(err))
	check(t, 32, len(report.Repaired))
}
