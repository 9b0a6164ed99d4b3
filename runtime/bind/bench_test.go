package bind_test

import (
	"bytes"
	"encoding/json"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	sdkjson "github.com/segmentio/encoding/json"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

const orderArguments = `{
	"id": 9007199254740993,
	"customer": "ACME Trading & Söhne",
	"priority": "high",
	"lines": [
		{"sku": "A-1001", "qty": 2, "price": 19.99},
		{"sku": "B-2002", "qty": 1, "price": 5, "note": "gift wrap"},
		{"sku": "C-3003", "qty": 10, "price": 0.75}
	],
	"ship": {"street": "1 Main Street", "city": "Springfield", "zip": "12345"},
	"due": "2026-03-01T10:00:00Z",
	"tags": ["new", "export"]
}`

const orderSchema = `{
	"type": "object",
	"properties": {
		"id": {"type": "integer"},
		"customer": {"type": "string", "minLength": 1, "maxLength": 200},
		"priority": {"type": "string", "enum": ["low", "high"]},
		"lines": {"type": "array", "minItems": 1, "maxItems": 10, "items": {
			"type": "object",
			"properties": {
				"sku": {"type": "string"},
				"qty": {"type": "integer", "minimum": 1, "maximum": 100},
				"price": {"type": "number"},
				"note": {"type": "string"}
			},
			"required": ["sku", "qty", "price"]
		}},
		"ship": {"type": "object", "properties": {
			"street": {"type": "string"}, "city": {"type": "string"}, "zip": {"type": "string"}
		}, "required": ["street", "city", "zip"]},
		"due": {"type": "string", "format": "date-time"},
		"tags": {"type": "array", "items": {"type": "string"}},
		"count": {"type": "integer", "minimum": 1, "maximum": 5, "default": 3},
		"by": {"type": "object", "additionalProperties": {"type": "integer"}},
		"codes": {"type": "array", "items": {"type": "integer"}, "default": [1, 2]},
		"labels": {"type": "object", "additionalProperties": {"type": "string"}}
	},
	"required": ["id", "customer", "priority", "lines", "ship"]
}`

// BenchmarkBind compares a generated binder with the typed path of the SDK:
// decode to a map, apply defaults, validate, encode, decode to the struct.
func BenchmarkBind(b *testing.B) {
	raw := []byte(orderArguments)
	b.Run("ours", func(b *testing.B) {
		b.ReportAllocs()
		for b.Loop() {
			var v order
			if _, err := bind.Arguments(raw, bind.Options{}, mcpBindOrder, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("sdk", func(b *testing.B) {
		resolved := resolve(b, orderSchema)
		b.ReportAllocs()
		for b.Loop() {
			var v order
			if err := bindLikeSDK(raw, resolved, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("encoding/json", func(b *testing.B) { // no schema, no defaults: what a hand-written tool may do
		b.ReportAllocs()
		for b.Loop() {
			var v order
			if err := json.Unmarshal(raw, &v); err != nil {
				b.Fatal(err)
			}
		}
	})
}

func resolve(tb testing.TB, schema string) *jsonschema.Resolved {
	tb.Helper()
	var s jsonschema.Schema
	if err := json.Unmarshal([]byte(schema), &s); err != nil {
		tb.Fatal(err)
	}
	resolved, err := s.Resolve(&jsonschema.ResolveOptions{ValidateDefaults: true})
	if err != nil {
		tb.Fatal(err)
	}
	return resolved
}

// bindLikeSDK does what applySchema and the typed handler of go-sdk v1.8.0 do,
// with the JSON decoder that it uses.
func bindLikeSDK(raw []byte, resolved *jsonschema.Resolved, v *order) error {
	m := map[string]any{}
	if err := sdkjson.Unmarshal(raw, &m); err != nil {
		return err
	}
	var value any = m
	if err := resolved.ApplyDefaults(&value); err != nil {
		return err
	}
	if err := resolved.Validate(&value); err != nil {
		return err
	}
	data, err := json.Marshal(value)
	if err != nil {
		return err
	}
	return sdkjson.Unmarshal(data, v)
}

// BenchmarkEncode compares a generated encoder with encoding/json.
func BenchmarkEncode(b *testing.B) {
	var v order
	if _, err := bind.Arguments([]byte(orderArguments), bind.Options{}, mcpBindOrder, &v); err != nil {
		b.Fatal(err)
	}
	b.Run("ours", func(b *testing.B) {
		var buf []byte
		b.ReportAllocs()
		for b.Loop() {
			e := bind.NewEncoder(buf[:0])
			mcpEncodeOrder(e, &v)
			out, err := e.Bytes()
			if err != nil {
				b.Fatal(err)
			}
			buf = out
		}
	})
	b.Run("encoding/json", func(b *testing.B) {
		var buf bytes.Buffer
		b.ReportAllocs()
		for b.Loop() {
			buf.Reset()
			enc := json.NewEncoder(&buf)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(&v); err != nil {
				b.Fatal(err)
			}
		}
	})
}
