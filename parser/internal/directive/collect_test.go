package directive

import (
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

// funcSet returns the set of the only function.
func (s *source) funcSet(f *File) *Set {
	for _, d := range s.file.Decls {
		if fn, ok := d.(*ast.FuncDecl); ok {
			return f.Funcs[fn]
		}
	}
	return nil
}

func TestValuesAndTheirPositions(t *testing.T) {
	rows := []struct {
		name  string
		lines []string
		want  []string
	}{
		{"a bare tool", []string{"//mcp:tool"}, []string{"tool //mcp:tool"}},
		{
			"keys and words", []string{"//mcp:tool name=do strict coerce"},
			[]string{"tool //mcp:tool name=do strict coerce", `tool name="do" at 4:17 do`, "tool word strict", "tool word coerce"},
		},
		{
			"a quoted value keeps its blanks, its quotes count for the position", []string{`//mcp:tool title="two words" name=x`},
			[]string{`tool //mcp:tool title="two words" name=x`, `tool name="x" at 4:35 x`, `tool title="two words" at 4:18 "two words"`},
		},
		{
			"escapes", []string{`//mcp:tool title="a\t\"b\" \u00fc"`},
			[]string{`tool //mcp:tool title="a\t\"b\" \u00fc"`, `tool title="a\t\"b\" ü" at 4:18 "a\t\"b\" \u00fc"`},
		},
		{
			"a raw string", []string{"//mcp:tool", "//mcp:param id pattern=`^\\d+ \"x\"$`"},
			[]string{"tool //mcp:tool", "param id pattern=\"^\\\\d+ \\\"x\\\"$\" at 5:24 `^\\d+ \"x\"$`"},
		},
		{
			"tabs and text of several bytes", []string{"//mcp:tool\t \ttitle=größe\tname=x"},
			[]string{"tool //mcp:tool\t \ttitle=größe\tname=x", `tool name="x" at 4:33 x`, `tool title="größe" at 4:20 größe`},
		},
		{
			"a trailing comment", []string{"//mcp:tool name=x // the first one, name=y"},
			[]string{"tool //mcp:tool name=x", `tool name="x" at 4:17 x`},
		},
		{
			"slashes inside a value are no comment", []string{"//mcp:tool title=http://x"},
			[]string{"tool //mcp:tool title=http://x", `tool title="http://x" at 4:18 http://x`},
		},
		{
			"a value with = and a comma", []string{"//mcp:tool title=a=b,c"},
			[]string{"tool //mcp:tool title=a=b,c", `tool title="a=b,c" at 4:18 a=b,c`},
		},
		{
			"lists", []string{"//mcp:tool", "//mcp:param id enum=a,\"b, c\",`d` default=1,2"},
			[]string{"tool //mcp:tool", `param id default=["1" "2"] 1,2`, "param id enum=[\"a\" \"b, c\" \"d\"] a,\"b, c\",`d`"},
		},
		{
			"desc and default may be empty", []string{"//mcp:tool", "//mcp:param id desc= default="},
			[]string{"tool //mcp:tool", `param id desc="" at 5:21 `, `param id default=[""] `},
		},
		{
			"numbers", []string{"//mcp:tool", "//mcp:param id min=-1.5e3 max=10 minlen=0 maxlen=5 minitems=1 maxitems=2"},
			[]string{
				"tool //mcp:tool", `param id min="-1.5e3" at 5:20 -1.5e3`, `param id max="10" at 5:31 10`, `param id minlen="0" at 5:41 0`,
				`param id maxlen="5" at 5:50 5`, `param id minitems="1" at 5:61 1`, `param id maxitems="2" at 5:72 2`,
			},
		},
		{
			"scopes of all lines, each once", []string{"//mcp:tool", `//mcp:scope a:read x='y // the first two`, "//mcp:scope https://example.com/b a:read"},
			[]string{"tool //mcp:tool", `scope "a:read" at 5:13 a:read`, `scope "x='y" at 5:20 x='y`, `scope "https://example.com/b" at 6:13 https://example.com/b`},
		},
		{
			"lines of one name merge", []string{"//mcp:tool name=x", "//mcp:tool strict", "//mcp:tool strict title=T"},
			[]string{"tool //mcp:tool name=x", `tool name="x" at 4:17 x`, `tool title="T" at 6:25 T`, "tool word strict"},
		},
		{
			"hints merge", []string{"//mcp:tool", "//mcp:hint idempotent", "//mcp:hint additive closedWorld", "//mcp:hint additive"},
			[]string{"tool //mcp:tool", "hint word additive", "hint word idempotent", "hint word closedWorld"},
		},
		{
			"params merge by name, in order", []string{"//mcp:tool", "//mcp:param b min=1", "//mcp:param ä min=2", "//mcp:param b max=3"},
			[]string{"tool //mcp:tool", `param b min="1" at 5:19 1`, `param b max="3" at 7:19 3`, `param ä min="2" at 6:20 2`},
		},
		{
			"a parameter with the name of a word", []string{"//mcp:tool", "//mcp:param secret min=1"},
			[]string{"tool //mcp:tool", `param secret min="1" at 5:24 1`},
		},
		{"section", []string{"//mcp:tool", "//mcp:section a-b // why"}, []string{`section "a-b" at 5:15 a-b`, "tool //mcp:tool"}},
		{"new", []string{"//mcp:new"}, []string{"new //mcp:new"}},
		{"prose", []string{"//", "// //mcp:tool is how a tool begins.", "//nolint:all"}, nil},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := parse(t, onFunc(row.lines...))
			got := s.dump(s.funcSet(s.collect()))
			if diff := cmp.Diff(row.want, got); diff != "" {
				t.Errorf("values (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff([]string(nil), s.problems); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
		})
	}
}

// Lines that end in CR LF say the same, at the same places.
func TestCarriageReturnsReachNoValue(t *testing.T) {
	unix := onFunc("//mcp:tool name=x", "//mcp:param id desc=", "/*", " mcp:tool name=y", "*/")
	s := parse(t, strings.ReplaceAll(unix, "\n", "\r\n"))
	got := s.dump(s.funcSet(s.collect()))
	want := []string{"tool //mcp:tool name=x", `tool name="x" at 4:17 x`, `param id desc="" at 5:21 `}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string{`7:1 " mcp:tool name=y" near-miss: "mcp:tool" is no directive`}, s.problems); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestPlaces(t *testing.T) {
	s := parse(t, `// Package svc is it.
//
//mcp:server name=svc prefix=p_ registry=Reg instructions="be kind"
//mcp:section demo
//mcp:hint readOnly
package svc

// A is alone.
//
//mcp:section a
type A struct {
	// X has a doc.
	//
	//mcp:param name=x
	X int //mcp:param min=1
	Y, Z int //mcp:param max=2 // both
	In struct {
		Deep int //mcp:param desc=deep
	}
}

type (
	// B is in a group.
	//
	//mcp:hint destructive
	B struct{}
)

// M is a method.
//
//mcp:tool
func (B) M(in struct {
	Q string //mcp:param maxlen=3
}) {
}
`)
	f := s.collect()
	var got []string
	got = append(got, s.dump(f.Package)...)
	ast.Inspect(s.file, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			for _, line := range s.dump(f.Types[n]) {
				got = append(got, n.Name.Name+": "+line)
			}
		case *ast.Field:
			for _, line := range s.dump(f.Fields[n]) {
				got = append(got, n.Names[0].Name+": "+line)
			}
		case *ast.FuncDecl:
			got = append(got, s.dump(f.Funcs[n])...)
		}
		return true
	})
	want := []string{
		`server name="svc" at 3:19 svc`, `server prefix="p_" at 3:30 p_`, `server instructions="be kind" at 3:59 "be kind"`,
		`server registry="Reg" at 3:42 Reg`, `section "demo" at 4:15 demo`, "hint word readOnly",
		`A: section "a" at 10:15 a`,
		`X: param name="x" at 14:19 x`, `X: param min="1" at 15:24 1`,
		`Y: param max="2" at 16:27 2`,
		`Deep: param desc="deep" at 18:29 deep`,
		"B: hint word destructive",
		"tool //mcp:tool", `Q: param maxlen="3" at 33:30 3`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if diff := cmp.Diff([]string(nil), s.problems); diff != "" {
		t.Errorf("problems (-want +got)\n%s", diff)
	}
	if got, want := []int{len(f.Types), len(f.Fields), len(f.Funcs)}, []int{2, 4, 1}; !cmp.Equal(want, got) {
		t.Errorf("sets of types, fields, functions: got %v, want %v (non-empty ones only)", got, want)
	}
}

