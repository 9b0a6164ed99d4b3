package drive

import (
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/generator/testdata/wild"
)

const scalars = `{"bool":true,"int":-1,"int8":-128,"int16":-32768,"int32":-2147483648,"int64":-5,"uint":1,"uint8":255,
	"uint16":65535,"uint32":4294967295,"uint64":7,"uintptr":3,"float32":0.1,"float64":1e300,"string":"<é>","rune":65,"byte":66,
	"status":"done","level":4,"flags":3,"huge":9,"Mode":"slow","Weight":20}`

const known = `{"when":"2026-01-02T03:04:05.6Z","wait":"1h30m0s","link":"https://a.b/c?d=e&f","big":"123456789012345678901234567890",
	"bigTo":"-5","raw":{"n":[1,"x"]},"any":[1.5,null,"a"],"thing":{"a":true},"bytes":"AAH/","blob":"","id":"0f8fad5b-d9cb-469f-a165-70867728950e",
	"ip":"10.0.0.1","addr":"::1","money":[5],"color":"ff0080","paint":"000001","null":"x","nullT":"open","nullAt":"2026-01-02T03:04:05Z","nulls":[1,2],"nullTo":8}`

const containers = `{"byInt":{"-3":"a","5":"b"},"byUint":{"7":true},"byText":{"0f8fad5b-d9cb-469f-a165-70867728950e":{"id":1}},
	"byEnum":{"open":[1,2]},"byTime":{"2026-01-02 03:04:05":1},"set":{"a":{},"b":{}},"arr":[1,2.5,3],"points":[{"X":1,"Y":2},{"X":3,"Y":4}],
	"empties":[{},{}],"pair":[{},{}],"ptrs":[{"id":1},{"id":2}],"deep":{"a":[{"b":"open"}]},"ptrTo":5,"arrTo":[6,7],"anonTo":{"X":8,"Y":9},
	"listTo":["a"],"mapTo":{"a":1},"anon":{"key":"k","rows":[{"on":true},{}]},
	"held":{"one":{"secret":"1"},"more":[{"secret":"2"}],"by":{"a":{"secret":"3"}},"opt":{"secret":"4"},"at":[{"secret":"5"},{"secret":"6"}],"in":{"kind":"a","kinds":["b"],"by":{"a":65535},"next":{"n":1}}},
	"prom":{"secret":"7","when":"2026-01-02T03:04:05Z"},"list":[{"more":[{},{}]}]}`

const tagged = `{"Plain":"p","-":"dash","odd name/é":1,"bad":2,"b":true,"i":3,"f":0.5,"s":"s","e":"open","l":[1],"m":{"a":1},"a":"any","p":4,
	"y":"AA==","r":{"a":1},"d":"1s","t":"2026-01-02T03:04:05Z","base":{"id":5},"none":[],"zero":[0,1],"ztime":"2026-01-02T03:04:05Z",
	"zptr":"2026-01-02T03:04:05Z","zint":6,"zstr":"z","zbool":true,"zlist":[],"zmap":{},"zany":1,"zbase":{"id":7},"zmoney":[8],"zboth":9,
	"qint":"9007199254740993","quint":"255","qfloat":"1.5","qfloat32":"0.1","qbool":"true","qptr":"10","qempty":"11","qlist":["a"],"qtime":"2026-01-02T03:04:05Z"}`

