package runtime_test

import (
	"context"
	"fmt"
	"net/http"
	"strings"
	"testing"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
)

// corpus is what is compared: what the tests of single behaviours send, and what
// else a client may.
func corpus() map[string]scene {
	all := map[string]scene{}
	for group, scenes := range map[string]map[string]scene{
		"call": callScenes(), "arguments": argumentScenes(), "malformed": malformedScenes(), "meta": metaScenes(), "name": nameScenes(),
		"id": idScenes(), "envelope": envelopeScenes(), "list": listScenes(), "header": headerScenes(), "mirror": mirrorScenes(),
		"round": roundScenes(), "said of itself": selfScenes(), "server": serverScenes(), "stray": strayScenes(),
	} {
		for name, s := range scenes {
			all[group+" "+name] = s
		}
	}
	return all
}

func of(messages ...string) scene { return scene{messages: messages} }

// named is a call of a tool with nothing else.
func named(tool string) string { return callOf(`"name":"` + tool + `",`) }

func callScenes() map[string]scene {
	scenes := map[string]scene{
		"unknown":          of(named("nowhere")),
		"unknown, odd":     of(callOf(`"name":"no\u0000whe\u2028re<&>\ud83d\ude00",`)),
		"unknown, long":    of(named(strings.Repeat("ä", 5000))),
		"cached":           of(callOf(`"name":"texts","arguments":{"text":"<once>"},`), callOf(`"name":"texts","arguments":{"text":"<once>"},`)),
		"from nobody":      {nobody: true, messages: []string{named("add"), listing("")}},
		"without sections": {caller: &mcprt.Caller{ID: "bob"}, messages: []string{named("add"), listing("")}},
	}
	for _, r := range everyRow() {
		scenes["of "+r.Name] = of(named(r.Name), callOf(`"name":"`+r.Name+`","arguments":{"a":1,"b":2,"text":"<t>\u2028","x":1,"y":{}},`))
	}
	return scenes
}

// argumentScenes send odd arguments to a tool with some, one without, a strict one,
// one that repairs, and one that is not there for the caller.
func argumentScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, args := range map[string]string{
		"null": `null`, "list": `[1]`, "text": `"{}"`, "number": `5`, "true": `true`, "empty": `{}`,
		"beyond float64": `{"a":9007199254740993,"b":0}`, "fraction": `{"a":1.0,"b":1E2}`, "1e400": `{"a":1e400,"b":0}`,
		"of texts": `{"a":"1","b":"2"}`, "wrong": `{"a":[],"b":{}}`, "null members": `{"a":null,"b":null}`, "a name twice": `{"a":1,"b":2,"a":3}`,
		"invalid UTF-8": "{\"a\":1,\"b\":2,\"c\":\"\xff\"}", "lone surrogate": `{"a":1,"b":2,"text":"\ud800"}`, "NUL": `{"text":"a\u0000b"}`,
		"deep": `{"a":` + strings.Repeat("[", 900) + strings.Repeat("]", 900) + `}`, "ignored": `{"a":1,"b":2,"<x>":1,"\u2028":2}`,
		"blanks": "{ \"a\" : 1 ,\t\"b\" : 2 }",
	} {
		s := scene{}
		for _, tool := range []string{"add", "nothing", "strict", "coerced", "odd_text", "whole", "hidden"} {
			s.messages = append(s.messages, callOf(`"name":"`+tool+`","arguments":`+args+`,`))
		}
		scenes[name] = s
	}
	return scenes
}

func malformedScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, params := range malformed {
		scenes[name] = of(callOf(`"name":"add",`+params), callOf(`"name":"hidden",`+params), callOf(`"name":"nowhere",`+params), callOf(params),
			`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{`+params+`META}}`)
	}
	return scenes
}

