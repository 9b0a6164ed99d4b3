package envelope_test

import (
	"bytes"
	"encoding/json"
	"slices"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// Whatever is sent, reading it does not panic, the spans are inside of it, and
// where no member comes twice the name is the one that encoding/json finds.
func FuzzRead(f *testing.F) {
	f.Add([]byte(call(`{"name":"add","arguments":{"a":1},"_meta":{"progressToken":1}}`)))
	f.Add([]byte(call(`{"name":5,"n\u0061me":"b"}`)))
	f.Add([]byte(`[{"jsonrpc":"2.0","method":"m"}]`))
	f.Add([]byte(`{"jsonrpc":"2.0","id":{},"result":1}`))
	var reader envelope.Reader
	f.Fuzz(func(t *testing.T, data []byte) {
		sent := bytes.Clone(data)
		m, err := reader.Read(data)
		for name, v := range values(m) {
			if v.Exists() && !bytes.Equal(data[v.At:v.At+len(v.Raw)], v.Raw) {
				t.Errorf("%s is not at %d", name, v.At)
			}
		}
		if err == nil {
			agree(t, data, m)
		}
		if want := err == nil && jsontext.Value(data).IsValid(); m.Sound != want {
			t.Errorf("sound %t, want %t", m.Sound, want)
		}
		reader.Head(data)
		reader.Split(data)
		if !bytes.Equal(sent, data) {
			t.Error("the message was written to")
		}
	})
}

// agree compares the name with what the standard library decodes.
func agree(t *testing.T, data []byte, m envelope.Message) {
	t.Helper()
	var message map[string]json.RawMessage
	if err := json.Unmarshal(data, &message); err != nil {
		t.Skip("nested deeper than encoding/json reads")
	}
	var params map[string]json.RawMessage
	if json.Unmarshal(message["params"], &params) != nil {
		return
	}
	if want := params["name"]; !bytes.Equal(want, m.Name.Raw) && m.Method.Exists() {
		t.Errorf("name %s, encoding/json says %s", m.Name.Raw, want)
	}
	if name, ok := m.ToolName(); ok && m.Name.Kind == '"' && m.Method.Exists() {
		var want string
		if err := json.Unmarshal(params["name"], &want); err != nil || want != name {
			t.Errorf("name %q, encoding/json says %q, %v", name, want, err)
		}
	}
}

// message is an ordinary call of the newest revision.
var message = []byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28",` +
	`"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},"progressToken":3},` +
	`"name":"list_tasks","arguments":{"status":"open","limit":20}}}`)

func BenchmarkRead(b *testing.B) {
	long := slices.Concat([]byte(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"a","arguments":[`),
		bytes.Repeat([]byte(`{"key":"some text"},`), 5000), []byte(`1]}}`))
	for name, data := range map[string][]byte{"call": message, "100KB": long} {
		b.Run(name, func(b *testing.B) {
			var reader envelope.Reader
			b.ReportAllocs()
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				if _, err := reader.Read(data); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
