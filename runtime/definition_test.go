package runtime_test

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	mcprt "github.com/mcpgen-go/mcpgen/runtime"
	"github.com/mcpgen-go/mcpgen/runtime/runtimetest"
)

// onDefinition makes an option of a listener that fails with what f returns.
func onDefinition(f func(*mcprt.DefinitionEvent) error) mcprt.Option {
	return mcprt.OnDefinition(func(_ context.Context, e *mcprt.DefinitionEvent) error { return f(e) })
}

// definitions returns the JSON of every tool that ada is shown, by name, and the
// whole answer.
func definitions(t *testing.T, srv *mcprt.Server) map[string]string {
	t.Helper()
	answer := runtimetest.Stdio(t, srv, ada(), "2026-07-28", runtimetest.Request("2026-07-28", "tools/list", `{}`))
	var message struct {
		Result struct {
			ResultType, CacheScope string
			Tools                  []json.RawMessage
		}
	}
	if err := json.Unmarshal(answer, &message); err != nil || message.Result.ResultType != "complete" || message.Result.CacheScope != "private" {
		t.Fatalf("%v: %s", err, answer)
	}
	tools := map[string]string{}
	for _, tool := range message.Result.Tools {
		var named struct{ Name string }
		if err := json.Unmarshal(tool, &named); err != nil {
			t.Fatal(err)
		}
		tools[named.Name] = string(tool)
	}
	return tools
}

// member returns one member of a JSON object, "" if there is none.
func member(t *testing.T, object, name string) string {
	t.Helper()
	var members map[string]json.RawMessage
	if err := json.Unmarshal([]byte(object), &members); err != nil {
		t.Fatal(err)
	}
	return string(members[name])
}

const derived = `"destructiveHint":false,"idempotentHint":true,"openWorldHint":false,"readOnlyHint":true`

// contract: S2-1, S2-3, S2-5, S2-6, S2-8, S2-13, S2-14, S2-15
func TestDefinitionListenersExtend(t *testing.T) {
	type extend = func(*mcprt.DefinitionEvent) error
	tests := map[string]struct {
		listeners         []extend
		meta, annotations string
	}{
		"one that does nothing": {[]extend{func(*mcprt.DefinitionEvent) error { return nil }}, ``, `{` + derived + `}`},
		"an entry of _meta":     {[]extend{func(e *mcprt.DefinitionEvent) error { return e.SetMeta("cost", 3) }}, `{"cost":3}`, `{` + derived + `}`},
		"two listeners": {[]extend{
			func(e *mcprt.DefinitionEvent) error { return e.SetMeta("a", 1) },
			func(e *mcprt.DefinitionEvent) error { return e.SetMeta("b", []string{"x"}) },
		}, `{"a":1,"b":["x"]}`, `{` + derived + `}`},
		"the second overrides": {[]extend{
			func(e *mcprt.DefinitionEvent) error { return e.SetMeta("a", 1) },
			func(e *mcprt.DefinitionEvent) error { return e.SetMeta("a", 2) },
		}, `{"a":2}`, `{` + derived + `}`},
		"a title": {[]extend{func(e *mcprt.DefinitionEvent) error { return e.SetAnnotation("title", "Sum") }}, ``, `{` + derived + `,"title":"Sum"}`},
		"idempotentHint": {[]extend{func(e *mcprt.DefinitionEvent) error { return e.SetAnnotation("idempotentHint", false) }}, ``,
			`{"destructiveHint":false,"idempotentHint":false,"openWorldHint":false,"readOnlyHint":true}`},
		"an annotation nobody knows": {[]extend{func(e *mcprt.DefinitionEvent) error {
			return e.SetAnnotation("x-billing", map[string]any{"unit": "call"})
		}}, ``, `{` + derived + `,"x-billing":{"unit":"call"}}`},
		"a refused key that is ignored": {[]extend{func(e *mcprt.DefinitionEvent) error {
			_ = e.SetAnnotation("readOnlyHint", false)
			return e.SetMeta("a", 1)
		}}, `{"a":1}`, `{` + derived + `}`},
		"copies that are written to": {[]extend{func(e *mcprt.DefinitionEvent) error {
			tool := e.Tool()
			tool.Name, tool.Annotations.ReadOnlyHint = "spoilt", false
			*tool.Annotations.DestructiveHint = true
			clear(tool.InputSchema.(json.RawMessage))
			row := e.Row()
			row.Name = "spoilt"
			return nil
		}}, ``, `{` + derived + `}`},
	}
	built := definitions(t, newServer(t, registry(add()), mcprt.BySections))["add"]
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			var opts []mcprt.Option
			for _, listener := range test.listeners {
				opts = append(opts, onDefinition(listener))
			}
			got := definitions(t, newServer(t, registry(add()), mcprt.BySections, opts...))["add"]
			if diff := cmp.Diff(test.meta, member(t, got, "_meta")); diff != "" {
				t.Errorf("_meta (-want +got):\n%s", diff)
			}
			if diff := cmp.Diff(test.annotations, member(t, got, "annotations")); diff != "" {
				t.Errorf("annotations (-want +got):\n%s", diff)
			}
			for _, key := range []string{"name", "title", "description", "inputSchema", "outputSchema"} {
				if diff := cmp.Diff(member(t, built, key), member(t, got, key)); diff != "" {
					t.Errorf("%s (-built +got):\n%s", key, diff)
				}
			}
			if test.meta == "" && test.annotations == "{"+derived+"}" && got != built {
				t.Errorf("not as built: %s", got)
			}
		})
	}
}