// metaScenes replace _meta, and add to it.
func metaScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, meta := range metas {
		scenes[name] = of(`{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"html","_meta":`+meta+`}}`,
			`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{"_meta":`+meta+`}}`)
	}
	for name, entries := range map[string]string{
		"progress": `"progressToken":"p"`, "progress of a number": `"progressToken":1.5`, "progress of a list": `"progressToken":[1]`,
		"progress twice": `"progressToken":1,"progressToken":2`, "log level": `"io.modelcontextprotocol/logLevel":"debug"`,
		"log level of a number": `"io.modelcontextprotocol/logLevel":7`, "log level unknown": `"io.modelcontextprotocol/logLevel":"loud"`,
		"own": `"own":{"a":[[[[[[]]]]]]}`, "entry twice": `"own":1,"own":2`,
		"version null": `"io.modelcontextprotocol/protocolVersion":null`, "version of old": `"io.modelcontextprotocol/protocolVersion":"2025-11-25"`,
		"version unknown": `"io.modelcontextprotocol/protocolVersion":"2027-01-01"`,
	} {
		both := strings.Replace(meta2026, `"_meta":{`, `"_meta":{`+entries+`,`, 1)
		replaced := `§"_meta":{` + entries + `}|` + both + `§`
		scenes[name] = of(strings.ReplaceAll(named("html"), "META", replaced), strings.ReplaceAll(named("asks"), "META", replaced),
			strings.ReplaceAll(listing(""), "META", replaced), strings.ReplaceAll(named("hidden"), "META", replaced))
	}
	return scenes
}

func nameScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, params := range map[string]string{
		"absent": ``, "another case": `"Name":"add",`, "empty": `"name":"",`, "null": `"name":null,`, "fraction": `"name":1.5,`,
		"exponent": `"name":1e2,`, "boolean": `"name":true,`, "list": `"name":["add"],`, "object": `"name":{"name":"add"},`,
		"integer": `"name":404,`, "integer of nobody": `"name":405,`, "escaped": `"name":"\u0061dd",`, "blank": `"name":" add",`,
		"no UTF-8": "\"name\":\"add\xff\",", "twice": `"name":"add","name":"hidden",`, "twice, escaped": `"name":"add","n\u0061me":"hidden",`,
		"not ASCII": `"name":"größe",`, "of control characters": `"name":"a\u0000b",`, "URI too": `"name":"html","uri":"x",`,
	} {
		scenes[name] = of(callOf(params))
	}
	return scenes
}

func idScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, id := range map[string]string{
		"text": `"a"`, "empty text": `""`, "escaped text": `"a\u0062\u2028<&>"`, "text of no UTF-8": "\"a\xff\"", "lone surrogate": `"\ud800"`,
		"long text": `"` + strings.Repeat("x", 10_000) + `"`, "number": `8`, "zero": `0`, "minus zero": `-0`, "negative": `-3`,
		"fraction": `7.5`, "whole fraction": `7.0`, "exponent": `1e2`, "beyond float64": `9007199254740993`, "huge": `1e300`, "far too huge": `1e999`,
		"null": `null`, "true": `true`, "list": `[7]`, "object": `{}`,
	} {
		call := strings.Replace(named("html"), `"id":7`, `"id":`+id, 1)
		scenes[name] = of(call, strings.Replace(listing(""), `"id":7`, `"id":`+id, 1), strings.Replace(named("hidden"), `"id":7`, `"id":`+id, 1),
			strings.Replace(named("asks"), `"id":7`, `"id":`+id, 1))
	}
	return scenes
}

