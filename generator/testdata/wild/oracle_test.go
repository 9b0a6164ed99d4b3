package wild

import (
	"bytes"
	"database/sql"
	stdjson "encoding/json"
	"errors"
	"io"
	"math/big"
	"net/url"
	"testing"
	"time"

	"github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
	jsonv1 "github.com/go-json-experiment/json/v1"
	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild/dep"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// differences are the types that are written otherwise than encoding/json writes
// them, each with its reason. Besides, nil slices are [], nil maps are {} and nil
// pointers are left out: the schema promises the kind.
var differences = json.JoinMarshalers(
	// The schema says a Go duration, since nobody counts nanoseconds.
	json.MarshalFunc(func(d time.Duration) ([]byte, error) { return json.Marshal(d.String()) }),
	// The parts of a URL are nobody's business.
	json.MarshalFunc(func(u url.URL) ([]byte, error) { return json.Marshal(u.String()) }),
	// Clients cannot read large numbers exactly.
	json.MarshalFunc(func(n big.Int) ([]byte, error) { return json.Marshal(n.String()) }),
	// A nullable column is its value or absent, not a pair.
	json.MarshalToFunc(func(e *jsontext.Encoder, n sql.NullString) error { return orNull(e, n.Valid, n.String) }),
	json.MarshalToFunc(func(e *jsontext.Encoder, n sql.NullTime) error { return orNull(e, n.Valid, n.Time) }),
	json.MarshalToFunc(func(e *jsontext.Encoder, n sql.NullInt64) error { return orNull(e, n.Valid, n.Int64) }),
	json.MarshalToFunc(func(e *jsontext.Encoder, n sql.NullInt32) error { return orNull(e, n.Valid, n.Int32) }),
	json.MarshalToFunc(func(e *jsontext.Encoder, n sql.Null[Status]) error { return orNull(e, n.Valid, n.V) }),
	json.MarshalToFunc(func(e *jsontext.Encoder, n sql.Null[sql.NullInt32]) error { return orNull(e, n.Valid, n.V) }),
)

func orNull(e *jsontext.Encoder, valid bool, v any) error {
	if !valid {
		return e.WriteToken(jsontext.Null)
	}
	return json.MarshalEncode(e, v)
}

// reference is encoding/json as another implementation has it, which takes
// options.
func reference(v any, options ...json.Options) ([]byte, error) {
	return json.Marshal(v, jsonv1.DefaultOptionsV1(), jsontext.EscapeForHTML(false), json.JoinOptions(options...))
}

// TestEncoders compares what the generated encoders write with encoding/json for
// random values, and lets the generated binders read it back.
func TestEncoders(t *testing.T) {
	t.Run("Scalars", oracle(mcpWriteScalars, mcpBindScalars))
	t.Run("Known", oracle(mcpWriteKnown, mcpBindKnown))
	t.Run("Containers", oracle(mcpWriteContainers, mcpBindContainers))
	t.Run("Tagged", oracle(mcpWriteTagged, mcpBindTagged))
	t.Run("Embedder", oracle(mcpWriteEmbedder, mcpBindEmbedder))
	t.Run("Node", oracle(mcpWriteNode, mcpBindNode))
	t.Run("PageUser", oracle(mcpWritePageUser, mcpBindPageUser))
}

func oracle[T any](write func(*bind.Encoder, *T), read func(*bind.Decoder, *T)) func(*testing.T) {
	return func(t *testing.T) {
		for seed := range uint64(300) {
			v := random[T](seed)
			want, err := reference(v, json.WithMarshalers(differences), json.FormatNilSliceAsNull(false), json.FormatNilMapAsNull(false))
			if err != nil {
				t.Fatalf("seed %d: reference: %v", seed, err)
			}
			got := written(t, write, v)
			if diff := cmp.Diff(withoutNulls(t, want), withoutNulls(t, got)); diff != "" {
				t.Fatalf("seed %d: (-encoding/json +generated):\n%s", seed, diff)
			}
			back := new(T)
			if _, err := bind.Arguments(got, bind.Options{Strict: true}, read, back); err != nil {
				t.Fatalf("seed %d: read back: %v\n%s", seed, err, got)
			}
			if diff := cmp.Diff(string(got), string(written(t, write, back))); diff != "" {
				t.Fatalf("seed %d: after reading back (-want +got):\n%s", seed, diff)
			}
		}
	}
}

func written[T any](t *testing.T, write func(*bind.Encoder, *T), v *T) []byte {
	t.Helper()
	e := bind.NewEncoder(nil)
	write(e, v)
	raw, err := e.Bytes()
	if err != nil {
		t.Fatalf("encode: %v", err)
	}
	return raw
}

// withoutNulls drops the members of objects that are null, one token a line.
func withoutNulls(t *testing.T, raw []byte) string {
	t.Helper()
	dec := jsontext.NewDecoder(bytes.NewReader(raw))
	var out bytes.Buffer
	for {
		token, err := dec.ReadToken()
		if errors.Is(err, io.EOF) {
			return out.String()
		}
		if err != nil {
			t.Fatalf("%s: %v", raw, err)
		}
		token = token.Clone() // peeking voids it
		kind, n := dec.StackIndex(dec.StackDepth())
		isName := kind == '{' && n%2 == 1
		if isName && dec.PeekKind() == 'n' {
			if err := dec.SkipValue(); err != nil {
				t.Fatal(err)
			}
			continue
		}
		out.WriteString(token.String() + "\n")
	}
}

// The reference is what its name says: where no listed type is involved it is
// encoding/json itself.
func TestReferenceIsEncodingJSON(t *testing.T) {
	for seed := range uint64(100) {
		for _, v := range []any{random[Scalars](seed), random[Embedder](seed), random[Node](seed), random[Page[dep.User]](seed)} {
			var b bytes.Buffer
			enc := stdjson.NewEncoder(&b)
			enc.SetEscapeHTML(false)
			if err := enc.Encode(v); err != nil {
				t.Fatal(err)
			}
			got, err := reference(v)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(withoutNulls(t, b.Bytes()), withoutNulls(t, got)); diff != "" {
				t.Fatalf("seed %d: %T (-encoding/json +reference):\n%s", seed, v, diff)
			}
		}
	}
}
