package envelope_test

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/envelope"
)

// call returns a tools/call with these params.
func call(params string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":` + params + `}`
}

// spans are the values of a message that a test compares, as they were sent.
func spans(m envelope.Message) map[string]string {
	got := map[string]string{}
	for name, v := range values(m) {
		if v.Exists() {
			got[name] = string(v.Raw)
		}
	}
	return got
}

func values(m envelope.Message) map[string]envelope.Value {
	return map[string]envelope.Value{
		"id": m.ID, "method": m.Method, "params": m.Params, "result": m.Result, "error": m.Error,
		"name": m.Name, "arguments": m.Arguments, "cursor": m.Cursor, "_meta": m.Meta,
		"inputResponses": m.InputResponses, "requestState": m.RequestState,
		"version": m.Protocol.Version, "clientInfo": m.Protocol.ClientInfo,
		"capabilities": m.Protocol.ClientCapabilities, "logLevel": m.Protocol.LogLevel, "progress": m.Protocol.ProgressToken,
	}
}

func TestRead(t *testing.T) {
	type want = map[string]string
	tests := map[string]struct {
		message string
		want    want
	}{
		"call": {
			` { "jsonrpc" : "2.0" , "id" : "a" , "method" : "tools/call" , "params" : { "name" : "add" , "arguments" : { "a" : [1 , 2] } } } `,
			want{"id": `"a"`, "method": `"tools/call"`, "params": `{ "name" : "add" , "arguments" : { "a" : [1 , 2] } }`, "name": `"add"`, "arguments": `{ "a" : [1 , 2] }`},
		},
		"meta before the rest": {
			`{"params":{"_meta":{"x":1,"progressToken":"p","io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":[],"io.modelcontextprotocol/logLevel":null}},"method":"m","id":1,"jsonrpc":"2.0"}`,
			want{
				"id": `1`, "method": `"m"`, "version": `"v"`, "clientInfo": `{}`, "capabilities": `[]`, "logLevel": `null`, "progress": `"p"`,
				"_meta":  `{"x":1,"progressToken":"p","io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":[],"io.modelcontextprotocol/logLevel":null}`,
				"params": `{"_meta":{"x":1,"progressToken":"p","io.modelcontextprotocol/protocolVersion":"v","io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":[],"io.modelcontextprotocol/logLevel":null}}`,
			},
		},
		"another round": {call(`{"name":"a","inputResponses":{"x":{}},"requestState":"s","cursor":"c"}`), want{
			"id": `7`, "method": `"tools/call"`, "params": `{"name":"a","inputResponses":{"x":{}},"requestState":"s","cursor":"c"}`,
			"name": `"a"`, "inputResponses": `{"x":{}}`, "requestState": `"s"`, "cursor": `"c"`,
		}},
		"escaped names":           {"{\"jsonrpc\":\"2.0\",\"method\":\"m\",\"params\":{\"n\\u0061me\":\"x\"}}", want{"method": `"m"`, "params": `{"n\u0061me":"x"}`, "name": `"x"`}},
		"names of another case":   {call(`{"name":"a","Name":"b","NAME":1,"_Meta":[]}`), want{"id": `7`, "method": `"tools/call"`, "params": `{"name":"a","Name":"b","NAME":1,"_Meta":[]}`, "name": `"a"`}},
		"params of another kind":  {call(`["name","a"]`), want{"id": `7`, "method": `"tools/call"`, "params": `["name","a"]`}},
		"no params":               {`{"jsonrpc":"2.0","id":null,"method":"m"}`, want{"id": `null`, "method": `"m"`}},
		"meta of another kind":    {call(`{"_meta":"x"}`), want{"id": `7`, "method": `"tools/call"`, "params": `{"_meta":"x"}`, "_meta": `"x"`}},
		"members of arguments":    {call(`{"arguments":{"name":"x","_meta":{},"a":1,"a":2}}`), want{"id": `7`, "method": `"tools/call"`, "params": `{"arguments":{"name":"x","_meta":{},"a":1,"a":2}}`, "arguments": `{"name":"x","_meta":{},"a":1,"a":2}`}},
		"invalid UTF-8 inside":    {call("{\"arguments\":{\"\xff\":\"\xff\\ud800\"}}"), want{"id": `7`, "method": `"tools/call"`, "params": "{\"arguments\":{\"\xff\":\"\xff\\ud800\"}}", "arguments": "{\"\xff\":\"\xff\\ud800\"}"}},
		"answer":                  {`{"jsonrpc":"2.0","id":1,"result":{"method":"m"}}`, want{"id": `1`, "result": `{"method":"m"}`}},
		"answer, twice":           {`{"jsonrpc":"2.0","id":1,"result":1,"result":2}`, want{"id": `1`, "result": `2`}},
		"failure":                 {`{"jsonrpc":"2.0","id":1,"error":{}}`, want{"id": `1`, "error": `{}`}},
		"unknown members":         {`{"jsonrpc":"2.0","method":"m","x":{"x":1,"x":1},"y":2}`, want{"method": `"m"`}},
		"duplicates in a value":   {call(`{"_meta":{"x":{"a":1,"a":2}}}`), want{"id": `7`, "method": `"tools/call"`, "params": `{"_meta":{"x":{"a":1,"a":2}}}`, "_meta": `{"x":{"a":1,"a":2}}`}},
		"the same name elsewhere": {`{"jsonrpc":"2.0","method":"m","params":{"method":1,"_meta":{"method":2,"params":3}}}`, want{"method": `"m"`, "params": `{"method":1,"_meta":{"method":2,"params":3}}`, "_meta": `{"method":2,"params":3}`}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			m, err := reader.Read([]byte(test.message))
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(test.want, spans(m)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			for name, v := range values(m) {
				if v.Exists() && test.message[v.At:v.At+len(v.Raw)] != string(v.Raw) {
					t.Errorf("%s is not at %d", name, v.At)
				}
			}
		})
	}
}