// envelopeScenes are messages that are not quite calls.
func envelopeScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, message := range map[string]string{
		"no params":         `{"jsonrpc":"2.0","id":7,"method":"tools/call"}`,
		"params null":       `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":null}`,
		"params a list":     `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":["add"]}`,
		"params a text":     `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":"add"}`,
		"params twice":      `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"hidden"},"params":{"name":"add",META}}`,
		"method twice":      `{"jsonrpc":"2.0","id":7,"method":"tools/call","m\u0065thod":"tools/list","params":{"name":"add",META}}`,
		"method escaped":    `{"jsonrpc":"2.0","id":7,"method":"tools\/call","params":{"name":"html",META}}`,
		"another case":      `{"jsonrpc":"2.0","id":7,"method":"Tools/Call","params":{"name":"html",META}}`,
		"method unknown":    `{"jsonrpc":"2.0","id":7,"method":"tools/sing","params":{META}}`,
		"version 1":         `{"jsonrpc":"1.0","id":7,"method":"tools/call","params":{"name":"html",META}}`,
		"no version":        `{"id":7,"method":"tools/call","params":{"name":"html",META}}`,
		"result too":        `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"html",META},"result":{}}`,
		"other members":     `{"x":{"a":1,"a":2},"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"html",META},"JSONRPC":1,"Method":5}`,
		"no JSON":           `hello`,
		"half":              `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"html"`,
		"text behind":       `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"html",META}} x`,
		"two":               `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{META}}{}`,
		"empty":             ``,
		"empty object":      `{}`,
		"empty batch":       `[]`,
		"batch":             `[` + named("html") + `]`,
		"batch of two":      `[` + named("html") + `,` + strings.Replace(named("hidden"), `:7`, `:8`, 1) + `]`,
		"notification":      `{"jsonrpc":"2.0","method":"tools/call","params":{"name":"html",META}}`,
		"notified listing":  `{"jsonrpc":"2.0","method":"tools/list","params":{META}}`,
		"ping":              `{"jsonrpc":"2.0","id":7,"method":"ping","params":{META}}`,
		"discover":          `{"jsonrpc":"2.0","id":7,"method":"server/discover","params":{META}}`,
		"initialize again":  `{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}`,
		"initialized again": `{"jsonrpc":"2.0","method":"notifications/initialized","params":{META}}`,
		"set level":         `{"jsonrpc":"2.0","id":7,"method":"logging/setLevel","params":{"level":"debug",META}}`,
		"no META at all":    `{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{"name":"html"}}`,
	} {
		scenes[name] = of(message)
	}
	return scenes
}

// listing is a tools/list with these members of params, which end in a comma.
func listing(params string) string {
	return `{"jsonrpc":"2.0","id":7,"method":"tools/list","params":{` + params + `META}}`
}

