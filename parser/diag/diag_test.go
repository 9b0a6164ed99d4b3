package diag_test

import (
	"bytes"
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

func at(file string, line, column int) diag.Position {
	return diag.Position{File: file, Line: line, Column: column}
}

func titel() diag.Diagnostic {
	return diag.Diagnostic{
		Pos: at("refund.go", 14, 22), End: at("refund.go", 14, 32), Code: diag.CodeUnknownKey,
		Message: `unknown key "titel" in //mcp:tool (did you mean "title"?)`, Fix: "title=Refund",
	}
}

func TestPositionString(t *testing.T) {
	rows := []struct {
		name string
		pos  diag.Position
		want string
	}{
		{"full", at("a/b.go", 3, 7), "a/b.go:3:7"},
		{"whole line", at("b.go", 3, 0), "b.go:3"},
		{"whole file", at("b.go", 0, 7), "b.go"},
		{"nowhere", diag.Position{}, "-"},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if diff := cmp.Diff(row.want, row.pos.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestDiagnosticString(t *testing.T) {
	want := `refund.go:14:22: unknown key "titel" in //mcp:tool (did you mean "title"?) [unknown-key]`
	if diff := cmp.Diff(want, titel().String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	advice := diag.Diagnostic{Pos: at("a.go", 1, 1), Severity: diag.Warning, Code: diag.CodeEmptyHeader, Message: "may be empty"}
	if diff := cmp.Diff("a.go:1:1: warning: may be empty [empty-header]", advice.String()); diff != "" {
		t.Errorf("a warning (-want +got)\n%s", diff)
	}
	broken := diag.Diagnostic{Pos: at("a.go", 1, 1), Code: diag.CodeLoadError, Message: "first\r\nsecond"}
	if diff := cmp.Diff("a.go:1:1: first second [load-error]", broken.String()); diff != "" {
		t.Errorf("a message of two lines (-want +got)\n%s", diff)
	}
}

func TestSortOrdersAndRemovesExactDuplicates(t *testing.T) {
	d := func(file string, line, col int, code diag.Code, message, fix string) diag.Diagnostic {
		return diag.Diagnostic{Pos: at(file, line, col), Code: code, Message: message, Fix: fix}
	}
	want := diag.List{
		d("a.go", 1, 2, "x", "m", ""),
		d("a.go", 2, 1, "x", "m", ""),
		d("a.go", 10, 1, "a", "n", ""),
		d("a.go", 10, 1, "x", "m", ""),
		d("a.go", 10, 1, "x", "m", "another fix"),
		d("a.go", 10, 1, "x", "n", ""),
		d("b.go", 1, 1, "x", "m", ""),
	}
	got := slices.Concat(want, want[2:5])
	slices.Reverse(got)
	got.Sort()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// Advice alone keeps nothing from being written.
func TestHasErrors(t *testing.T) {
	warning := diag.Diagnostic{Severity: diag.Warning, Code: "x", Message: "m"}
	rows := []struct {
		name string
		list diag.List
		want bool
	}{
		{"nothing", nil, false},
		{"warnings", diag.List{warning, warning}, false},
		{"an error among warnings", diag.List{warning, titel()}, true},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := row.list.HasErrors(); got != row.want {
				t.Errorf("got %v, want %v", got, row.want)
			}
		})
	}
}

func TestSeverityIsAWord(t *testing.T) {
	for _, want := range []diag.Severity{diag.Error, diag.Warning} {
		text, err := want.MarshalText()
		if err != nil {
			t.Fatal(err)
		}
		got := diag.Severity(-1)
		if err := got.UnmarshalText(text); err != nil || got != want {
			t.Errorf("%s is read as %v, %v", text, got, err)
		}
	}
	if err := new(diag.Severity).UnmarshalText([]byte("note")); err == nil {
		t.Error("an unknown word is read")
	}
}

func TestErr(t *testing.T) {
	if err := (diag.List{}).Err(); err != nil {
		t.Errorf("empty list: got %v, want nil", err)
	}
	list := diag.List{titel(), {Pos: at("z.go", 1, 1), Code: "x", Message: "m"}}
	want := errors.New(titel().String() + "\nz.go:1:1: m [x]")
	if diff := cmp.Diff(want.Error(), list.Err().Error()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestText(t *testing.T) {
	list := diag.List{
		titel(),
		{
			Pos: at("a.go", 3, 1), Code: diag.CodeDuplicateTool, Message: `tool "list" is declared twice`, Fix: "add name=\nor a prefix",
			Related: []diag.Related{{Pos: at("b.go", 9, 1), Message: "the other one"}},
		},
		{Pos: at("c.go", 1, 1), Code: "x", Message: "write title=x", Fix: "title=x"},
	}
	want := titel().String() + `
	fix: title=Refund
a.go:3:1: tool "list" is declared twice [duplicate-tool]
	fix: add name=
	     or a prefix
	see b.go:9:1: the other one
c.go:1:1: write title=x [x]
`
	var got bytes.Buffer
	diag.Text(&got, list)
	if diff := cmp.Diff(want, got.String()); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestJSON(t *testing.T) {
	rows := []struct {
		name string
		list diag.List
		want string
	}{
		{"nil is an empty array", nil, `{"diagnostics":[]}`},
		{
			"what is not known is left out, angle brackets stand",
			diag.List{{Pos: at("a.go", 1, 2), Code: "x", Message: "chan<- int & more"}},
			`{"diagnostics":[{"pos":{"file":"a.go","line":1,"column":2},"severity":"error","code":"x","message":"chan<- int & more"}]}`,
		},
		{
			"everything",
			diag.List{{
				Pos: at("a.go", 1, 2), End: at("a.go", 1, 4), Severity: diag.Warning, Code: "x", Message: "m", Fix: "f",
				Related: []diag.Related{{Pos: at("b.go", 5, 6), Message: "r"}},
			}},
			`{"diagnostics":[{"pos":{"file":"a.go","line":1,"column":2},"end":{"file":"a.go","line":1,"column":4},"severity":"warning","code":"x",` +
				`"message":"m","fix":"f","related":[{"pos":{"file":"b.go","line":5,"column":6},"message":"r"}]}]}`,
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			var got bytes.Buffer
			if err := diag.JSON(&got, row.list); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(row.want+"\n", got.String()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

type closedWriter struct{}

var errClosed = errors.New("closed")

func (closedWriter) Write([]byte) (int, error) { return 0, errClosed }

func TestJSONReturnsTheWriteError(t *testing.T) {
	if err := diag.JSON(closedWriter{}, nil); !errors.Is(err, errClosed) {
		t.Errorf("got %v, want %v", err, errClosed)
	}
}

func TestNearest(t *testing.T) {
	known := []string{"name", "title", "readOnly", "min", "max", "minlen", "maxlen"}
	rows := []struct{ name, word, want string }{
		{"a swap", "titel", "title"},
		{"a letter too many", "tittle", "title"},
		{"a letter too few", "titl", "title"},
		{"case only", "READONLY", "readOnly"},
		{"case and a slip", "readonyl", "readOnly"},
		{"two edits", "nmes", "name"},
		{"exactly", "max", "max"},
		{"the earlier of two", "mix", "min"},
		{"three edits are too many", "ttlezz", ""},
		{"no more edits than the word has letters", "mi", "min"},
		{"a word that would be replaced whole", "xy", ""},
		{"empty", "", ""},
		{"a letter that is none", "tïtle", "title"},
		{"very long", strings.Repeat("title", 1000), ""},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			if got := diag.Nearest(row.word, known); got != row.want {
				t.Errorf("Nearest(%.20q) = %q, want %q", row.word, got, row.want)
			}
		})
	}
}

func TestDidYouMean(t *testing.T) {
	if got, want := diag.DidYouMean("titel", []string{"title"}), ` (did you mean "title"?)`; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := diag.DidYouMean("other", []string{"title"}); got != "" {
		t.Errorf("got %q, want nothing", got)
	}
}

func TestEveryCodeIsExplained(t *testing.T) {
	if diff := cmp.Diff(declaredCodes(t), diag.Codes()); diff != "" {
		t.Fatalf("constants against Codes() (-want +got)\n%s", diff)
	}
	for _, code := range diag.Codes() {
		e, ok := diag.Explain(code)
		if !ok || e.Code != code {
			t.Errorf("Explain(%q) = %q, %v", code, e.Code, ok)
		}
		for part, text := range map[string]string{"Summary": e.Summary, "Text": e.Text, "Bad": e.Bad, "Good": e.Good} {
			if text == "" || text != strings.TrimSpace(text) {
				t.Errorf("%s of %q is empty or untrimmed: %q", part, code, text)
			}
		}
		if strings.Contains(e.Summary, "\n") || strings.HasSuffix(e.Summary, ".") || !strings.HasSuffix(e.Text, ".") {
			t.Errorf("%q: the summary is a line without full stop, the text is sentences", code)
		}
		if e.Bad == e.Good {
			t.Errorf("%q: the examples are equal", code)
		}
	}
	if _, ok := diag.Explain("no-such-code"); ok {
		t.Error("an unknown code is explained")
	}
}

// declaredCodes reads the constants of code.go, so that a new one cannot be forgotten here.
func declaredCodes(t *testing.T) []diag.Code {
	t.Helper()
	f, err := parser.ParseFile(token.NewFileSet(), "code.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var codes []diag.Code
	ast.Inspect(f, func(n ast.Node) bool {
		if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
			text, _ := strconv.Unquote(lit.Value)
			codes = append(codes, diag.Code(text))
		}
		return true
	})
	slices.Sort(codes)
	return codes
}