func TestMisplacedReportsEverythingInATestFile(t *testing.T) {
	s := parse(t, onFunc("//mcp:tool name=", "// mcp:hint readOnly", "//mcp:cache ttl=1s", "//mcp:tol", "// MCP: see the specification"))
	Misplaced(s.fset, s.file, "in a test file", s.report)
	want := []string{
		`4:1 "//mcp:tool" misplaced: //mcp:tool is misplaced: in a test file`,
		`5:1 "// mcp:hint readOnly" near-miss: "// mcp:hint" is no directive`,
		`6:1 "//mcp:cache" misplaced: //mcp:cache is misplaced: in a test file`,
		`7:7 "tol" unknown-directive: unknown directive //mcp:tol (did you mean "tool"?)`,
	}
	if diff := cmp.Diff(want, s.problems); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestMergePackage(t *testing.T) {
	s := &source{fset: token.NewFileSet()}
	var sets []*Set
	for _, doc := range []string{
		"//mcp:server name=a\n//mcp:section one\n//mcp:hint readOnly\n",
		"// Nothing here.\n",
		"//mcp:server name=b prefix=p_\n//mcp:section two\n//mcp:hint closedWorld destructive readOnly\n",
	} {
		base := len(s.text) + 1 // each file begins where the text so far ends, plus the byte that a FileSet leaves free
		f, err := parser.ParseFile(s.fset, "svc.go", doc+"package svc", parser.ParseComments)
		if err != nil {
			t.Fatal(err)
		}
		s.text += strings.Repeat(" ", base-len(s.text)-1) + doc + "package svc\n"
		sets = append(sets, Collect(s.fset, f, func(token.Pos, token.Pos, diag.Code, string, string) {}).Package)
	}
	var got []string
	merged := MergePackage(sets, func(pos, end token.Pos, code diag.Code, message, _ string) {
		got = append(got, s.text[pos-1:end-1]+" "+string(code)+": "+message)
	})
	want := []string{
		`name=b duplicate-key: key "name" is given twice for //mcp:server`,
		`two duplicate-key: second //mcp:section at one place: "two" after "one"`,
		`destructive conflicting-hint: "destructive" contradicts "readOnly" in //mcp:hint`,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("problems (-want +got)\n%s", diff)
	}
	values := []string{merged.Server.Name.Value, merged.Server.Prefix.Value, merged.Section.Value, merged.Hint.Effect.Value}
	if diff := cmp.Diff([]string{"a", "p_", "one", "readOnly"}, values); diff != "" {
		t.Errorf("values (-want +got)\n%s", diff)
	}
	if !merged.Hint.ClosedWorld.Given() {
		t.Error("closedWorld of the last file is lost")
	}
	if empty := MergePackage(nil, nil); empty == nil || !empty.Empty() {
		t.Errorf("nothing merged: got %v, want an empty set", empty)
	}
}

func TestStripDoc(t *testing.T) {
	rows := []struct {
		name, comment, want string
	}{
		{"directives", "// Do does\n// it all.\n//\n//mcp:tool name=x\n//mcp:hint readOnly", "Do does\nit all."},
		{"near-misses", "// Do does.\n// mcp:tool\n//+mcp:hint readOnly", "Do does."},
		{"prose stays", "// MCP: see the specification.\n// It is good.", "MCP: see the specification.\nIt is good."},
		{"other tools' directives", "// Do does.\n//go:noinline\n//nolint:all", "Do does."},
		{"block comment", "/* Do does\n * @mcp:tool\n   it. */", "Do does\n   it."},
		{"nothing else", "//mcp:tool", ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := parse(t, "package svc\n\n"+row.comment+"\nfunc Do() {}\n")
			if diff := cmp.Diff(row.want, StripDoc(s.file.Comments[0])); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
	if got := StripDoc(nil); got != "" {
		t.Errorf("StripDoc(nil) = %q", got)
	}
}