func listScenes() map[string]scene {
	paged := func(t testing.TB) *mcprt.Server {
		return newServer(t, registry(everyRow()...), mcprt.BySections, append(deciding(t), mcprt.WithPageSize(7))...)
	}
	next := listing(`"cursor":"CURSOR",`)
	extended := func(t testing.TB) *mcprt.Server {
		return newServer(t, registry(everyRow()...), mcprt.BySections, append(deciding(t), mcprt.OnDefinition(extends))...)
	}
	scenes := map[string]scene{
		"all":             of(listing("")),
		"pages":           {server: paged, messages: []string{listing(""), next, next, next, next, next, next}},
		"extended":        {server: extended, messages: []string{listing("")}},
		"without params":  of(`{"jsonrpc":"2.0","id":7,"method":"tools/list"}`),
		"params null":     of(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":null}`),
		"params a list":   of(`{"jsonrpc":"2.0","id":7,"method":"tools/list","params":[]}`),
		"policy failing":  {server: failingPolicy, messages: []string{listing(""), named("html"), named("hidden"), named("nowhere"), named("asks")}},
		"no tools at all": {server: func(t testing.TB) *mcprt.Server { return newServer(t, registry(), mcprt.BySections) }, messages: []string{listing("")}},
	}
	for name, cursor := range map[string]string{
		"empty": `""`, "null": `null`, "of a number": `1`, "of a list": `[]`, "of nothing": `"x"`, "of the SDK": `"GQ=="`, "long": `"` + strings.Repeat("A", 10_000) + `"`,
		"odd": `"\u0000\ud800"`, "no UTF-8": "\"\xff\"",
	} {
		scenes["cursor "+name] = of(listing(`"cursor":` + cursor + `,`))
	}
	return scenes
}

func failingPolicy(t testing.TB) *mcprt.Server {
	return newServer(t, registry(everyRow()...), failing(errHost), deciding(t)...)
}

func extends(_ context.Context, e *mcprt.DefinitionEvent) error {
	switch e.Row().Name {
	case "add":
		return e.SetMeta("<own>", map[string]any{"a": "\u2028&"})
	case "html":
		return e.SetAnnotation("title", "Other")
	case "long":
		return errHost
	}
	return nil
}

// headerScenes change what stands around the body.
func headerScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, change := range map[string]func(http.Header){
		"accept JSON":              func(h http.Header) { h.Set("Accept", "application/json") },
		"accept events":            func(h http.Header) { h.Set("Accept", "text/event-stream") },
		"accept anything":          func(h http.Header) { h.Set("Accept", "*/*") },
		"accept nothing":           func(h http.Header) { h.Del("Accept") },
		"accept in two":            func(h http.Header) { h["Accept"] = []string{"application/json", "text/event-stream"} },
		"accept with weights":      func(h http.Header) { h.Set("Accept", "Application/JSON;q=0, text/event-stream; q=0.5") },
		"accept ranges":            func(h http.Header) { h.Set("Accept", "application/*, text/*") },
		"accept HTML":              func(h http.Header) { h.Set("Accept", "text/html") },
		"accept odd":               func(h http.Header) { h.Set("Accept", ";;, ,application/json ;,text/event-stream x") },
		"content type absent":      func(h http.Header) { h.Del("Content-Type") },
		"content type text":        func(h http.Header) { h.Set("Content-Type", "text/plain") },
		"content type charset":     func(h http.Header) { h.Set("Content-Type", "application/json; charset=utf-8") },
		"content type upper":       func(h http.Header) { h.Set("Content-Type", "APPLICATION/JSON") },
		"content type odd":         func(h http.Header) { h.Set("Content-Type", "application/json; x") },
		"content type twice":       func(h http.Header) { h["Content-Type"] = []string{"application/json", "text/plain"} },
		"content type twice, back": func(h http.Header) { h["Content-Type"] = []string{"text/plain", "application/json"} },
		"method absent":            func(h http.Header) { h.Del("Mcp-Method") },
		"method wrong":             func(h http.Header) { h.Set("Mcp-Method", "tools/list") },
		"method of another case":   func(h http.Header) { h.Set("Mcp-Method", "TOOLS/CALL") },
		"method blank around":      func(h http.Header) { h.Set("Mcp-Method", " tools/call ") },
		"method twice":             func(h http.Header) { h["Mcp-Method"] = []string{"tools/call", "tools/list"} },
		"name absent":              func(h http.Header) { h.Del("Mcp-Name") },
		"name wrong":               func(h http.Header) { h.Set("Mcp-Name", "add") },
		"name base64":              func(h http.Header) { h.Set("Mcp-Name", "=?base64?aHRtbA==?=") },
		"name base64 of another":   func(h http.Header) { h.Set("Mcp-Name", "=?base64?YWRk?=") },
		"name base64, broken":      func(h http.Header) { h.Set("Mcp-Name", "=?base64?aHRtbA?=") },
		"name base64, upper case":  func(h http.Header) { h.Set("Mcp-Name", "=?BASE64?aHRtbA==?=") },
		"name blank around":        func(h http.Header) { h.Set("Mcp-Name", " html ") },
		"name twice":               func(h http.Header) { h["Mcp-Name"] = []string{"html", "add"} },
		"version absent":           func(h http.Header) { h.Del("Mcp-Protocol-Version") },
		"version of old":           func(h http.Header) { h.Set("Mcp-Protocol-Version", "2025-06-18") },
		"version of the oldest":    func(h http.Header) { h.Set("Mcp-Protocol-Version", "2024-11-05") },
		"version unknown":          func(h http.Header) { h.Set("Mcp-Protocol-Version", "2025-01-01") },
		"version of the newest":    func(h http.Header) { h.Set("Mcp-Protocol-Version", "2026-07-28") },
		"version of the future":    func(h http.Header) { h.Set("Mcp-Protocol-Version", "2027-01-01") },
		"version odd":              func(h http.Header) { h.Set("Mcp-Protocol-Version", "x") },
		"version twice":            func(h http.Header) { h["Mcp-Protocol-Version"] = []string{"2026-07-28", "2025-11-25"} },
		"last event":               func(h http.Header) { h.Set("Last-Event-Id", "1") },
		"parameter of no tool":     func(h http.Header) { h.Set("Mcp-Param-X", "1") },
		"session of none":          func(h http.Header) { h.Set("Mcp-Session-Id", "never-was") },
		"origin":                   func(h http.Header) { h.Set("Origin", "https://evil.example") },
	} {
		for _, one := range []struct{ kind, message string }{{"call", named("html")}, {"list", listing("")}, {"hidden", named("hidden")}, {"unscoped", named("needs")}} {
			scenes[name+", "+one.kind] = scene{messages: []string{one.message}, change: func(r *http.Request) { change(r.Header) }}
		}
	}
	return scenes
}

