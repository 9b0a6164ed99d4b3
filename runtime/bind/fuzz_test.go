package bind_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// FuzzArguments: nothing panics, what is accepted is JSON for encoding/json
// too, and an error has the promised shape.
func FuzzArguments(f *testing.F) {
	for _, raw := range []string{
		orderArguments, deepNode(33), `{"id":"7","tags":"[1]","ship":"{}","by":"{\"a\":1}","count":null}`, `null`, ``, `{"a":1,"a":2}`,
		`{"id":1e400,"customer":"\ud83d\ude00","lines":[null,{"qty":-0.0}],"codes":[[[]]],"labels":{"":"x"},"zzz":{"a":[1]}}`,
	} {
		f.Add([]byte(raw), false, false)
		f.Add([]byte(raw), true, true)
	}
	f.Fuzz(func(t *testing.T, raw []byte, isStrict, coerces bool) {
		opt := bind.Options{Strict: isStrict, Coerce: coerces}
		_, errOrder := bind.Arguments(raw, opt, mcpBindOrder, new(order))
		_, errNode := bind.Arguments(raw, opt, mcpBindNode, new(node))
		_, errNone := bind.Arguments(raw, opt, nil, new(struct{}))
		for _, err := range []error{errOrder, errNode, errNone} {
			checkError(t, err)
			if err == nil && len(strings.TrimSpace(string(raw))) > 0 && json.Unmarshal(raw, new(map[string]json.RawMessage)) != nil {
				t.Errorf("accepted %q", raw)
			}
		}
	})
}

func checkError(t *testing.T, err error) {
	t.Helper()
	if err == nil {
		return
	}
	if _, ok := errors.AsType[*bind.ArgumentError](err); !ok {
		t.Errorf("error is a %T", err)
	}
	got := strings.Split(err.Error(), "\n")
	if len(got) > 11 {
		t.Errorf("%d lines", len(got))
	}
	for i, line := range got {
		if !strings.HasPrefix(line, "Error: ") && (i != 10 || !strings.HasPrefix(line, "… and ")) {
			t.Errorf("line %d is %q", i, line)
		}
	}
}

// FuzzSecrets: a value is never repeated, wherever it stands and whatever is
// wrong with it. The secret ends every value, so that it never is a name.
func FuzzSecrets(f *testing.F) {
	for _, name := range []string{"id", "customer", "priority", "lines", "ship", "due", "tags", "by", "zzz"} {
		f.Add(name, "")
		f.Add(name, "[1")
		f.Add(name, `{"sku":`)
	}
	f.Fuzz(func(t *testing.T, name, text string) {
		const secret = "S3CR3T"
		if strings.Contains(name, secret) {
			return
		}
		value, err := json.Marshal(text + secret)
		if err != nil {
			t.Fatal(err)
		}
		key, err := json.Marshal(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, v := range []string{string(value), `[` + string(value) + `]`, `{"sku":` + string(value) + `}`, `5` + secret, text + secret} {
			_, err := bind.Arguments([]byte(`{`+string(key)+`:`+v+`}`), bind.Options{Strict: true, Coerce: true}, mcpBindOrder, new(order))
			if err != nil && strings.Contains(err.Error(), secret) {
				t.Errorf("%s: %v", v, err)
			}
		}
	})
}

func FuzzEncodeString(f *testing.F) {
	for _, s := range []string{"", "a", "<&>\"\\\b\f\n\r\t\x00\x1f\x7f", "\u2028\u2029\u2027", "é😀", "\xff\xe2\x80", "\xe2\x80\xa8", "\xed\xa0\x80"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := encode(func(e *bind.Encoder) { e.String(s) })
		if want := standard(t, s); err != "" || got != want {
			t.Errorf("got %s %s, want %s", got, err, want)
		}
	})
}
