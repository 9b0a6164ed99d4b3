package bind_test

import (
	"errors"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

func TestArgumentsBindsAnOrder(t *testing.T) {
	got, report, text := bindOrder(t, bind.Options{}, orderArguments)
	want := order{
		ID: 9007199254740993, Customer: "ACME Trading & Söhne", Priority: "high",
		Lines: []line{
			{SKU: "A-1001", Qty: 2, Price: 19.99},
			{SKU: "B-2002", Qty: 1, Price: 5, Note: new("gift wrap")},
			{SKU: "C-3003", Qty: 10, Price: 0.75},
		},
		Ship:  address{"1 Main Street", "Springfield", "12345"},
		Due:   new(time.Date(2026, 3, 1, 10, 0, 0, 0, time.UTC)),
		Tags:  []string{"new", "export"},
		Count: 3,           // contract: S0-48
		Codes: []int{1, 2}, // the default of a list
	}
	check(t, "", text)
	check(t, want, got)
	check(t, bind.Report{}, report)
}

// contract: S0-8
func TestArgumentsAsAWhole(t *testing.T) {
	const invalid = "Error: Invalid arguments: "
	tests := []struct{ name, raw, want string }{
		{"nothing", ``, ""},
		{"null", ` null `, ""},
		{"blanks", " \n", ""},
		{"empty object", `{}`, ""},
		{"array", `[]`, invalid + "expected object."},
		{"array of an object", `[{"a":1}]`, invalid + "expected object."},
		{"string", `"{}"`, invalid + "expected object."},
		{"number", `5`, invalid + "expected object."},
		{"bool", `true`, invalid + "expected object."},
		{"open object", `{`, invalid + "invalid JSON."},
		{"trailing data", `{} {}`, invalid + "invalid JSON."},
		{"trailing comma", `{"a":1,}`, invalid + "invalid JSON."},
		{"NaN", `{"a":NaN}`, invalid + "invalid JSON."},
		{"leading zero", `{"a":01}`, invalid + "invalid JSON."},
		{"half a surrogate pair", `{"a":"\ud800"}`, invalid + "invalid JSON."},
		{"control character", "{\"a\":\"\x01\"}", invalid + "invalid JSON."},
		{"invalid UTF-8", "{\"a\":\"\xff\"}", invalid + "invalid UTF-8."},
		{"truncated UTF-8", "{\"a\":\"\xe2\x82", invalid + "invalid UTF-8."},
		{"duplicate", `{"a":1,"a":2}`, invalid + "duplicate name 'a'."},
		{"duplicate after unescaping", `{"a":1,"\u0061":2}`, invalid + "duplicate name 'a'."},
		{"duplicate inside", `{"a":[{"b/c":{"d~":1,"d~":1}}]}`, invalid + "duplicate name 'd~'."},
		{"duplicate with a line break", `{"a\n":1,"a\n":2}`, invalid + "duplicate name 'a\ufffd'."},
		{"long duplicate", `{"` + strings.Repeat("é", 65) + `":1,"` + strings.Repeat("é", 65) + `":2}`,
			invalid + "duplicate name '" + strings.Repeat("é", 64) + "…'."},
		{"64 levels", `{"a":` + strings.Repeat("[", 63) + strings.Repeat("]", 63) + `}`, ""},
		{"65 levels", `{"a":` + strings.Repeat("[", 64) + strings.Repeat("]", 64) + `}`, invalid + "nested deeper than 64 levels."},
		{"brackets in strings", `{"a":"` + strings.Repeat("[", 100) + `\"{"}`, ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := bind.Arguments([]byte(tt.raw), bind.Options{}, nil, new(struct{}))
			check(t, tt.want, errorText(err))
			if _, ok := errors.AsType[*bind.ArgumentError](err); err != nil && !ok {
				t.Errorf("error is a %T", err)
			}
			if jsontext.Value(tt.raw).IsValid() { // and known to be
				_, err := bind.Arguments([]byte(tt.raw), bind.Options{Sound: true}, nil, new(struct{}))
				check(t, tt.want, errorText(err))
			}
		})
	}
}

// The text as a whole wins over every field.
func TestArgumentsWholeTextFirst(t *testing.T) {
	_, _, text := bindOrder(t, bind.Options{}, `{"id":"x","by":{"k":1,"k":2}}`)
	check(t, "Error: Invalid arguments: duplicate name 'k'.", text)
}

