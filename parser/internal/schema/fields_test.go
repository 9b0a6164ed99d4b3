package schema

import (
	"encoding/json"
	"fmt"
	"go/ast"
	"go/importer"
	"go/parser"
	"go/token"
	"go/types"
	"maps"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The types of this file are read twice: by encoding/json as values, and by the
// code under test from the source below, which has to be the same.
type (
	A struct{ X, Y int }
	B struct {
		X int
		Y int `json:"Y"`
	}
	C struct {
		A
		B
		Z int
	}
	lower struct{ Low, Y int }
	D     struct {
		lower
		*A
		Y string `json:"Y"`
	}
	E struct {
		D
		*C
	}
	F struct {
		A `json:"a"`
		B `json:",omitempty"`
		C `json:"-"`
	}
	Text  string
	small int
	G     struct {
		Text
		small
		Any
		X int `json:"bad name\""`
		Y int `json:"-,"`
		z int
	}
	Any interface{}
	H   struct {
		One
		Two
	}
	One  struct{ Same }
	Two  struct{ Same }
	Same struct{ V, W int }
	I    struct {
		One
		V string
	}
	J struct {
		*J
		K int
	}
	K struct {
		L int `json:"M"`
		M int
		N int `json:"N,omitempty,string,unknown"`
	}
	Box[T any] struct {
		T2 T
		V  T
	}
	L struct {
		Box[int]
		M Box[string]
	}
)

const source = `package schema
type (
	A      struct{ X, Y int }
	B      struct{ X int; Y int ` + "`json:\"Y\"`" + ` }
	C      struct{ A; B; Z int }
	lower  struct{ Low, Y int }
	D      struct{ lower; *A; Y string ` + "`json:\"Y\"`" + ` }
	E      struct{ D; *C }
	F      struct{ A ` + "`json:\"a\"`" + `; B ` + "`json:\",omitempty\"`" + `; C ` + "`json:\"-\"`" + ` }
	Text   string
	small  int
	G      struct{ Text; small; Any; X int ` + "`json:\"bad name\\\"\"`" + `; Y int ` + "`json:\"-,\"`" + `; z int }
	Any    interface{}
	H      struct{ One; Two }
	One    struct{ Same }
	Two    struct{ Same }
	Same   struct{ V, W int }
	I      struct{ One; V string }
	J      struct{ *J; K int }
	K      struct{ L int ` + "`json:\"M\"`" + `; M int; N int ` + "`json:\"N,omitempty,string,unknown\"`" + ` }
	Box[T any] struct{ T2 T; V T }
	L      struct{ Box[int]; M Box[string] }
)
`

// The members of a struct are those that encoding/json writes.
func TestMembersAgainstEncodingJSON(t *testing.T) {
	values := map[string]any{
		"A": A{}, "B": B{}, "C": C{}, "D": D{A: &A{}}, "E": E{C: &C{}, D: D{A: &A{}}}, "F": F{}, "G": G{Any: 1}, "H": H{}, "I": I{}, "J": J{J: nil}, "K": K{N: 1}, "L": L{},
	}
	scope := typed(t).Scope()
	for _, name := range slices.Sorted(maps.Keys(values)) {
		t.Run(name, func(t *testing.T) {
			var got []string
			for _, m := range members(scope.Lookup(name).Type().Underlying().(*types.Struct)) {
				got = append(got, m.name)
			}
			if diff := cmp.Diff(written(t, values[name]), got); diff != "" {
				t.Errorf("members (-encoding/json +ours):\n%s", diff)
			}
		})
	}
}

func typed(t *testing.T) *types.Package {
	t.Helper()
	fset := token.NewFileSet()
	f, err := parser.ParseFile(fset, "types.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	pkg, err := (&types.Config{Importer: importer.Default()}).Check("schema", fset, []*ast.File{f}, nil)
	if err != nil {
		t.Fatal(err)
	}
	return pkg
}

// written lists the names of an object in the order in which they are written.
func written(t *testing.T, v any) []string {
	t.Helper()
	raw, err := json.Marshal(v)
	if err != nil {
		t.Fatal(err)
	}
	dec := json.NewDecoder(strings.NewReader(string(raw)))
	if _, err := dec.Token(); err != nil {
		t.Fatal(err)
	}
	var names []string
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			t.Fatal(err)
		}
		names = append(names, fmt.Sprint(name))
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			t.Fatal(err)
		}
	}
	return names
}

// The source above says what the declarations say.
func TestSourceIsTheTypes(t *testing.T) {
	scope := typed(t).Scope()
	for _, v := range []any{A{}, B{}, C{}, D{}, E{}, F{}, G{}, H{}, Same{}, I{}, J{}, K{}, L{}} {
		typ := reflect.TypeOf(v)
		s := scope.Lookup(typ.Name()).Type().Underlying().(*types.Struct)
		if typ.NumField() != s.NumFields() {
			t.Fatalf("%s has %d fields here and %d in the source", typ, typ.NumField(), s.NumFields())
		}
		for i := range s.NumFields() {
			if f := typ.Field(i); f.Name != s.Field(i).Name() || string(f.Tag) != s.Tag(i) {
				t.Errorf("%s.%s is another in the source", typ, f.Name)
			}
		}
	}
}