func TestReadRefuses(t *testing.T) {
	many := strings.Repeat(`,"a":1`, 1)
	for i := range 100 {
		many = `,"a` + strings.Repeat("b", i+1) + `":1` + many
	}
	tests := map[string]struct {
		message string
		want    error
	}{
		"nothing":                     {``, envelope.ErrSyntax},
		"half a message":              {`{"jsonrpc":"2.0","id":1,"met`, envelope.ErrSyntax},
		"two messages":                {`{"jsonrpc":"2.0","method":"m"} {}`, envelope.ErrSyntax},
		"text behind":                 {`{"jsonrpc":"2.0","method":"m"} x`, envelope.ErrSyntax},
		"broken arguments":            {call(`{"arguments":{"a":01}}`), envelope.ErrSyntax},
		"too deep":                    {call(`{"arguments":` + strings.Repeat("[", 20_000) + strings.Repeat("]", 20_000) + `}`), envelope.ErrSyntax},
		"a text":                      {`"tools/list"`, envelope.ErrInvalid},
		"an array":                    {`[{"jsonrpc":"2.0","method":"m"}]`, envelope.ErrInvalid},
		"an empty object":             {`{}`, envelope.ErrInvalid},
		"no version":                  {`{"method":"m"}`, envelope.ErrInvalid},
		"another version":             {`{"jsonrpc":"1.0","method":"m"}`, envelope.ErrInvalid},
		"version as a number":         {`{"jsonrpc":2.0,"method":"m"}`, envelope.ErrInvalid},
		"id of an object":             {`{"jsonrpc":"2.0","id":{},"method":"m"}`, envelope.ErrInvalid},
		"id of a boolean":             {`{"jsonrpc":"2.0","id":true,"method":"m"}`, envelope.ErrInvalid},
		"id of no UTF-8":              {"{\"jsonrpc\":\"2.0\",\"id\":\"\xff\",\"method\":\"m\"}", envelope.ErrInvalid},
		"method of a number":          {`{"jsonrpc":"2.0","method":1}`, envelope.ErrInvalid},
		"neither method nor id":       {`{"jsonrpc":"2.0","result":1}`, envelope.ErrInvalid},
		"name twice":                  {call(`{"name":"a","name":"b"}`), envelope.ErrDuplicate},
		"name twice, alike":           {call(`{"name":"a","name":"a"}`), envelope.ErrDuplicate},
		"name twice, escaped":         {call(`{"name":"a","n\u0061me":"b"}`), envelope.ErrDuplicate},
		"arguments twice":             {call(`{"arguments":{},"arguments":{}}`), envelope.ErrDuplicate},
		"params twice":                {`{"jsonrpc":"2.0","id":1,"method":"m","params":{},"params":{}}`, envelope.ErrDuplicate},
		"method twice":                {`{"jsonrpc":"2.0","id":1,"method":"m","method":"n"}`, envelope.ErrDuplicate},
		"version twice":               {`{"jsonrpc":"2.0","jsonrpc":"2.0","id":1,"method":"m"}`, envelope.ErrDuplicate},
		"unknown member twice":        {`{"jsonrpc":"2.0","id":1,"method":"m","x":1,"x":1}`, envelope.ErrDuplicate},
		"unknown twice in params":     {call(`{"x":1,"x":1}`), envelope.ErrDuplicate},
		"entry of meta twice":         {call(`{"_meta":{"x":1,"x":1}}`), envelope.ErrDuplicate},
		"entry of no UTF-8 twice":     {call("{\"_meta\":{\"\xff\":1,\"\xfe\":1}}"), envelope.ErrDuplicate},
		"one of many":                 {call(`{"a":1` + many + `}`), envelope.ErrDuplicate},
		"notification":                {`{"jsonrpc":"2.0","method":"m","method":"n"}`, envelope.ErrDuplicate},
		"duplicate, and half of it":   {`{"jsonrpc":"2.0","id":1,"method":"m","method":"n"`, envelope.ErrSyntax},
		"duplicate, and another kind": {`{"jsonrpc":"2.0","id":[],"method":"m","method":"n"}`, envelope.ErrInvalid},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			if _, err := reader.Read([]byte(test.message)); err != test.want { //nolint:errorlint // the very values
				t.Errorf("got %v, want %v", err, test.want)
			}
		})
	}
}