func TestArgumentsProblems(t *testing.T) {
	const rest = `"customer":"c","priority":"low","ship":{"street":"s","city":"c","zip":"z"}`
	ok := func(more string) string { return `{"id":1,` + rest + `,` + more + `}` }
	tests := []struct {
		name string
		opt  bind.Options
		raw  string
		want string
	}{
		{"missing in order", bind.Options{}, `{"priority":"low"}`, lines( // contract: S0-47
			"Error: Missing required argument 'id'.",
			"Error: Missing required argument 'customer'.",
			"Error: Missing required argument 'lines'.",
			"Error: Missing required argument 'ship'.")},
		{"declaration order, not sent order", bind.Options{}, `{"lines":5,"ship":{},"customer":"","id":null}`, lines(
			"Error: Invalid value for argument 'id': expected int.",
			"Error: Invalid value for argument 'customer': expected string of 1 to 200 characters.",
			"Error: Missing required argument 'priority'.",
			"Error: Invalid value for argument 'lines': expected array of 1 to 10 items.",
			"Error: Missing required argument 'ship.street'.",
			"Error: Missing required argument 'ship.city'.",
			"Error: Missing required argument 'ship.zip'.")},
		{"path of an element", bind.Options{}, ok(`"lines":[{"sku":"a","qty":1,"price":1},{"sku":"b","qty":"2","price":1}]`),
			"Error: Invalid value for argument 'lines[1].qty': expected int between 1 and 100."},
		{"missing in an element", bind.Options{}, ok(`"lines":[{"sku":"a","price":1}]`),
			"Error: Missing required argument 'lines[0].qty'."},
		{"element that is no object", bind.Options{}, ok(`"lines":[null,7]`), lines(
			"Error: Invalid value for argument 'lines[0]': expected object.",
			"Error: Invalid value for argument 'lines[1]': expected object.")},
		{"path of a map", bind.Options{}, ok(`"lines":[{"sku":"a","qty":1,"price":1}],"by":{"k":null,"":2.5,"a\nb":true}`), lines(
			"Error: Invalid value for argument 'by.k': expected int.",
			"Error: Invalid value for argument 'by.\"\"': expected int.",
			"Error: Invalid value for argument 'by.a\ufffdb': expected int.")},
		{"default out of its rule when sent", bind.Options{}, ok(`"count":6,"lines":[{"sku":"a","qty":1,"price":1}]`),
			"Error: Invalid value for argument 'count': expected int between 1 and 5."},
		{"unknown, strict", strict, ok(`"lines":[{"sku":"a","qty":1,"price":1,"qyt":2}],"nothing":1,"tgas":[],"_meta":{},"Ship":1`), lines(
			"Error: Unknown argument 'lines[0].qyt'. Did you mean 'qty'?",
			"Error: Unknown argument 'nothing'.",
			"Error: Unknown argument 'tgas'. Did you mean 'tags'?",
			"Error: Unknown argument '_meta'.",
			"Error: Unknown argument 'Ship'. Did you mean 'ship'?")},
		{"too few items", bind.Options{}, ok(`"lines":[]`), "Error: Invalid value for argument 'lines': expected array of 1 to 10 items."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, _, text := bindOrder(t, tt.opt, tt.raw)
			check(t, tt.want, text)
		})
	}
}

// contract: S0-56
func TestArgumentsReportsWhatWasIgnored(t *testing.T) {
	raw := strings.Replace(orderArguments, `"qty": 2,`, `"qty": 2, "extra": {"a":[1]},`, 1)
	raw = strings.Replace(raw, `"tags"`, `"_meta": {}, "tags"`, 1)
	_, report, text := bindOrder(t, bind.Options{}, raw)
	check(t, "", text)
	check(t, bind.Report{Ignored: []string{"lines[0].extra", "_meta"}}, report)
}

// A name that the function does not have is refused by that name where the tool
// is strict. That a row declares an argument which its function lacks cannot
// happen here: the generator writes both from one signature.
//
// contract: S0-50
func TestArgumentsWithoutParameters(t *testing.T) {
	report, err := bind.Arguments([]byte(`{"a":1}`), bind.Options{}, nil, new(struct{}))
	check(t, "", errorText(err))
	check(t, []string{"a"}, report.Ignored)

	_, err = bind.Arguments([]byte(`{"a":1}`), strict, nil, new(struct{}))
	check(t, "Error: Unknown argument 'a'.", errorText(err))
}

func TestArgumentsRecursion(t *testing.T) {
	tests := []struct{ name, raw, want string }{
		{"tree", `{"name":"a","kids":[{"name":"b","link":{"to":{"name":"c"}}}]}`, ""},
		{"wrong kid", `{"name":"a","kids":[{"name":5}]}`, "Error: Invalid value for argument 'kids[0].name': expected string."},
		{"missing below", `{"name":"a","kids":[{"name":"b","kids":[{}]}]}`, "Error: Missing required argument 'kids[0].kids[0].name'."},
		{"as deep as it may be", deepNode(32), ""},
		{"deeper", deepNode(33), "Error: Invalid arguments: nested deeper than 64 levels."},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, err := bind.Arguments([]byte(tt.raw), bind.Options{}, mcpBindNode, new(node))
			check(t, tt.want, errorText(err))
		})
	}
}