// mirrorScenes have headers that repeat arguments.
func mirrorScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, values := range map[string][]string{
		"absent": nil, "right": {"eu"}, "wrong": {"us"}, "base64": {"=?base64?ZXU=?="}, "base64, broken": {"=?base64?ZXU?="}, "empty": {""}, "twice": {"eu", "eu"},
		"odd": {"e\x01u"},
	} {
		change := func(r *http.Request) {
			if values != nil {
				r.Header["Mcp-Param-Text"] = values
			}
		}
		s := scene{change: change}
		for _, tool := range []string{"mirrored", "secret_region", "nowhere", "needs_both", "texts"} {
			for _, args := range []string{`{"text":"eu"}`, `{}`, `[]`, `{"text":5}`} {
				s.messages = append(s.messages, callOf(`"name":"`+tool+`","arguments":`+args+`,`))
			}
		}
		scenes[name] = s
	}
	return scenes
}

// roundScenes take more than one round, or pretend to.
func roundScenes() map[string]scene {
	answer := `"inputResponses":{"name":{"action":"accept","content":{"name":"Ada"}}},`
	scenes := map[string]scene{}
	for _, tool := range []string{"asks", "approved"} {
		first := named(tool)
		for name, rest := range map[string]string{
			"answered": answer + `"requestState":"STATE",`, "without the state": answer, "without the answer": `"requestState":"STATE",`,
			"of another state": answer + `"requestState":"x",`, "of a state of a number": answer + `"requestState":5,`,
			"answer of another kind": `"inputResponses":[1],"requestState":"STATE",`, "answer null": `"inputResponses":null,"requestState":null,`,
			"declined": `"inputResponses":{"name":{"action":"decline"}},"requestState":"STATE",`,
		} {
			second := callOf(`"name":"` + tool + `",` + rest)
			scenes[tool+" "+name] = scene{able: `{"elicitation":{}}`, messages: []string{first, second}}
			scenes[tool+" "+name+", not able"] = scene{messages: []string{first, second}}
		}
	}
	scenes["of another tool"] = scene{able: `{"elicitation":{}}`, messages: []string{named("asks"), callOf(`"name":"approved",` + answer + `"requestState":"STATE",`)}}
	return scenes
}