// contract: S2-7, S2-9
func TestThreeHintsCannotBeSet(t *testing.T) {
	for _, key := range []string{"readOnlyHint", "destructiveHint", "openWorldHint"} {
		if _, err := mcprt.NewExtension(nil, map[string]any{key: true}); err == nil || !strings.Contains(err.Error(), key) {
			t.Errorf("%s: NewExtension says %v", key, err)
		}
		var refused error
		srv := newServer(t, registry(add()), mcprt.BySections, onDefinition(func(e *mcprt.DefinitionEvent) error {
			refused = e.SetAnnotation(key, true)
			return nil
		}))
		definitions(t, srv)
		if refused == nil || !strings.Contains(refused.Error(), key) {
			t.Errorf("%s: SetAnnotation says %v", key, refused)
		}
	}
	for _, key := range []string{"ReadOnlyHint", "readonlyhint", "idempotentHint", "x"} {
		if _, err := mcprt.NewExtension(nil, map[string]any{key: true}); err != nil {
			t.Errorf("%s: %v", key, err)
		}
	}
}

func TestExtensionRefusesWhatNobodyCanRead(t *testing.T) {
	tests := map[string]struct{ meta, annotations map[string]any }{
		"a title that is a number":   {nil, map[string]any{"title": 1}},
		"a hint that is a string":    {nil, map[string]any{"idempotentHint": "yes"}},
		"an annotation without JSON": {nil, map[string]any{"x": make(chan int)}},
		"a _meta value without JSON": {map[string]any{"x": make(chan int)}, nil},
		"one good and one bad":       {map[string]any{"a": 1}, map[string]any{"openWorldHint": false}},
	}
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if x, err := mcprt.NewExtension(test.meta, test.annotations); err == nil {
				t.Errorf("extension %+v", x)
			}
		})
	}
}

