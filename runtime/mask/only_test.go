package mask_test

import (
	"testing"

	"github.com/mcpgen-go/mcpgen/runtime/mask"
)

// Members that are not declared are hidden at the top, and only there; hiding
// them again changes nothing (catalogue M5).
func TestOnly(t *testing.T) {
	tests := map[string]struct{ raw, want string }{
		"declared":               {`{"a":1,"b":[2]}`, `{"a":1,"b":[2]}`},
		"undeclared":             {`{"a":1,"c":{"d":"x"}}`, `{"a":1,"c":"***"}`},
		"another case":           {`{"A":1}`, `{"A":"***"}`},
		"spelled with an escape": {`{"\u0061":1,"\u0063":2}`, `{"\u0061":1,"\u0063":"***"}`},
		"nested in a declared":   {`{"a":{"c":1,"password":2}}`, `{"a":{"c":1,"password":"***"}}`},
		"no object":              {`[{"c":1}]`, `[{"c":1}]`},
	}
	m := mask.New().Only("a", "b")
	for name, test := range tests {
		t.Run(name, func(t *testing.T) {
			got := string(m.JSON([]byte(test.raw)))
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
			if again := string(m.JSON([]byte(got))); again != got {
				t.Errorf("again %s, first %s", again, got)
			}
		})
	}
	if got := string(mask.New().Only().JSON([]byte(`{"a":1}`))); got != `{"a":"***"}` {
		t.Errorf("nothing declared: %s", got)
	}
}
