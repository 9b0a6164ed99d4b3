package header_test

import (
	"errors"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/header"
)

// contract: S4-17, S4-18
func TestEncode(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"plain text", "us-west1", "us-west1"},
		{"empty text", "", ""},
		{"interior blanks", "us west 1", "us west 1"},
		{"non-ASCII", "Hello, 世界", "=?base64?SGVsbG8sIOS4lueVjA==?="},
		{"only non-ASCII", "日本語", "=?base64?5pel5pys6Kqe?="},
		{"leading blank", " us-west1", "=?base64?IHVzLXdlc3Qx?="},
		{"trailing blank", "us-west1 ", "=?base64?dXMtd2VzdDEg?="},
		{"blanks around", " padded ", "=?base64?IHBhZGRlZCA=?="},
		{"one blank", " ", "=?base64?IA==?="},
		{"line feed", "line1\nline2", "=?base64?bGluZTEKbGluZTI=?="},
		{"line break", "line1\r\nline2", "=?base64?bGluZTENCmxpbmUy?="},
		{"leading tab", "\tindented", "=?base64?CWluZGVudGVk?="},
		{"interior tab", "a\tb", "=?base64?YQli?="},
		{"delete", "a\x7f", "=?base64?YX8=?="},
		{"what looks wrapped", "=?base64?SGVsbG8=?=", "=?base64?PT9iYXNlNjQ/U0dWc2JHOD0/PQ==?="},
		{"what looks wrapped and is not", "=?base64?literal?=", "=?base64?PT9iYXNlNjQ/bGl0ZXJhbD89?="},
		{"a wrapper whose marks share a character", "=?base64?=", "=?base64?PT9iYXNlNjQ/PQ==?="},
		{"an open wrapper", "=?base64?SGVsbG8=", "=?base64?SGVsbG8="},
		{"a wrapper in upper case", "=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?="},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := header.Encode(test.text)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			back, err := header.Decode(got)
			if diff := cmp.Diff(test.text, back); diff != "" || err != nil {
				t.Errorf("round trip: %v (-want +got):\n%s", err, diff)
			}
		})
	}
}

// Bytes that are no text become what JSON makes of them.
func TestEncodeTakesBytesAsJSONDoes(t *testing.T) {
	text, err := header.Decode(header.Encode("a\xff\xfeb"))
	if diff := cmp.Diff("a\uFFFD\uFFFDb", text); diff != "" || err != nil {
		t.Errorf("%v (-want +got):\n%s", err, diff)
	}
}

// contract: S4-18
func TestDecode(t *testing.T) {
	for _, test := range []struct{ name, value, want string }{
		{"no wrapper", "SGVsbG8=", "SGVsbG8="},
		{"no end", "=?base64?SGVsbG8=", "=?base64?SGVsbG8="},
		{"upper case", "=?BASE64?SGVsbG8=?=", "=?BASE64?SGVsbG8=?="},
		{"wrapped without need", "=?base64?SGVsbG8=?=", "Hello"},
		{"wrapped and empty", "=?base64??=", ""},
		{"one mark", "=?base64?", "=?base64?"},
		{"marks that share a character", "=?base64?=", "=?base64?="},
	} {
		t.Run(test.name, func(t *testing.T) {
			got, err := header.Decode(test.value)
			if diff := cmp.Diff(test.want, got); diff != "" || err != nil {
				t.Errorf("%v (-want +got):\n%s", err, diff)
			}
		})
	}
	for _, test := range []struct{ name, value string }{
		{"missing padding", "=?base64?SGVsbG8?="},
		{"too much padding", "=?base64?SGVsbG8==?="},
		{"foreign characters", "=?base64?SGVs!!!bG8=?="},
		{"the alphabet of URLs", "=?base64?-_-_?="},
		{"a blank", "=?base64?SGVs bG8=?="},
		{"a leading blank", "=?base64? SGVsbG8=?="},
		{"a line break", "=?base64?SGVs\nbG8=?="},
		{"a trailing line break", "=?base64?SGVsbG8=\r\n?="},
		{"bits behind the end", "=?base64?SGVsbG9=?="},
		{"no UTF-8", "=?base64?/w==?="},
		{"a surrogate", "=?base64?7aCA?="},
		{"padding only", "=?base64?=?="},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got, err := header.Decode(test.value); !errors.Is(err, header.ErrEncoding) || got != "" {
				t.Errorf("%q, %v", got, err)
			}
		})
	}
}

// contract: S4-18
func FuzzEncode(f *testing.F) {
	for _, text := range []string{"", "a", " ", "=?base64??=", "=?base64?=", "世界\n", "\xff"} {
		f.Add(text)
	}
	f.Fuzz(func(t *testing.T, text string) {
		value := header.Encode(text)
		for _, c := range []byte(value) {
			if c < 0x20 || c > 0x7E {
				t.Fatalf("%q is not safe in a header", value)
			}
		}
		back, err := header.Decode(value)
		if err != nil || utf8.ValidString(text) && back != text || !utf8.ValidString(back) {
			t.Errorf("%q became %q (%v)", text, back, err)
		}
		if again := header.Encode(back); again != value {
			t.Errorf("%q is %q and %q", back, value, again)
		}
		// Whatever is decoded from a wrapper has one encoding in it.
		if plain, err := header.Decode(text); err == nil && plain != text && header.Encode(plain) != text && header.Encode(plain) != plain {
			t.Errorf("%q decodes to %q, which encodes to %q", text, plain, header.Encode(plain))
		}
	})
}