// contract: S2-10, S2-11, S2-12
func TestDefinitionListenerThatFailsLosesTheTool(t *testing.T) {
	failures := map[string]func(*mcprt.DefinitionEvent) error{
		"refused key": func(e *mcprt.DefinitionEvent) error { return e.SetAnnotation("openWorldHint", false) },
	}
	for name, fault := range faults() {
		failures[name] = func(*mcprt.DefinitionEvent) error { return fault() }
	}
	reg := registry(row("a", "math", says("")), row("b", "math", says("")), row("c", "math", says("")))
	built := definitions(t, newServer(t, reg, mcprt.BySections))
	for name, failure := range failures {
		t.Run(name, func(t *testing.T) {
			log := &journal{}
			srv := newServer(t, reg, mcprt.BySections, log.option(),
				onDefinition(func(e *mcprt.DefinitionEvent) error { return e.SetMeta("first", true) }),
				onDefinition(func(e *mcprt.DefinitionEvent) error {
					if err := e.SetMeta("second", true); err != nil {
						return err
					}
					if e.Row().Name == "b" {
						return failure(e)
					}
					return nil
				}))
			got := definitions(t, srv)
			if diff := cmp.Diff(built["b"], got["b"]); diff != "" {
				t.Errorf("b (-built +got):\n%s", diff)
			}
			for _, tool := range []string{"a", "c"} {
				if meta := member(t, got[tool], "_meta"); meta != `{"first":true,"second":true}` {
					t.Errorf("%s: _meta %s", tool, meta)
				}
			}
			if !strings.Contains(log.String(), "definition listener 2") || !strings.Contains(log.String(), "tool=b") {
				t.Errorf("log: %s", log)
			}
		})
	}
}

// contract: S2-2, S2-4, S2-16
func TestOneEventForEachDefinition(t *testing.T) {
	var told []string
	srv := newServer(t, many(10), mcprt.BySections, mcprt.WithPageSize(4), onDefinition(func(e *mcprt.DefinitionEvent) error {
		if e.Type() != "mcp_server_prepare_tool_definition" || e.Row().Name != e.Tool().Name ||
			fmt.Sprint(e.Tool().InputSchema) != fmt.Sprint(json.RawMessage(schemaNone)) {
			t.Errorf("event %s of %s: %+v", e.Type(), e.Row().Name, e.Tool())
		}
		told = append(told, e.Row().Name)
		return nil
	}))
	var want []string
	for i := range 10 {
		want = append(want, fmt.Sprintf("tool_%03d", i))
	}
	if diff := cmp.Diff(want, runtimetest.Connect(t, srv, ada()).List()); diff != "" {
		t.Errorf("listed (-want +got):\n%s", diff)
	}
	if diff := cmp.Diff(want, told); diff != "" {
		t.Errorf("told (-want +got):\n%s", diff)
	}
}

func TestStaticMeta(t *testing.T) {
	r := add()
	r.Meta = []mcprt.Entry{{Key: "team", Value: `"payments"`}, {Key: "tier", Value: `1`}}
	reg := registry(r)
	r.Meta[0].Value = `"spoilt"` // the registry has its own
	var refused error
	srv := newServer(t, reg, mcprt.BySections, onDefinition(func(e *mcprt.DefinitionEvent) error {
		e.Row().Meta[1].Value = `2`
		refused = e.SetMeta("team", nil)
		return e.SetMeta("cost", 3)
	}))
	if got := member(t, definitions(t, newServer(t, reg, mcprt.BySections))["add"], "_meta"); got != `{"team":"payments","tier":1}` {
		t.Errorf("without listeners: %s", got)
	}
	for range 2 {
		if got := member(t, definitions(t, srv)["add"], "_meta"); got != `{"cost":3,"team":"payments","tier":1}` {
			t.Errorf("extended: %s", got)
		}
	}
	if refused == nil {
		t.Error("a listener may write over what the tool declares")
	}
}

// A map that was made once is what a listener should hold (contract: S2-16).
func ExampleNewExtension() {
	prices, err := mcprt.NewExtension(map[string]any{"example.com/price": 3}, map[string]any{"title": "Add (paid)"})
	if err != nil {
		fmt.Println(err)
		return
	}
	extensions := map[string]mcprt.Extension{"add": prices}
	_, err = mcprt.NewServer(MCPRegistry(), mcprt.WithSections(mcprt.BySections),
		mcprt.OnDefinition(func(_ context.Context, e *mcprt.DefinitionEvent) error {
			return e.Extend(extensions[e.Row().Name])
		}))
	fmt.Println(err)

	_, err = mcprt.NewExtension(nil, map[string]any{"readOnlyHint": true})
	fmt.Println(err)
	// Output:
	// <nil>
	// annotation "readOnlyHint" follows from the declaration and cannot be set
}
