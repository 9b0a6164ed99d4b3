package sound_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/mcpgen-go/mcpgen/runtime/internal/sound"
)

func TestCheck(t *testing.T) {
	tests := map[string]struct {
		text string
		ok   bool
	}{
		"object":         {`{"a":[1,"b",null]}`, true},
		"blanks":         {" \t\r\n7 \n", true},
		"nothing":        {``, false},
		"half":           {`{"a":1`, false},
		"two values":     {`{} {}`, false},
		"text behind":    {`{}x`, false},
		"duplicate name": {`{"a":1,"\u0061":2}`, false},
		"invalid UTF-8":  {"\"\xff\"", false},
		"lone surrogate": {`"\ud800"`, false},
	}
	var c sound.Checker // one for all: nothing of a text is left for the next
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			if err := c.Check([]byte(test.text)); (err == nil) != test.ok {
				t.Errorf("%v, want sound %t", err, test.ok)
			}
		})
	}
	if err := c.Check([]byte(`{"a":1,"a":2}`)); !errors.Is(err, jsontext.ErrDuplicateName) {
		t.Errorf("%v, want a duplicate name", err)
	}
}

func TestEndOfValue(t *testing.T) {
	for _, value := range []string{
		`""`, `"a"`, `"\""`, `"\\"`, `"a\\\"b"`, `"]}"`, `0`, `-1.5e+10`, `true`, `null`,
		`[]`, `{}`, `[[],{"a":"]"}]`, `{"}":[1,{"\"":"{"}]}`,
	} {
		for _, behind := range []string{``, `,1`, `]`, `}`, ` `, "\n}"} {
			if got := sound.EndOfValue([]byte(value+behind), 0); got != len(value) {
				t.Errorf("%s%s ends at %d, want %d", value, behind, got, len(value))
			}
		}
	}
}

// The functions agree with the checker about sound texts, and always advance within
// all others.
func FuzzSpan(f *testing.F) {
	f.Add([]byte(` {"a":[1,"\"",{}],"b":-1e5} `))
	f.Add([]byte(`"\`))
	f.Add([]byte(`[}`))
	f.Fuzz(func(t *testing.T, text []byte) {
		start := sound.SkipBlank(text, 0)
		end := sound.EndOfValue(text, start)
		if new(sound.Checker).Check(text) == nil {
			if got, want := text[start:end], bytes.Trim(text, " \t\r\n"); !bytes.Equal(got, want) || !json.Valid(got) {
				t.Errorf("%q, want %q", got, want)
			}
		}
		for i := 0; i < len(text); {
			next := sound.EndOfValue(text, i)
			if next <= i || next > len(text) {
				t.Fatalf("%q: from %d to %d", text, i, next)
			}
			i = next
		}
	})
}

func TestSkipBlank(t *testing.T) {
	text := []byte(strings.Repeat(" \t\r\n", 3) + "x")
	if got := sound.SkipBlank(text, 0); got != len(text)-1 {
		t.Errorf("%d", got)
	}
	if got := sound.SkipBlank([]byte("  "), 0); got != 2 {
		t.Errorf("%d of blanks only", got)
	}
}