// selfScenes say odd things about the client.
func selfScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, meta := range map[string]string{
		"nothing": ``, "info": `"io.modelcontextprotocol/clientInfo":{"name":"c","version":"1"},"io.modelcontextprotocol/clientCapabilities":{},`,
		"info null":            `"io.modelcontextprotocol/clientInfo":null,"io.modelcontextprotocol/clientCapabilities":{},`,
		"info empty":           `"io.modelcontextprotocol/clientInfo":{},"io.modelcontextprotocol/clientCapabilities":{},`,
		"info a text":          `"io.modelcontextprotocol/clientInfo":"c","io.modelcontextprotocol/clientCapabilities":{},`,
		"info of numbers":      `"io.modelcontextprotocol/clientInfo":{"name":5,"version":[]},"io.modelcontextprotocol/clientCapabilities":{},`,
		"info twice":           `"io.modelcontextprotocol/clientInfo":{"name":"a","name":"b"},"io.modelcontextprotocol/clientCapabilities":{},`,
		"info of another case": `"io.modelcontextprotocol/clientInfo":{"Name":5},"io.modelcontextprotocol/clientCapabilities":{},`,
		"info of no UTF-8":     "\"io.modelcontextprotocol/clientInfo\":{\"name\":\"\xff\"},\"io.modelcontextprotocol/clientCapabilities\":{},",
		"capabilities null":    `"io.modelcontextprotocol/clientCapabilities":null,`, "capabilities a list": `"io.modelcontextprotocol/clientCapabilities":[],`,
		"capabilities odd": `"io.modelcontextprotocol/clientCapabilities":{"sampling":7},`, "capabilities unknown": `"io.modelcontextprotocol/clientCapabilities":{"x":{"y":[]}},`,
		"capabilities twice":           `"io.modelcontextprotocol/clientCapabilities":{"roots":{},"roots":5},`,
		"capabilities of another case": `"io.modelcontextprotocol/clientCapabilities":{"Sampling":7},`,
		"capabilities null inside":     `"io.modelcontextprotocol/clientCapabilities":{"elicitation":null,"roots":null},`,
		"capabilities deep":            `"io.modelcontextprotocol/clientCapabilities":{"experimental":{"x":` + strings.Repeat("[", 1500) + strings.Repeat("]", 1500) + `}},`,
	} {
		whole := `§"_meta":{}|"_meta":{` + meta + `"io.modelcontextprotocol/protocolVersion":"2026-07-28"}§`
		s := scene{}
		for _, message := range []string{named("html"), listing(""), named("hidden"), named("approved"), named("asks")} {
			s.messages = append(s.messages, strings.ReplaceAll(message, "META", whole))
		}
		scenes[name] = s
	}
	return scenes
}

// serverScenes are about servers of other settings.
func serverScenes() map[string]scene {
	with := func(opts ...mcprt.Option) func(testing.TB) *mcprt.Server {
		return func(t testing.TB) *mcprt.Server {
			return newServer(t, registry(everyRow()...), mcprt.BySections, append(deciding(t), opts...)...)
		}
	}
	scopes := func(has mcprt.HasScope) func(testing.TB) *mcprt.Server { return with(mcprt.WithScopes(has)) }
	unscoped := []string{named("needs"), named("needs_one"), named("needs_talk"), named("hidden_talk"), named("nowhere")}
	return map[string]scene{
		"budget":        {server: with(mcprt.WithSessionBudget(2)), messages: []string{named("html"), named("asks"), named("html"), named("html"), named("asks"), named("hidden"), named("needs"), listing("")}},
		"limiter":       {server: with(mcprt.WithLimiter(limiterFunc(func(*string, string) (bool, error) { return false, nil }))), messages: []string{named("html"), named("asks"), named("hidden")}},
		"scopes":        {messages: unscoped},
		"scopes panic":  {server: scopes(func([]string, string) bool { panic("hunter2") }), messages: unscoped},
		"all scopes":    {server: scopes(func([]string, string) bool { return true }), messages: unscoped},
		"listener bad":  {server: with(mcprt.OnList(func(context.Context, *mcprt.ListEvent) error { return errHost })), messages: []string{named("html"), named("nowhere"), listing("")}},
		"listener few":  {server: with(onList(func(e *mcprt.ListEvent) { e.Only("html") })), messages: []string{named("html"), named("add"), named("asks"), listing("")}},
		"told":          {server: with(mcprt.WithListChanged(), mcprt.WithLogging()), messages: []string{named("html"), listing(""), named("asks")}},
		"no limit":      {server: with(mcprt.WithResultLimit(0)), messages: []string{named("long"), named("long_structure"), named("blocks")}},
		"after failing": {server: with(mcprt.OnAfterCall(func(context.Context, *mcprt.AfterCall) error { panic("x") })), messages: []string{named("html")}},
	}
}

// strayScenes ask for nothing.
func strayScenes() map[string]scene {
	scenes := map[string]scene{}
	for name, message := range strays {
		scenes[name] = of(strings.ReplaceAll(message, "hold", "html"))
	}
	for i, requestID := range []string{`"7"`, `null`, `1e999`, `{}`} {
		scenes[fmt.Sprint("cancellation ", i)] = of(`{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":`+requestID+`,META}}`, named("html"))
	}
	return scenes
}