func TestWild(t *testing.T) {
	run(t, wild.MCPRegistry(), []row{
		{name: "every scalar comes back", tool: "w_echo_scalars", args: scalars, structured: scalars},
		{name: "every known type comes back", tool: "w_echo_known", args: known, structured: known},
		{name: "every container comes back", tool: "w_echo_containers", args: containers, structured: containers},
		{name: "every option comes back", tool: "w_echo_tagged", args: tagged, structured: without(t, tagged, "none")},
		{name: "a field with two empty tests", tool: "w_echo_tagged", args: without(t, tagged, "zboth"), structured: without(t, tagged, "none", "zboth")},
		{
			name: "only required fields, zero values", tool: "w_echo_tagged",
			args:       `{"Plain":"","-":"","odd name/é":0,"bad":0,"qint":"0","quint":"0","qfloat":"0","qfloat32":"0","qbool":"false","qlist":[],"qtime":"2026-01-02T03:04:05Z"}`,
			structured: `{"Plain":"","-":"","odd name/é":0,"bad":0,"t":"0001-01-01T00:00:00Z","base":{"id":0},"qint":"0","quint":"0","qfloat":"0","qfloat32":"0","qbool":"false","qlist":[],"qtime":"2026-01-02T03:04:05Z"}`,
		},
		{name: "nothing that is optional", tool: "w_echo_known",
			args:       without(t, known, "due", "linkTo", "bigTo", "null", "nullT", "nullAt", "nullTo", "paint"),
			structured: without(t, known, "due", "linkTo", "bigTo", "null", "nullT", "nullAt", "nullTo", "paint")},
		{
			name: "every problem at once", tool: "w_echo_known", args: `{"when":5,"wait":"5","link":"x","big":1,"bytes":"*","id":"x","ip":"x","money":{},"color":"zz","nulls":[null]}`,
			text: `Error: Invalid value for argument 'when': expected date-time.
Error: Invalid value for argument 'wait': expected duration.
Error: Invalid value for argument 'link': expected uri.
Error: Invalid value for argument 'big': expected string of digits.
Error: Missing required argument 'raw'.
Error: Missing required argument 'any'.
Error: Missing required argument 'thing'.
Error: Invalid value for argument 'bytes': expected string.
Error: Missing required argument 'blob'.
Error: Invalid value for argument 'id': expected uuid.
… and 5 more.`,
		},
		{
			name: "paths into containers", tool: "w_echo_containers",
			args: strings.NewReplacer(`"arr":[1,2.5,3]`, `"arr":[1,2.5]`, `"X":3`, `"X":"3"`, `"id":2`, `"id":2.5`, `"b":"open"`, `"b":"closed"`, `"secret":"6"`, `"secret":6`, `"-3":"a"`, `"-300":"a"`, `{"more":[{},{}]}`, `{"more":[{},5]}`).Replace(containers),
			text: `Error: Invalid value for argument 'byInt.-300': expected int between -128 and 127.
Error: Invalid value for argument 'arr': expected array of 3 items.
Error: Invalid value for argument 'points[1].X': expected int.
Error: Invalid value for argument 'ptrs[1].id': expected int.
Error: Invalid value for argument 'deep.a[0].b': expected one of 'open', 'done'.
Error: Invalid value for argument 'held.at[1].secret': expected string.
Error: Invalid value for argument 'list[0].more[1]': expected object.`,
		},
		{
			name: "embedded fields", tool: "w_echo_embedder",
			args:       `{"id":1,"by":"b","depth":2,"Y":3,"both":"4","Both":"5","Tag":"t","name":"n","age":6,"stars":5,"renamed":{"n":7},"extra":true,"rev":"r"}`,
			structured: `{"id":1,"by":"b","depth":2,"Y":3,"both":"4","Both":"5","Tag":"t","name":"n","age":6,"stars":5,"renamed":{"n":7},"extra":true,"rev":"r"}`,
		},
		{
			name: "no embedded pointers", tool: "w_echo_embedder",
			args:       `{"id":1,"Y":3,"both":"4","Both":"5","Tag":"t","name":"n","stars":5,"renamed":{"n":7},"rev":"r"}`,
			structured: `{"id":1,"Y":3,"both":"4","Both":"5","Tag":"t","name":"n","stars":5,"renamed":{"n":7},"rev":"r"}`,
		},
		{
			name: "strict at every depth, rules of another package's fields", tool: "w_echo_embedder",
			args: `{"id":1,"X":2,"Y":3,"both":"4","Both":"5","Tag":"t","name":"n","stars":6,"renamed":{"n":7,"m":8},"rev":"r"}`,
			text: `Error: Invalid value for argument 'stars': expected int between 1 and 5.
Error: Unknown argument 'renamed.m'.
Error: Unknown argument 'X'.`,
		},
		{
			name: "a tree", tool: "w_echo_node", args: `{"name":"a","kids":[{"name":"b","link":{"to":{"name":"c"},"alt":[{"name":"d"}]}}],"by":{"x":{"name":"e"}}}`,
			structured: `{"name":"a","kids":[{"name":"b","link":{"to":{"name":"c"},"alt":[{"name":"d"}]}}],"by":{"x":{"name":"e"}}}`,
		},
		{
			name: "a problem deep in a tree", tool: "w_echo_node", args: `{"name":"a","kids":[{"name":"b","link":{"to":{"name":5}}},{}]}`,
			text: "Error: Invalid value for argument 'kids[0].link.to.name': expected string.\nError: Missing required argument 'kids[1].name'.",
		},
		{
			name: "repaired scalars", tool: "w_echo_page", args: `{"items":"[{\"name\":\"a\",\"stars\":\"3\"}]","total":"4"}`,
			structured: `{"one":{"items":[{"name":"a","stars":3}],"total":4}}`,
		},
		{name: "aliases", tool: "w_echo_aliases", args: `{"id":1,"bag":{"a":1},"users":{"items":[],"total":0},"rec":{"r":2},"hid":{"secret":"xyz"},"in":{"kind":"b","kinds":[],"by":{}},"anys":{}}`, structured: `{"r":7}`},
		{name: "an anonymous struct", tool: "w_echo_anonymous", args: `{"a":1,"b":"xx"}`, structured: `{"sum":3}`},
		{
			name: "defaults", tool: "w_echo_rules", args: `{"ratio":0.5,"code":"12","kinds":[],"big":0,"ids":[]}`,
			structured: `{"status":"open","level":2,"qty":3,"ratio":0.5,"code":"12","mail":null,"tags":["a","b"],"kinds":[],"free":"",
				"at":"2026-01-01T00:00:00Z","wait":"1m30s","on":true,"big":0,"small":-128,"ids":0,"more":null}`,
		},
		{
			name: "rules", tool: "w_echo_rules",
			args: `{"status":"x","the-level":3,"qty":101,"ratio":0.25,"code":"12345","mail":"x","tags":[],"kinds":[3],"free":"anything","big":9007199254740994,"ids":["x"],"more":[1,2,3]}`,
			text: `Error: Invalid value for argument 'status': expected one of 'open', 'done'.
Error: Invalid value for argument 'the-level': expected one of 1, 2, 4.
Error: Invalid value for argument 'qty': expected int between 1 and 100.
Error: Invalid value for argument 'ratio': expected float between 0.5 and 1000.
Error: Invalid value for argument 'code': expected string of 2 to 4 characters matching /^\d+$/.
Error: Invalid value for argument 'mail': expected email.
Error: Invalid value for argument 'tags': expected array of 1 to 3 items.
Error: Invalid value for argument 'kinds[0]': expected one of 1, 2, 4.
Error: Invalid value for argument 'big': expected int between -9007199254740993 and 9007199254740993.
Error: Invalid value for argument 'ids[0]': expected uuid.
… and 1 more.`,
		},
		{name: "arguments that are no object", tool: "w_echo_rules", args: `[]`, text: "Error: Invalid arguments: expected object."},
	})
}

