package runtime

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestEnvelopes(t *testing.T) {
	type e = envelope
	tests := map[string]struct {
		line string
		want []envelope
	}{
		"request":              {`{"jsonrpc":"2.0","id":1,"method":"m","params":{"id":2}}`, []e{{id: int64(1), method: true}}},
		"request, other order": {`{"params":{"id":2,"method":"x"},"method":"m","id":"a"}`, []e{{id: "a", method: true}}},
		"notification":         {`{"jsonrpc":"2.0","method":"m"}`, []e{{method: true}}},
		"answer":               {`{"jsonrpc":"2.0","id":1,"result":{"method":"m"}}`, []e{{id: int64(1)}}},
		"failure":              {`{"jsonrpc":"2.0","id":"a","error":{}}`, []e{{id: "a"}}},
		"id null":              {`{"id":null,"method":"m"}`, []e{{method: true}}},
		"id of a fraction":     {`{"id":1.7,"method":"m"}`, []e{{id: int64(1), method: true}}},
		"id of an object":      {`{"id":{"a":[]},"method":"m"}`, []e{{method: true}}},
		"batch":                {` [{"id":1,"method":"m"},{"id":2,"result":{}}]`, []e{{id: int64(1), method: true}, {id: int64(2)}}},
		"broken batch":         {`[{"id":1,"method":"m"}`, nil},
		"broken":               {`{"id":1,"met`, []e{{id: int64(1)}}},
		"text":                 {`"id"`, []e{{}}},
		"empty":                {``, []e{{}}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := readEnvelopes([]byte(test.line))
			if diff := cmp.Diff(test.want, got, cmp.AllowUnexported(envelope{})); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Whatever is sent, reading an envelope does not panic, and an id it finds can
// be looked up.
func FuzzEnvelopes(f *testing.F) {
	f.Add([]byte(`{"jsonrpc":"2.0","id":1,"method":"m"}`))
	f.Add([]byte(`[{"id":{},"result":1}]`))
	f.Fuzz(func(t *testing.T, line []byte) {
		seen := map[any]bool{}
		for _, e := range readEnvelopes(line) {
			seen[e.id] = true
		}
	})
}

// Whatever cursor is sent, it is refused or leads into the listing.
func FuzzCursor(f *testing.F) {
	srv := measured(f, 10)
	srv.pageSize = 3
	caller := &Caller{ID: "ada"}
	good := srv.newCursor(3, caller, srv.table.tools)
	f.Add(good)
	f.Fuzz(func(t *testing.T, cursor string) {
		offset, ok := srv.readCursor(cursor, caller, srv.table.tools)
		if ok && (cursor != srv.newCursor(offset, caller, srv.table.tools) || offset%3 != 0 || offset >= 10) {
			t.Errorf("%q leads to %d", cursor, offset)
		}
	})
}
