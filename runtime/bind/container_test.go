package bind_test

import (
	"errors"
	"fmt"
	"net/netip"
	"strconv"
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

func TestElements(t *testing.T) {
	read := func(constraints ...bind.Constraint) leaf {
		return withRule(func(d *bind.Decoder, p *[]int, r *bind.Rule) { readInts(d, p, r) }, constraints...)
	}
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any
	}{
		{"empty", read(), `[ ]`, []int{}},
		{"blanks", read(), " [ 1 ,\n2 , 3 ] ", []int{1, 2, 3}},
		{"null element", read(), `[1,null]`, "Error: Invalid value for argument 'x[1]': expected int."},
		{"enough", read(bind.MinItems(1), bind.MaxItems(2)), `[1,2]`, []int{1, 2}},
		{"too few", read(bind.MinItems(1)), `[]`, expected("array of at least 1 item")},
		{"too many", read(bind.MaxItems(2)), `[1,2,3,"x"]`, expected("array of at most 2 items")},
		{"none allowed", read(bind.MaxItems(0)), `[1]`, expected("array of at most 0 items")},
		{"exactly", read(bind.MinItems(2), bind.MaxItems(2)), `[1]`, expected("array of 2 items")},
		{"wrong kind", read(bind.MinItems(1), bind.MaxItems(10)), `{}`, expected("array of 1 to 10 items")},
		{"too many and a wrong one", read(bind.MaxItems(2)), `["a",2,3]`, lines(
			expected("array of at most 2 items"), "Error: Invalid value for argument 'x[0]': expected int.")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got)
		})
	}
}

func TestTuple(t *testing.T) {
	read := leafOf(func(d *bind.Decoder, p *[2]string) {
		for i := range bind.Tuple(d, len(p)) {
			bind.String(d, &p[i], nil)
		}
	})
	one := leafOf(func(d *bind.Decoder, p *[1]int) {
		for i := range bind.Tuple(d, len(p)) {
			bind.Int(d, &p[i], nil)
		}
	})
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any
	}{
		{"exactly", read, `["a","b"]`, [2]string{"a", "b"}},
		{"too few", read, `["a"]`, expected("array of 2 items")},
		{"too many", read, `["a","b","c"]`, expected("array of 2 items")},
		{"wrong kind", read, `"ab"`, expected("array of 2 items")},
		{"wrong element", read, `["a",1]`, "Error: Invalid value for argument 'x[1]': expected string."},
		{"one", one, `[]`, expected("array of 1 item")},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			check(t, tt.want, got)
		})
	}
}

type code string

func (c *code) UnmarshalText(b []byte) error {
	if len(b) != 2 {
		return errors.New("secret")
	}
	*c = code(strings.ToUpper(string(b)))
	return nil
}

func (c code) MarshalText() ([]byte, error) {
	if c == "" {
		return nil, errors.New("no code")
	}
	return []byte("<" + string(c) + ">"), nil
}

