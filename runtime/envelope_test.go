package runtime

import (
	"encoding/json"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// message returns a request as the intake reads it.
func message(id, method, params string) string {
	return `{"jsonrpc":"2.0","id":` + id + `,"method":"` + method + `","params":` + params + `}`
}

func TestReceive(t *testing.T) {
	const handedOn = `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":`
	type calls = map[string]sentCall
	one := func(name, args, meta string) calls {
		call := sentCall{id: int64(7), name: name, sound: true}
		if args != "" {
			call.args = []byte(args)
		}
		if meta != "" {
			call.meta = []byte(meta)
		}
		return calls{"1": call}
	}
	opened := func(name string, o opening) calls {
		return calls{"1": {id: int64(7), name: name, sound: true, opening: o}}
	}
	tests := map[string]struct {
		text string
		data string // with KEY for the random key
		kept calls
	}{
		"call": {
			message("7", "tools/call", `{"name":"add","arguments":{"a":1,"a":2},"_meta":{"b":1,"progressToken":3}}`),
			handedOn + `"add","_meta":{"KEY":"1","progressToken":3}}}`,
			calls{"1": {
				id: int64(7), name: "add", args: []byte(`{"a":1,"a":2}`), meta: []byte(`{"b":1,"progressToken":3}`),
				opening: opening{token: json.RawMessage("3")},
			}},
		},
		"no params":     {`{"jsonrpc":"2.0","id":7,"method":"tools/call"}`, handedOn + `"-","_meta":{"KEY":"1"}}}`, one("", "", "")},
		"params a list": {message("7", "tools/call", `["add"]`), handedOn + `"-","_meta":{"KEY":"1"}}}`, one("", "", "")},
		"integer name":  {message("7", "tools/call", `{"name":5}`), handedOn + `"5","_meta":{"KEY":"1"}}}`, one("5", "", "")},
		"other members": {message("7", "tools/call", `{"name":"a","Name":"b","x":{}}`), handedOn + `"a","_meta":{"KEY":"1"}}}`, one("a", "", "")},
		"another round": {
			message("7", "tools/call", `{"name":"a","inputResponses":{"x":1},"requestState":"s"}`),
			handedOn + `"a","_meta":{"KEY":"1"}}}`, opened("a", opening{answers: []byte(`{"x":1}`), state: "s"}),
		},
		"another round of other kinds": {
			message("7", "tools/call", `{"name":"a","inputResponses":[],"requestState":1}`),
			handedOn + `"a","_meta":{"KEY":"1"}}}`, opened("a", opening{answers: []byte(`[]`), state: "1"}),
		},
		"meta of another kind": {message("7", "tools/call", `{"name":"a","_meta":[1]}`), handedOn + `"a","_meta":{"KEY":"1"}}}`, one("a", "", "[1]")},
		"meta of the protocol": {
			message("7", "tools/call", `{"name":"a","_meta":{"io.modelcontextprotocol/logLevel":7,"io.modelcontextprotocol/protocolVersion":"v","KEY":"9"}}`),
			handedOn + `"a","_meta":{"KEY":"1","io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/logLevel":7}}}`,
			one("a", "", `{"io.modelcontextprotocol/logLevel":7,"io.modelcontextprotocol/protocolVersion":"v","KEY":"9"}`),
		},
		"progress token of another kind":  {message("7", "tools/call", `{"name":"a","_meta":{"progressToken":{}}}`), handedOn + `"a","_meta":{"KEY":"1"}}}`, one("a", "", `{"progressToken":{}}`)},
		"another method":                  {message("7", "tools/list", `{"_meta":{},"x":1}`), message("7", "tools/list", `{"_meta":{},"x":1}`), calls{}},
		"another method, meta of a text":  {message("7", "tools/list", `{"_meta":"x","cursor":"c"}`), message("7", "tools/list", `{"_meta":{},"cursor":"c"}`), calls{}},
		"notification of a call":          {`{"jsonrpc":"2.0","method":"tools/call","params":{"name":5}}`, `{"jsonrpc":"2.0","method":"tools/call","params":{"name":5}}`, calls{}},
		"answer":                          {`{"jsonrpc":"2.0","id":7,"result":{},"result":{}}`, `{"jsonrpc":"2.0","id":7,"result":{},"result":{}}`, calls{}},
		"batch":                           {`[` + message("7", "tools/call", `{"name":5}`) + `, {"jsonrpc":"2.0","method":"m"}]`, `[` + handedOn + `"5","_meta":{"KEY":"1"}}},{"jsonrpc":"2.0","method":"m"}]`, one("5", "", "")},
		"empty batch":                     {`[]`, `[]`, calls{}},
		"id that is no number to the SDK": {message("1e999", "tools/call", `{"name":5}`), message("1e999", "tools/call", `{"name":5}`), calls{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			in := newIntake()
			in.key = "KEY"
			a, err := in.receive([]byte(test.text))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.data, string(a.data)); diff != "" {
				t.Errorf("handed on (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.kept, in.kept, cmp.AllowUnexported(sentCall{}, opening{})); diff != "" {
				t.Errorf("kept (-want +got):\n%s", diff)
			}
			in.forget(a.requests)
			if len(in.kept) > 0 {
				t.Errorf("%d calls are kept for ever", len(in.kept))
			}
		})
	}
}

func TestRequestID(t *testing.T) {
	for name, test := range map[string]struct {
		id   string
		want any
	}{
		"number":      {`1`, int64(1)},
		"fraction":    {`1.7`, int64(1)},
		"exponent":    {`1e2`, int64(100)},
		"negative":    {`-3`, int64(-3)},
		"text":        {`"a\u0062"`, "ab"},
		"null":        {`null`, nil},
		"far too big": {`1e999`, nil},
	} {
		t.Run(name, func(t *testing.T) {
			in := newIntake()
			m, err := in.reader.Read([]byte(`{"jsonrpc":"2.0","method":"m","id":` + test.id + `}`))
			if err != nil {
				t.Fatal(err)
			}
			if got := requestID(m.ID); got != test.want {
				t.Errorf("got %v, want %v", got, test.want)
			}
		})
	}
}

// A batch is refused as a whole, and leaves nothing behind.
func TestRefusedBatchIsForgotten(t *testing.T) {
	for name, last := range map[string]string{
		"duplicate": message("8", "tools/call", `{"name":"a","name":"b"}`),
		"invalid":   `{"jsonrpc":"2.0"}`,
	} {
		t.Run(name, func(t *testing.T) {
			in := newIntake()
			a, err := in.receive([]byte(`[` + message("7", "tools/call", `{"name":"a"}`) + `,` + last + `]`))
			if a.data != nil || len(in.kept) > 0 || (err == nil) != (a.refusal != nil) {
				t.Errorf("handed on %s, kept %d, error %v", a.data, len(in.kept), err)
			}
		})
	}
}

// Whatever comes in, what is handed on is a message to the intake again, or the
// text itself.
func FuzzReceive(f *testing.F) {
	f.Add([]byte(message("1", "tools/call", `{"name":5,"_meta":[],"arguments":{"a":1}}`)))
	f.Add([]byte(`[{"jsonrpc":"2.0","id":1,"method":"tools/list","params":{"_meta":7}}]`))
	in := newIntake()
	f.Fuzz(func(t *testing.T, text []byte) {
		a, err := in.receive(text)
		if err != nil || a.data == nil {
			return
		}
		again, err := in.receive(a.data)
		if err != nil || len(again.requests) != len(a.requests) || again.nameless {
			t.Errorf("handed on %q: %v", a.data, err)
		}
		in.forget(a.requests)
		in.forget(again.requests)
		if len(in.kept) > 0 {
			t.Errorf("%d calls are kept for ever", len(in.kept))
		}
	})
}

// Whatever cursor is sent, it is refused or leads into the listing.
func FuzzCursor(f *testing.F) {
	srv := measured(f, 10)
	l := listing[*published]{caller: &Caller{ID: "ada"}, visible: srv.table.published, name: (*published).name}
	f.Add(l.cursor(3, 3))
	f.Fuzz(func(t *testing.T, cursor string) {
		offset, ok := l.read(cursor, 3)
		if ok && (cursor != l.cursor(offset, 3) || offset%3 != 0 || offset >= 10) {
			t.Errorf("%q leads to %d", cursor, offset)
		}
	})
}

func BenchmarkReceive(b *testing.B) {
	in := newIntake()
	text := []byte(message("7", "tools/call", `{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",`+
		`"io.modelcontextprotocol/clientCapabilities":{}},"name":"list_tasks","arguments":{"status":"open","limit":20}}`))
	b.ReportAllocs()
	for b.Loop() {
		a, err := in.receive(text)
		if err != nil {
			b.Fatal(err)
		}
		in.forget(a.requests)
	}
}
