package bind_test

import (
	"bytes"
	"encoding"
	"encoding/json"
	"errors"
	"math"
	"math/big"
	"net/url"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// encode runs a body on a fresh encoder.
func encode(body func(e *bind.Encoder)) (string, string) {
	var e bind.Encoder
	body(&e)
	b, err := e.Bytes()
	return string(b), errorText(err)
}

// standard is what encoding/json writes without HTML escapes.
func standard(t interface{ Fatal(...any) }, v any) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		t.Fatal(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}

type failing struct{}

func (failing) MarshalText() ([]byte, error) { return nil, errors.New("text") }
func (failing) MarshalJSON() ([]byte, error) { return nil, errors.New("json") }

type ownJSON string

func (j ownJSON) MarshalJSON() ([]byte, error) { return []byte(j), nil }

func TestEncoder(t *testing.T) {
	cycle := map[string]any{}
	cycle["self"] = cycle
	tests := []struct {
		name string
		body func(e *bind.Encoder)
		want string
		err  string
	}{
		{"empty object", func(e *bind.Encoder) { e.Object(); e.EndObject() }, `{}`, ""},
		{"members and elements", func(e *bind.Encoder) {
			e.Object()
			e.Name("a")
			e.Array()
			e.Element()
			e.String("[")
			e.Element()
			e.Object()
			e.Name("b")
			e.Bool(true)
			e.EndObject()
			e.Element()
			e.Array()
			e.EndArray()
			e.EndArray()
			e.Name(`c\"`)
			e.Uint(math.MaxUint64)
			e.EndObject()
		}, `{"a":["[",{"b":true},[]],"c\"":18446744073709551615}`, ""},
		{"escapes", func(e *bind.Encoder) { e.String("<&>\"\\\b\f\n\r\t\x00\x7f\u2028\u2029é😀\xff") },
			`"<&>\"\\\b\f\n\r\t\u0000` + "\x7f" + `\u2028\u2029é😀\ufffd"`, ""},
		{"int", func(e *bind.Encoder) { e.Int(math.MinInt64) }, `-9223372036854775808`, ""},
		{"float32", func(e *bind.Encoder) { e.Float32(0.1) }, `0.1`, ""},
		{"minus zero", func(e *bind.Encoder) { e.Float(math.Copysign(0, -1)) }, `-0`, ""},
		{"NaN", func(e *bind.Encoder) { e.Float(math.NaN()) }, "", "encode result: number NaN has no JSON form"},
		{"infinity", func(e *bind.Encoder) { e.Float32(float32(math.Inf(-1))) }, "", "encode result: number -Inf has no JSON form"},
		{"bytes", func(e *bind.Encoder) { e.Base64([]byte("hello")) }, `"aGVsbG8="`, ""},
		{"nil bytes", func(e *bind.Encoder) { e.Base64(nil) }, `""`, ""},
		{"time", func(e *bind.Encoder) { e.Time(time.Date(2026, 3, 1, 10, 0, 0, 5e8, time.UTC)) }, `"2026-03-01T10:00:00.5Z"`, ""},
		{"year 10000", func(e *bind.Encoder) { e.Time(time.Date(10000, 1, 1, 0, 0, 0, 0, time.UTC)) }, "",
			"encode result: Time.AppendText: year outside of range [0,9999]"},
		{"duration", func(e *bind.Encoder) { e.Duration(90 * time.Minute) }, `"1h30m0s"`, ""},
		{"url", func(e *bind.Encoder) { e.URL(&url.URL{Scheme: "https", Host: "a", RawQuery: "b&c"}) }, `"https://a?b&c"`, ""},
		{"nil url", func(e *bind.Encoder) { e.URL(nil) }, "", "encode result: nil element"},
		{"big", func(e *bind.Encoder) { e.BigInt(big.NewInt(-5)) }, `"-5"`, ""},
		{"nil big", func(e *bind.Encoder) { e.BigInt(nil) }, "", "encode result: nil element"},
		{"raw is compacted", func(e *bind.Encoder) { e.Raw([]byte(" { \"a\" : [1 , \"<\\u003c \u2028\"] } ")) }, "{\"a\":[1,\"<\\u003c \u2028\"]}", ""},
		{"no raw", func(e *bind.Encoder) { e.Raw(nil) }, `null`, ""},
		{"text", func(e *bind.Encoder) { e.Text(code("<\n")) }, `"<<\n>"`, ""},
		{"text fails", func(e *bind.Encoder) { e.Text(failing{}) }, "", "encode result: text"},
		{"nil text", func(e *bind.Encoder) { e.Text(encoding.TextMarshaler(nil)) }, "", "encode result: nil element"},
		{"own JSON", func(e *bind.Encoder) { e.JSON(ownJSON(` [ 1 ] `)) }, `[1]`, ""},
		{"own JSON fails", func(e *bind.Encoder) { e.JSON(failing{}) }, "", "encode result: json"},
		{"nil JSON", func(e *bind.Encoder) { e.JSON(nil) }, "", "encode result: nil element"},
		{"int string", func(e *bind.Encoder) { e.IntString(-5) }, `"-5"`, ""},
		{"uint string", func(e *bind.Encoder) { e.UintString(5) }, `"5"`, ""},
		{"float strings", func(e *bind.Encoder) { e.Array(); e.FloatString(0.5); e.Element(); e.Float32String(0.1) }, `["0.5","0.1"`, ""},
		{"bool string", func(e *bind.Encoder) { e.BoolString(true) }, `"true"`, ""},
		{"nil element", func(e *bind.Encoder) { e.Nil() }, "", "encode result: nil element"},
		{"the first error counts", func(e *bind.Encoder) { e.Nil(); e.Float(math.NaN()) }, "", "encode result: nil element"},
		{"cycle", func(e *bind.Encoder) { e.Any(cycle) }, "", "encode result: value nested deeper than 1000 levels"},
		{"no number", func(e *bind.Encoder) { e.Any(json.Number("1x")) }, "", "encode result: invalid number literal"},
		{"channel", func(e *bind.Encoder) { e.Any(make(chan int)) }, "", "encode result: json: unsupported type: chan int"},
		{"keys of the same text", func(e *bind.Encoder) {
			for range bind.SortedTexts(e, map[same]int{{1}: 1, {2}: 2}) {
				e.Int(0)
			}
		}, "", "encode result: two keys of a map have the same text"},
		{"key fails", func(e *bind.Encoder) {
			for range bind.SortedTexts(e, map[code]int{"": 1}) {
				e.Int(0)
			}
		}, "", "encode result: no code"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, err := encode(tt.body)
			check(t, tt.err, err)
			check(t, tt.want, got)
		})
	}
	for _, text := range []string{`{`, `[1] 2`, `nan`, "\"\xff\"", ` `} {
		if got, err := encode(func(e *bind.Encoder) { e.Raw([]byte(text)) }); err == "" {
			t.Errorf("raw %q: got %q", text, got)
		}
	}
}