func TestEntries(t *testing.T) {
	strings := leafOf(bindStrings)
	int8s := leafOf(func(d *bind.Decoder, p *map[int8]bool) {
		for v := range bind.IntEntries(d, p) {
			bind.Bool(d, v)
		}
	})
	uint64s := leafOf(func(d *bind.Decoder, p *map[uint64]*int) {
		for v := range bind.IntEntries(d, p) {
			bind.Int(d, bind.New(v), nil)
		}
	})
	codes := leafOf(func(d *bind.Decoder, p *map[code]any) {
		for v := range bind.TextEntries(d, p) {
			bind.Any(d, v)
		}
	})
	addrs := leafOf(func(d *bind.Decoder, p *map[netip.Addr]int) {
		for v := range bind.TextEntries(d, p) {
			bind.Int(d, v, nil)
		}
	})
	tests := []struct {
		name  string
		read  leaf
		value string
		want  any
	}{
		{"empty", strings, `{ }`, map[string]string{}},
		{"escaped key", strings, `{"\u00e9\"":"v", "k" : "w"}`, map[string]string{`é"`: "v", "k": "w"}},
		{"escaped key of a wrong value", strings, `{"\u00e9":1}`, "Error: Invalid value for argument 'x.é': expected string."},
		{"int keys", int8s, `{"-128":true,"0":false,"127":true}`, map[int8]bool{-128: true, 0: false, 127: true}},
		{"int key out of range", int8s, `{"128":true,"1":true}`, "Error: Invalid value for argument 'x.128': expected int between -128 and 127."},
		{"int keys of other forms", int8s, `{"01":true,"+1":true,"-0":true,"1.0":true,"":true}`, lines(
			"Error: Invalid value for argument 'x.01': expected int.",
			"Error: Invalid value for argument 'x.+1': expected int.",
			"Error: Invalid value for argument 'x.-0': expected int.",
			"Error: Invalid value for argument 'x.1.0': expected int.",
			"Error: Invalid value for argument 'x.\"\"': expected int.")},
		{"pointers", uint64s, `{"1":1,"18446744073709551615":2}`, map[uint64]*int{1: new(1), 18446744073709551615: new(2)}},
		{"unsigned key below zero", uint64s, `{"-1":1}`, "Error: Invalid value for argument 'x.-1': expected int of at least 0."},
		{"text keys", codes, `{"ab":null,"c\u0064":[1]}`, map[code]any{"AB": nil, "CD": []any{1.0}}},
		{"wrong text key", codes, `{"ab":1,"abc":2}`, "Error: Invalid value for argument 'x.abc'."},
		{"address keys", addrs, `{"::1":1}`, map[netip.Addr]int{netip.IPv6Loopback(): 1}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got, _, err := readX(bind.Options{}, tt.read, tt.value)
			if err != nil {
				got = err.Error()
			}
			if m, ok := got.(map[netip.Addr]int); ok {
				check(t, 1, m[netip.IPv6Loopback()])
				return
			}
			check(t, tt.want, got)
		})
	}
}

// A body that does not read its value, or leaves a loop early, loses nothing
// of what comes behind.
func TestLoopsMayEndEarly(t *testing.T) {
	fields := bind.Fields{{Name: "a"}, {Name: "b"}, {Name: "c", Default: `[1,2]`}}
	bodies := []struct {
		name string
		body func(d *bind.Decoder)
	}{
		{"nothing read", func(*bind.Decoder) {}},
		{"object left", func(d *bind.Decoder) {
			o := d.Object(fields)
			o.Next()
		}},
		{"object left inside a value", func(d *bind.Decoder) {
			for o := d.Object(fields); o.Next(); {
				inner := d.Object(fields)
				inner.Next()
				break
			}
		}},
		{"elements left", func(d *bind.Decoder) {
			for range bind.Elements(d, new([]int), nil) {
				break
			}
		}},
		{"elements left inside an element", func(d *bind.Decoder) {
			for range bind.Elements(d, new([]int), nil) {
				o := d.Object(fields)
				o.Next()
				break
			}
		}},
		{"tuple left", func(d *bind.Decoder) {
			for range bind.Tuple(d, 3) {
				break
			}
		}},
		{"entries left", func(d *bind.Decoder) {
			for range bind.Entries(d, new(map[string]int)) {
				break
			}
		}},
	}
	values := []string{
		`7`, `"s"`, `null`, `[]`, `{}`, `[[1,{"a":"]"}],{"b":[2]},3]`, `{"a":{"a":["}"],"b":1},"b":{},"z":[{}]}`,
		`"[[1],{\"a\":2},3]"`, `"{\"a\":{\"a\":[1]},\"b\":2}"`,
	}
	for _, tt := range bodies {
		for _, value := range values {
			t.Run(tt.name+" "+value, func(t *testing.T) {
				var got []int
				raw := `{"a":` + value + `,"list":[` + value + `,` + value + `],"b":1}`
				outer := bind.Fields{{Name: "a"}, {Name: "list"}, {Name: "b"}, {Name: "c", Default: value}, {Name: "e", Default: `2`}}
				_, _ = bind.Arguments([]byte(raw), coerce, func(d *bind.Decoder, got *[]int) {
					for o := d.Object(outer); o.Next(); {
						switch o.Name {
						case "b", "e":
							var n int
							bind.Int(d, &n, nil)
							*got = append(*got, n)
						case "list":
							n := 10
							for range bind.Elements(d, new([]int), nil) {
								tt.body(d)
								n++
							}
							*got = append(*got, n)
						default:
							tt.body(d)
						}
					}
				}, &got)
				check(t, []int{12, 1, 2}, got)
			})
		}
	}
}