// A duplicate is answered under the id it has, if it has one.
func TestIDOfDuplicates(t *testing.T) {
	tests := map[string]struct {
		message string
		id      string
		request bool
	}{
		"id":           {`{"jsonrpc":"2.0","id":1,"method":"m","method":"n"}`, `1`, true},
		"id behind":    {`{"jsonrpc":"2.0","method":"m","method":"n","id":"a"}`, `"a"`, true},
		"two ids":      {`{"jsonrpc":"2.0","id":1,"id":2,"method":"m"}`, ``, true},
		"three ids":    {`{"jsonrpc":"2.0","id":1,"id":2,"id":3,"method":"m"}`, ``, true},
		"notification": {`{"jsonrpc":"2.0","method":"m","method":"n"}`, ``, false},
		"null":         {`{"jsonrpc":"2.0","id":null,"method":"m","method":"n"}`, `null`, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			m, err := reader.Read([]byte(test.message))
			if err != envelope.ErrDuplicate || string(m.ID.Raw) != test.id || m.IsRequest() != test.request { //nolint:errorlint // the very value
				t.Errorf("id %s, request %t, error %v", m.ID.Raw, m.IsRequest(), err)
			}
		})
	}
}

// contract: S0-53
func TestToolName(t *testing.T) {
	tests := map[string]struct {
		name string // as JSON
		want string
		ok   bool
	}{
		"text":          {`"add"`, "add", true},
		"escaped":       {`"\u0061dd"`, "add", true},
		"not ASCII":     {`"größe"`, "größe", true},
		"no UTF-8":      {"\"a\xff\"", "a\uFFFD", true},
		"integer":       {`5`, "5", true},
		"negative":      {`-5`, "-5", true},
		"long integer":  {`123456789012345678901234567890`, "123456789012345678901234567890", true},
		"fraction":      {`5.0`, "5.0", false},
		"exponent":      {`5e0`, "5e0", false},
		"empty":         {`""`, "", false},
		"null":          {`null`, "", false},
		"boolean":       {`true`, "", false},
		"array":         {`["add"]`, "", false},
		"object":        {`{"name":"add"}`, "", false},
		"blank is text": {`" "`, " ", true},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			m, err := reader.Read([]byte(call(`{"name":` + test.name + `}`)))
			if err != nil {
				t.Fatal(err)
			}
			if got, ok := m.ToolName(); ok != test.ok || ok && got != test.want {
				t.Errorf("got %q, %t, want %q, %t", got, ok, test.want, test.ok)
			}
		})
	}
	if _, ok := new(envelope.Message).ToolName(); ok {
		t.Error("no name is a name")
	}
}