type same struct{ n int }

func (same) MarshalText() ([]byte, error) { return []byte("same"), nil }

func TestEncoderAppends(t *testing.T) {
	e := bind.NewEncoder(append(make([]byte, 0, 64), `{"result":`...))
	e.Array()
	e.Element()
	e.Int(1)
	e.EndArray()
	got, err := e.Bytes()
	check(t, "", errorText(err))
	check(t, `{"result":[1]`, string(got))
}

func TestSortedMapsAsEncodingJSON(t *testing.T) {
	ints := map[int]string{-2: "a", -10: "b", 1: "c", 10: "d", 9: "e"}
	got, err := encode(func(e *bind.Encoder) {
		e.Object()
		for v := range bind.SortedInts(e, ints) {
			e.String(v)
		}
		e.EndObject()
	})
	check(t, "", err)
	check(t, standard(t, ints), got)

	keys := map[string]int{"b": 1, "": 2, "a<": 3, "\u2028": 4, "ä": 5, "B": 6}
	got, err = encode(func(e *bind.Encoder) {
		e.Object()
		for v := range bind.Sorted(e, keys) {
			e.Int(int64(v))
		}
		e.EndObject()
	})
	check(t, "", err)
	check(t, standard(t, keys), got)

	times := map[time.Time]int{time.Unix(5, 0).UTC(): 1, time.Unix(3, 0).UTC(): 2}
	got, err = encode(func(e *bind.Encoder) {
		e.Object()
		for v := range bind.SortedTexts(e, times) {
			e.Int(int64(v))
		}
		e.EndObject()
	})
	check(t, "", err)
	check(t, standard(t, times), got)
}

func TestSortedMayEndEarly(t *testing.T) {
	n := 0
	_, _ = encode(func(e *bind.Encoder) {
		for range bind.Sorted(e, map[string]int{"a": 1, "b": 2}) {
			n++
			break
		}
		for range bind.SortedInts(e, map[uint8]int{1: 1, 2: 2}) {
			n++
			break
		}
	})
	check(t, 2, n)
}

// A tree that contains itself ends in an error, as in encoding/json.
func TestEncoderTooDeep(t *testing.T) {
	root := &node{Name: "a"}
	root.Kids = []*node{root}
	var write func(e *bind.Encoder, n *node)
	write = func(e *bind.Encoder, n *node) {
		if e.TooDeep() {
			return
		}
		e.Object()
		for _, kid := range n.Kids {
			e.Name("kid")
			write(e, kid)
		}
		e.EndObject()
	}
	_, err := encode(func(e *bind.Encoder) { write(e, root) })
	check(t, "encode result: objects nested deeper than 1000 levels", err)
}

func TestEnsure(t *testing.T) {
	var p *point
	bind.Ensure(&p).X = 1
	bind.Ensure(&p).Y = 2
	check(t, point{1, 2}, *p)
}

func TestZero(t *testing.T) {
	check(t, true, bind.Zero(time.Time{}))
	check(t, false, bind.Zero(point{Y: 1}))
}

func TestScalarsAsEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		f := rapid.Float64().Draw(t, "float64")
		if got, _ := encode(func(e *bind.Encoder) { e.Float(f) }); !math.IsInf(f, 0) && !math.IsNaN(f) && got != standard(t, f) {
			t.Fatalf("float64: got %s, want %s", got, standard(t, f))
		}
		g := rapid.Float32().Draw(t, "float32")
		if got, _ := encode(func(e *bind.Encoder) { e.Float32(g) }); !math.IsInf(float64(g), 0) && g == g && got != standard(t, g) {
			t.Fatalf("float32: got %s, want %s", got, standard(t, g))
		}
		s := string(rapid.SliceOf(rapid.Byte()).Draw(t, "bytes")) + rapid.String().Draw(t, "string")
		if got, _ := encode(func(e *bind.Encoder) { e.String(s) }); got != standard(t, s) {
			t.Fatalf("string: got %s, want %s", got, standard(t, s))
		}
		n := rapid.Int64().Draw(t, "int64")
		if got, _ := encode(func(e *bind.Encoder) { e.Int(n) }); got != standard(t, n) {
			t.Fatalf("int64: got %s, want %s", got, standard(t, n))
		}
	})
}

// anyValue draws what Encoder.Any may meet.
func anyValue(depth int) *rapid.Generator[any] {
	leaves := []*rapid.Generator[any]{
		rapid.Just[any](nil), rapid.Bool().AsAny(), rapid.String().AsAny(), rapid.Float64Range(-1e30, 1e30).AsAny(),
		rapid.Int().AsAny(), rapid.Int64().AsAny(), rapid.Int32().AsAny(), rapid.Uint().AsAny(), rapid.Uint64().AsAny(),
		rapid.Int8().AsAny(), rapid.SliceOf(rapid.Byte()).AsAny(),
		rapid.Just[any](json.Number("12345678901234567890.5e3")), rapid.Just[any](json.Number("")),
		rapid.Just[any](json.RawMessage(` { "a" : [ 1 ] } `)), rapid.Just[any](json.RawMessage(nil)),
		rapid.Just[any](map[string]any(nil)), rapid.Just[any]([]any(nil)), rapid.Just[any](line{SKU: "<>"}), rapid.Just[any](&line{}),
	}
	if depth == 0 {
		return rapid.OneOf(leaves...)
	}
	inner := rapid.Deferred(func() *rapid.Generator[any] { return anyValue(depth - 1) })
	return rapid.OneOf(append(leaves,
		rapid.SliceOfN(inner, 0, 4).AsAny(), rapid.MapOfN(rapid.String(), inner, 0, 4).AsAny())...)
}

func TestAnyAsEncodingJSON(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		v := anyValue(3).Draw(t, "value")
		got, err := encode(func(e *bind.Encoder) { e.Any(v) })
		if want := standard(t, v); err != "" || got != want {
			t.Fatalf("got %s %s, want %s", got, err, want)
		}
	})
}

func orders() *rapid.Generator[order] {
	lines := rapid.Custom(func(t *rapid.T) line {
		return line{
			SKU: rapid.String().Draw(t, "sku"), Qty: rapid.IntRange(1, 100).Draw(t, "qty"),
			Price: rapid.Float64().Filter(func(x float64) bool { return !math.IsInf(x, 0) && x == x }).Draw(t, "price"),
			Note:  rapid.Ptr(rapid.String(), true).Draw(t, "note"),
		}
	})
	return rapid.Custom(func(t *rapid.T) order {
		return order{
			ID: rapid.Int64().Draw(t, "id"), Customer: rapid.StringN(1, 200, -1).Draw(t, "customer"),
			Priority: rapid.SampledFrom([]priority{"low", "high"}).Draw(t, "priority"),
			Lines:    rapid.SliceOfN(lines, 1, 10).Draw(t, "lines"),
			Ship:     address{Street: rapid.String().Draw(t, "street")},
			Tags:     rapid.SliceOfN(rapid.String(), 1, 5).Draw(t, "tags"),
			Count:    rapid.IntRange(1, 5).Draw(t, "count"),
			By:       rapid.MapOfN(rapid.String(), rapid.Int(), 1, 5).Draw(t, "by"),
			Codes:    rapid.SliceOfN(rapid.Int(), 1, 5).Draw(t, "codes"),
		}
	})
}

// What the encoder writes is what encoding/json writes, and the binder reads
// it back as it was.
func TestRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		want := orders().Draw(t, "order")
		text, err := encode(func(e *bind.Encoder) { mcpEncodeOrder(e, &want) })
		if std := standard(t, want); err != "" || text != std {
			t.Fatalf("got %s %s, want %s", text, err, std)
		}
		var got order
		report, bindErr := bind.Arguments([]byte(text), strict, mcpBindOrder, &got)
		if bindErr != nil || len(report.Ignored) > 0 {
			t.Fatalf("%s: %v %v", text, bindErr, report)
		}
		again, _ := encode(func(e *bind.Encoder) { mcpEncodeOrder(e, &got) })
		if again != text {
			t.Fatalf("got %s, want %s", again, text)
		}
	})
}