// A default that is not JSON is a mistake of the generator; it must show as a
// problem of the field and end.
func TestBrokenDefaultsEnd(t *testing.T) {
	for _, text := range []string{`[}`, `[1`, `{]`, `{"a"`, `{"a":`, `"`, `"a\`, `,`, `:`, `]`, `[1 2`, `{1:2}`, `nul`, `-`} {
		fields := bind.Fields{{Name: "x", Default: text}, {Name: "y", Default: `1`}}
		y := 0
		_, _ = bind.Arguments(nil, bind.Options{}, func(d *bind.Decoder, y *int) {
			for o := d.Object(fields); o.Next(); {
				switch o.Name {
				case "x":
					readInts(d, new([]int), nil)
				case "y":
					bind.Int(d, y, nil)
				}
			}
		}, &y)
		check(t, 1, y)
		for _, read := range []func(*bind.Decoder){
			func(d *bind.Decoder) { bindStrings(d, new(map[string]string)) },
			func(d *bind.Decoder) { mcpBindNode(d, new(node)) },
			func(d *bind.Decoder) { bind.Any(d, new(any)) },
			func(d *bind.Decoder) { bind.String(d, new(string), nil) },
		} {
			_, _ = bind.Arguments(nil, bind.Options{}, func(d *bind.Decoder, _ *int) {
				for o := d.Object(fields[:1]); o.Next(); {
					read(d)
				}
			}, new(int))
		}
	}
}

func TestSuggestions(t *testing.T) {
	fields := bind.Fields{{Name: "name"}, {Name: "title"}, {Name: "description"}, {Name: "due_date"}, {Name: "id"}}
	tests := []struct{ sent, meant string }{
		{"nmae", "name"},               // two neighbours swapped
		{"names", "name"},              // one more
		{"tite", "title"},              // one less
		{"Title", "title"},             // another one
		{"descriptoin", "description"}, // swapped
		{"descripption2", "description"},
		{"dueDate", "due_date"}, // two edits of seven
		{"i", ""},               // too short to guess
		{"ix", ""},
		{"nema", ""}, // two edits of four
		{"tilt", ""},
		{"owner", ""},
	}
	for _, tt := range tests {
		t.Run(tt.sent, func(t *testing.T) {
			_, err := bind.Arguments([]byte(`{"`+tt.sent+`":1}`), strict, func(d *bind.Decoder, _ *int) {
				for o := d.Object(fields); o.Next(); {
				}
			}, new(int))
			want := "Error: Unknown argument '" + tt.sent + "'."
			if tt.meant != "" {
				want += " Did you mean '" + tt.meant + "'?"
			}
			check(t, want, errorText(err))
		})
	}
}

// The unread default of a nested object does not leak into the outer one.
func TestNestedDefaults(t *testing.T) {
	inner := bind.Fields{{Name: "n", Default: `7`}}
	outer := bind.Fields{{Name: "o", Default: `{"n":8}`}, {Name: "p", Default: `{}`}, {Name: "q", Default: `9`}}
	var got []int
	_, err := bind.Arguments(nil, bind.Options{}, func(d *bind.Decoder, got *[]int) {
		number := func() {
			var n int
			bind.Int(d, &n, nil)
			*got = append(*got, n)
		}
		for o := d.Object(outer); o.Next(); {
			if o.Name == "q" {
				number()
				continue
			}
			for i := d.Object(inner); i.Next(); {
				number()
			}
		}
	}, &got)
	check(t, "", errorText(err))
	check(t, []int{8, 7, 9}, got)
}

func ExampleArguments() {
	type move struct{ Steps int }
	fields := bind.Fields{{Name: "steps", Required: true}}
	rule := bind.NewRule(bind.MinInt(1), bind.MaxInt(10))
	bindMove := func(d *bind.Decoder, v *move) {
		for o := d.Object(fields); o.Next(); {
			switch o.Name {
			case "steps":
				bind.Int(d, &v.Steps, rule)
			}
		}
	}
	for _, raw := range []string{`{"steps": 3}`, `{"steps": 11}`, `{}`} {
		var v move
		if _, err := bind.Arguments([]byte(raw), bind.Options{}, bindMove, &v); err != nil {
			fmt.Println(err.Error())
			continue
		}
		fmt.Println("steps " + strconv.Itoa(v.Steps))
	}
	// Output:
	// steps 3
	// Error: Invalid value for argument 'steps': expected int between 1 and 10.
	// Error: Missing required argument 'steps'.
}