func TestResults(t *testing.T) {
	internal := "Error: An internal error occurred while executing the tool."
	run(t, wild.MCPRegistry(), []row{
		{name: "nothing", tool: "w_nothing"},
		{name: "an error", tool: "w_fails", text: internal},
		{name: "a text", tool: "w_text", text: "a text"},
		{name: "a named text", tool: "w_named_text", structured: `{"result":"done"}`},
		{name: "a number", tool: "w_number", structured: `{"result":5}`},
		{name: "an optional number", tool: "w_optional_number", args: `{"none":false}`, structured: `{"result":7}`},
		{name: "no optional number", tool: "w_optional_number", args: `{"none":true}`, structured: `{}`},
		{name: "a nil list", tool: "w_list", structured: `{"result":[]}`},
		{name: "a nil element", tool: "w_list_nil", text: internal},
		{name: "an array", tool: "w_array", structured: `{"result":["1s","0s"]}`},
		{name: "a time", tool: "w_time", structured: `{"result":"2026-01-02T03:04:05.000000006Z"}`},
		{name: "a null", tool: "w_null", args: `{"valid":false}`, structured: `{}`},
		{name: "no null", tool: "w_null", args: `{"valid":true}`, structured: `{"result":3}`},
		{name: "anything", tool: "w_any", structured: `{"result":{"a":[1]}}`},
		{name: "what marshals itself", tool: "w_self", structured: `{"result":[3]}`},
		{name: "a nil struct", tool: "w_nil_struct", text: internal},
		{name: "a pointer to a pointer", tool: "w_ptr_ptr", structured: `{"result":{"name":"ada","stars":0}}`},
		{name: "a nil map", tool: "w_map", structured: `{}`},
		{name: "a map with numbers as names", tool: "w_by_level", structured: `{"1":"low","4":"high"}`},
		{name: "content", tool: "w_content", text: "a block"},
		{name: "types without names", tool: "w_hidden", structured: `{"one":{"secret":""},"more":[],"by":{},"at":[{"secret":""},{"secret":""}],"in":{"kind":"","kinds":[],"by":{}}}`},
		{name: "initials", tool: "w_get_url_by_id"},
		{name: "an unexported function", tool: "w_lower-case", args: `{"name":"x"}`, text: "x"},
	})
}

// A result that the tool wrote itself passes as written.
func TestRawResult(t *testing.T) {
	res, err := connect(t, wild.MCPRegistry()).Call("w_raw", "")
	if err != nil {
		t.Fatal(err)
	}
	if !res.IsError || text(res) != "as written" {
		t.Errorf("got %v %q, want an error \"as written\"", res.IsError, text(res))
	}
}
