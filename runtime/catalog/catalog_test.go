package catalog_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"log/slog"
	"strings"
	"sync"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/runtime/catalog"
)

// quiet returns a catalogue that logs nowhere.
func quiet() *catalog.Catalog { return catalog.New(catalog.WithLogger(slog.New(slog.DiscardHandler))) }

// listed is a tool with one property.
func listed(name, property string) string {
	return fmt.Sprintf(`{"name":%q,"inputSchema":{"type":"object","properties":{%s}}}`, name, property)
}

func page(tools ...string) string {
	return `{"tools":[` + strings.Join(tools, ",") + `],"nextCursor":"x"}`
}

// record records a page that is well-formed.
func record(t *testing.T, cat *catalog.Catalog, page string) string {
	t.Helper()
	got, err := cat.Record([]byte(page))
	if err != nil {
		t.Fatal(err)
	}
	return string(got)
}

const (
	region = `"region":{"type":"string","x-mcp-header":"Region"}`
	zone   = `"region":{"type":"string","x-mcp-header":"Zone"}`
	weight = `"weight":{"type":"number","x-mcp-header":"Weight"}`
	plain  = `"region":{"type":"string"}`

	weightReason = `"Weight" is on a "number" property ("weight"), which cannot be mirrored`
)

// contract: S4-2, S4-12, S4-14
func TestRecordFilters(t *testing.T) {
	for _, test := range []struct{ name, page, want string }{
		{"all usable", page(listed("a", region), listed("b", plain)), page(listed("a", region), listed("b", plain))},
		{"the first", page(listed("bad", weight), listed("a", region)), page(listed("a", region))},
		{"the last", page(listed("a", region), listed("bad", weight)), page(listed("a", region))},
		{"one between", page(listed("a", region), listed("bad", weight), listed("b", plain)), page(listed("a", region), listed("b", plain))},
		{"the only one", page(listed("bad", weight)), page()},
		{"what it cannot track", page(`{"name":5,"inputSchema":{}}`, `null`, `"a"`, `{"name":"n"}`, `{"name":"n","inputSchema":[]}`,
			`{"name":null,`+listed("", weight)[len(`{"name":"",`):]), page(`{"name":5,"inputSchema":{}}`, `null`, `"a"`, `{"name":"n"}`,
			`{"name":"n","inputSchema":[]}`, `{"name":null,`+listed("", weight)[len(`{"name":"",`):])},
		{"everything else as it was written", "{ \"more\" : 1.0, \"tools\" : [ " + listed("bad", weight) + " , " + listed("a", region) + "\n] , \"_meta\":{\"b\":1,\"a\":2}} ",
			"{ \"more\" : 1.0, \"tools\" : [" + listed("a", region) + "] , \"_meta\":{\"b\":1,\"a\":2}} "},
		{"two lists", `{"tools":[` + listed("bad", weight) + `],"tools":[` + listed("worse", weight) + `,1]}`, `{"tools":[],"tools":[1]}`},
		{"the last name and schema count", page(`{"name":"a","name":"bad","inputSchema":{},` + listed("bad", weight)[1:]), page()},
		{"no tools", `{"other":[]}`, `{"other":[]}`},
		{"tools that are no list", `{"tools":{"a":1}}`, `{"tools":{"a":1}}`},
		{"broken UTF-8", "{\"tools\":[{\"name\":\"\xff\",\"inputSchema\":{}}]}", "{\"tools\":[{\"name\":\"\xff\",\"inputSchema\":{}}]}"},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := record(t, quiet(), test.page)
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

func TestRecordOfWhatIsNoPage(t *testing.T) {
	for _, page := range []string{``, `[]`, `null`, `{"tools":[`, `{"tools":[{"name":"a"]}`, `{"tools":[]`, `5`} {
		got, err := quiet().Record([]byte(page))
		if err == nil || string(got) != page {
			t.Errorf("%q became %q, %v", page, got, err)
		}
	}
}

// contract: S4-3, S4-4
func TestVerdicts(t *testing.T) {
	cat := quiet()
	record(t, cat, page(listed("good", region), listed("plain", plain), listed("bad", weight)))
	for name, want := range map[string]string{"good": "", "plain": "", "bad": weightReason, "unknown": "", "": ""} {
		reason, rejected := cat.ReasonFor(name)
		if reason != want || rejected != (want != "") || cat.IsRejected(name) != rejected {
			t.Errorf("%s: %q, %t", name, reason, rejected)
		}
	}
}

// contract: S4-1, S4-5, S4-6, S4-9, S4-10, S4-15, S4-16, S4-17
func TestHeadersFor(t *testing.T) {
	cat := quiet()
	record(t, cat, page(listed("send", region+`,"n":{"type":"integer","x-mcp-header":"Count"},"note":{"type":"string"},
		"at":{"type":"object","properties":{"dry":{"type":"boolean","x-mcp-header":"Dry"}}}`), listed("plain", plain), listed("bad", region+","+weight)))
	for _, test := range []struct {
		name, tool, args string
		want             map[string]string
	}{
		{"all", "send", `{"region":"eu","n":-7,"note":"x","at":{"dry":false}}`, map[string]string{"Region": "eu", "Count": "-7", "Dry": "false"}},
		{"encoded", "send", `{"region":"Hello, 世界"}`, map[string]string{"Region": "=?base64?SGVsbG8sIOS4lueVjA==?="}},
		{"an empty text", "send", `{"region":""}`, map[string]string{"Region": ""}},
		{"absent and null", "send", `{"region":null}`, map[string]string{}},
		{"no object on the way", "send", `{"at":7}`, map[string]string{}},
		{"what has no text", "send", `{"region":["eu"],"n":1.5,"at":{"dry":{}}}`, map[string]string{}},
		{"no arguments", "send", ``, map[string]string{}},
		{"not annotated", "plain", `{"region":"eu"}`, map[string]string{}},
		{"rejected", "bad", `{"region":"eu"}`, map[string]string{}},
		{"not listed", "other", `{"region":"eu"}`, map[string]string{}},
	} {
		t.Run(test.name, func(t *testing.T) {
			got := cat.HeadersFor(test.tool, []byte(test.args))
			if diff := cmp.Diff(test.want, got); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// contract: S4-11, S4-12
func TestRelisting(t *testing.T) {
	cat, args := quiet(), []byte(`{"region":"eu"}`)
	for _, step := range []struct {
		name, page string
		rejected   bool
		headers    map[string]string
	}{
		{"usable", page(listed("t", region)), false, map[string]string{"Region": "eu"}},
		{"rejected", page(listed("t", weight)), true, map[string]string{}},
		{"absent: not forgotten", page(listed("other", region)), true, map[string]string{}},
		{"usable again", page(listed("t", zone)), false, map[string]string{"Zone": "eu"}},
		{"absent: not forgotten either", page(), false, map[string]string{"Zone": "eu"}},
		{"not annotated any more", page(listed("t", plain)), false, map[string]string{}},
		{"rejected again", page(listed("t", weight)), true, map[string]string{}},
		{"not tracked any more", page(`{"name":"t","inputSchema":"none"}`), false, map[string]string{}},
	} {
		record(t, cat, step.page)
		if got := cat.IsRejected("t"); got != step.rejected {
			t.Errorf("%s: rejected is %t", step.name, got)
		}
		if diff := cmp.Diff(step.headers, cat.HeadersFor("t", args)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step.name, diff)
		}
	}
}

// logged returns what is logged while a page is recorded.
func logged(t *testing.T, page string) []map[string]any {
	t.Helper()
	var out bytes.Buffer
	record(t, catalog.New(catalog.WithLogger(slog.New(slog.NewJSONHandler(&out, nil)))), page)
	var lines []map[string]any
	for line := range strings.Lines(out.String()) {
		var entry map[string]any
		if err := json.Unmarshal([]byte(line), &entry); err != nil {
			t.Fatal(err)
		}
		delete(entry, "time")
		lines = append(lines, entry)
	}
	return lines
}

// contract: S4-8
func TestRejectionsAreLogged(t *testing.T) {
	got := logged(t, page(listed("good", region), listed("bad", weight), listed("bad\nname", weight)))
	want := []map[string]any{
		{"level": "WARN", "msg": "tool is not offered", "tool": "bad", "reason": weightReason},
		{"level": "WARN", "msg": "tool is not offered", "tool": "bad\nname", "reason": weightReason},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestLogIsBounded(t *testing.T) {
	var tools []string
	for i := range 250 {
		tools = append(tools, listed(fmt.Sprintf("%d%s", i, strings.Repeat("x", 10_000)), weight))
	}
	got := logged(t, page(tools...))
	if len(got) != 100 {
		t.Fatalf("%d lines", len(got))
	}
	if name := got[0]["tool"].(string); len(name) > 140 {
		t.Errorf("a name of %d bytes", len(name))
	}
	want := map[string]any{"level": "WARN", "msg": "more tools are not offered", "tools": 151.0}
	if diff := cmp.Diff(want, got[99]); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// contract: S4-13
func TestRejectedError(t *testing.T) {
	var err error = &catalog.RejectedError{Tool: "send", Reason: weightReason}
	want := `Refusing to call tool "send": its "x-mcp-header" annotations are invalid ("Weight" is on a "number" property ("weight"), which cannot be mirrored).`
	if diff := cmp.Diff(want, err.Error()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A server that lists without end fills neither the memory nor the list of tools
// whose headers nobody knows.
func TestMemoryIsBounded(t *testing.T) {
	cat, offered, args := quiet(), 0, []byte(`{"region":"eu"}`)
	const pages = 150
	for i := range pages {
		var tools []string
		for j := range 100 {
			tools = append(tools, listed(fmt.Sprintf("%d-%d", i, j), region))
		}
		offered += strings.Count(record(t, cat, page(tools...)), `"name"`)
	}
	known := 0
	for i := range pages {
		for j := range 100 {
			known += len(cat.HeadersFor(fmt.Sprintf("%d-%d", i, j), args))
		}
	}
	if offered != known || known < 5_000 || known >= 100*pages {
		t.Errorf("%d are offered, %d known", offered, known)
	}
	if got := record(t, cat, page(listed("ordinary", plain))); !strings.Contains(got, "ordinary") {
		t.Error("a tool without annotations is dropped")
	}
	record(t, cat, page(listed("0-0", plain)))
	if got := record(t, cat, page(listed("new", region))); !strings.Contains(got, "new") {
		t.Error("room that a tool left is not used")
	}
}

func TestConcurrentUse(t *testing.T) {
	cat := quiet()
	var group sync.WaitGroup
	for i := range 8 {
		group.Go(func() {
			for j := range 50 {
				name := fmt.Sprint("t", (i+j)%4)
				_, err := cat.Record([]byte(page(listed(name, region), listed(name+"x", weight))))
				if err != nil || cat.IsRejected(name) || !cat.IsRejected(name+"x") || len(cat.HeadersFor(name, []byte(`{"region":"eu"}`))) != 1 {
					t.Errorf("%s: %v", name, err)
				}
			}
		})
	}
	group.Wait()
}

func FuzzRecord(f *testing.F) {
	f.Add([]byte(page(listed("a", region), listed("bad", weight))))
	f.Add([]byte(`{"tools":[1,{"name":"a","inputSchema":{}},[]],"tools":[]}`))
	f.Fuzz(func(t *testing.T, raw []byte) {
		cat := quiet()
		filtered, err := cat.Record(bytes.Clone(raw))
		if err != nil {
			return
		}
		again, err := cat.Record(bytes.Clone(filtered))
		if err != nil || !bytes.Equal(filtered, again) {
			t.Errorf("%q became %q, then %q (%v)", raw, filtered, again, err)
		}
	})
}