func TestHead(t *testing.T) {
	tests := map[string]struct {
		message string
		want    map[string]bool // what is known
	}{
		"answer":           {`{"jsonrpc":"2.0","id":1,"result":{BROKEN`, map[string]bool{"id": true, "result": true}},
		"failure":          {`{"jsonrpc":"2.0","id":"a","error":{BROKEN`, map[string]bool{"id": true, "error": true}},
		"request":          {`{"jsonrpc":"2.0","id":1,"method":"m","params":BROKEN`, map[string]bool{"id": true, "method": true}},
		"id behind":        {`{"jsonrpc":"2.0","result":{"id":1},"id":1}`, map[string]bool{"id": true, "result": true}},
		"notification":     {`{"jsonrpc":"2.0","method":"m"}`, map[string]bool{"method": true}},
		"a text":           {`"id"`, map[string]bool{}},
		"nothing":          {``, map[string]bool{}},
		"broken before it": {`{"jsonrpc":BROKEN,"id":1,"result":1}`, map[string]bool{}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			got := map[string]bool{}
			for name, v := range values(reader.Head([]byte(test.message))) {
				if v.Exists() {
					got[name] = true
				}
			}
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestSplit(t *testing.T) {
	tests := map[string]struct {
		text    string
		want    []string
		isBatch bool
	}{
		"one":        {` {"id":1}`, []string{` {"id":1}`}, false},
		"two":        {` [ {"id":1} , [2] ] `, []string{`{"id":1}`, `[2]`}, true},
		"none":       {`[]`, nil, true},
		"unfinished": {`[{"id":1}`, []string{`[{"id":1}`}, false},
		"more":       {`[] []`, []string{`[] []`}, false},
		"nothing":    {``, []string{``}, false},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			messages, isBatch := reader.Split([]byte(test.text))
			var got []string
			for _, message := range messages {
				got = append(got, string(message))
			}
			if diff := cmp.Diff(test.want, got); diff != "" || isBatch != test.isBatch {
				t.Errorf("batch %t (-want +got):\n%s", isBatch, diff)
			}
		})
	}
}

func TestAppendError(t *testing.T) {
	tests := map[string]struct {
		message string
		want    string
	}{
		"number": {`{"jsonrpc":"2.0","id":1.0,"method":"m"}`, `{"jsonrpc":"2.0","id":1.0,"error":{"code":-32602,"message":"say \"no\""}}`},
		"text":   {`{"jsonrpc":"2.0","id":"\u0061","method":"m"}`, `{"jsonrpc":"2.0","id":"\u0061","error":{"code":-32602,"message":"say \"no\""}}`},
		"none":   {`{"jsonrpc":"2.0","method":"m"}`, `{"jsonrpc":"2.0","error":{"code":-32602,"message":"say \"no\""}}`},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var reader envelope.Reader
			m, err := reader.Read([]byte(test.message))
			if err != nil {
				t.Fatal(err)
			}
			got := envelope.AppendError(nil, m.ID, -32602, `say "no"`)
			if diff := cmp.Diff(test.want, string(got)); diff != "" || !json.Valid(got) {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Whoever binds or masks the arguments relies on it.
func TestSound(t *testing.T) {
	tests := map[string]struct {
		text  string
		sound bool
	}{
		"call":                   {call(`{"name":"a","arguments":{"x":[{"y":1},{"y":2}]}}`), true},
		"escapes":                {call(`{"name":"a","arguments":{"\u0061":"\ud83d\ude00"}}`), true},
		"a name twice":           {call(`{"name":"a","arguments":{"x":1,"x":2}}`), false},
		"twice, once escaped":    {call(`{"name":"a","arguments":{"x":1,"\u0078":2}}`), false},
		"twice, deep inside":     {call(`{"name":"a","arguments":{"x":[[{"y":1,"y":2}]]}}`), false},
		"twice in what is alien": {call(`{"name":"a","alien":{"y":1,"y":2}}`), false},
		"invalid UTF-8":          {call("{\"name\":\"a\",\"arguments\":{\"x\":\"\xff\"}}"), false},
		"lone surrogate":         {call(`{"name":"a","arguments":{"x":"\ud800"}}`), false},
	}
	var reader envelope.Reader
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			m, err := reader.Read([]byte(test.text))
			if err != nil || m.Sound != test.sound {
				t.Errorf("sound %t, %v", m.Sound, err)
			}
		})
	}
}