// deepNode nests n objects and n arrays.
func deepNode(n int) string {
	return strings.Repeat(`{"name":"a","kids":[`, n) + strings.Repeat(`]}`, n)
}

func TestArgumentsBoundsWhatItKeeps(t *testing.T) {
	const n = 100_000
	wrong := `{"id":1,"customer":"c","priority":"low","lines":[{"sku":"a","qty":1,"price":1}],` +
		`"ship":{"street":"s","city":"c","zip":"z"},"tags":[` + strings.Repeat("1,", n) + `1],"by":{"k":"v"}}`
	_, _, text := bindOrder(t, bind.Options{}, wrong)
	got := strings.Split(text, "\n")
	check(t, 11, len(got))
	check(t, "Error: Invalid value for argument 'tags[9]': expected string.", got[9])
	check(t, "… and "+strconv.Itoa(n+1-10+1)+" more.", got[10])

	allocated := testing.AllocsPerRun(1, func() { bindOrder(t, bind.Options{}, wrong) })
	if allocated > 500 {
		t.Errorf("%v allocations for %d wrong elements", allocated, n)
	}
}

func TestArgumentsBoundsUnknownNames(t *testing.T) {
	var b strings.Builder
	for i := range 5000 {
		b.WriteString(`"n` + strconv.Itoa(i) + `":0,`)
	}
	raw := `{` + b.String() + `"last":"` + strings.Repeat("x", 70_000) + `"}` // larger than what the pool keeps
	_, err := bind.Arguments([]byte(raw), strict, nil, new(struct{}))
	got := strings.Split(errorText(err), "\n")
	check(t, 11, len(got))
	check(t, "Error: Unknown argument 'n9'.", got[9])
	check(t, "… and 4991 more.", got[10])

	report, err := bind.Arguments([]byte(raw), bind.Options{}, nil, new(struct{}))
	check(t, "", errorText(err))
	check(t, 32, len(report.Ignored))
}

func TestArgumentsShortensPaths(t *testing.T) {
	long := strings.Repeat("ü", 100)
	fields := bind.Fields{{Name: "m", Required: true}}
	_, err := bind.Arguments([]byte(`{"m":{"`+long+`":{"`+long+`":{"`+long+`":0}}}}`), bind.Options{},
		func(d *bind.Decoder, v *map[string]map[string]map[string]string) {
			for o := d.Object(fields); o.Next(); {
				for p := range bind.Entries(d, v) {
					for q := range bind.Entries(d, p) {
						for s := range bind.Entries(d, q) {
							bind.String(d, s, nil)
						}
					}
				}
			}
		}, new(map[string]map[string]map[string]string))
	key := strings.Repeat("ü", 64) + "…"
	path := string([]rune("m." + key + "." + key)[:128]) + "…"
	check(t, "Error: Invalid value for argument '"+path+"': expected string.", errorText(err))
}

// A decoder of the pool remembers nothing of the call before.
func TestArgumentsForgets(t *testing.T) {
	for range 3 {
		_, report, text := bindOrder(t, bind.Options{Strict: true, Coerce: true}, `{"id":"7","tags":"[1]","zzz":1}`)
		if !strings.Contains(text, "'tags[0]'") || len(report.Repaired) != 2 {
			t.Fatalf("got %q, %v", text, report)
		}
		_, report, text = bindOrder(t, bind.Options{}, orderArguments)
		check(t, "", text)
		check(t, bind.Report{}, report)
	}
}

// More fields than a machine word has bits, in any order.
func TestArgumentsManyFields(t *testing.T) {
	const n = 150
	fields := make(bind.Fields, n)
	var b strings.Builder
	for i := range n {
		fields[i] = bind.Field{Name: "f" + strconv.Itoa(i), Required: true}
		if j := n - 1 - i; j != 70 {
			b.WriteString(`"f` + strconv.Itoa(j) + `":` + strconv.Itoa(j) + `,`)
		}
	}
	sum := 0
	_, err := bind.Arguments([]byte(`{`+strings.TrimSuffix(b.String(), ",")+`}`), bind.Options{}, func(d *bind.Decoder, sum *int) {
		for o := d.Object(fields); o.Next(); {
			var v int
			bind.Int(d, &v, nil)
			*sum += v
		}
	}, &sum)
	check(t, "Error: Missing required argument 'f70'.", errorText(err))
	check(t, n*(n-1)/2-70, sum)
}
