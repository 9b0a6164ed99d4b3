package directive

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

func paramIsList(key string) bool { return paramSpec().isList(key) }

func TestFormat(t *testing.T) {
	rows := []struct{ name, args, want string }{
		{"bare where it can be", `name="x" desc="a,b" word`, "//mcp:param name=x desc=a,b word"},
		{"quotes where they must be", "desc=`two words` name=x", `//mcp:param desc="two words" name=x`},
		{"raw where a quote would need escapes", `pattern="\\d \"x\""`, "//mcp:param pattern=`\\d \"x\"`"},
		{"escapes where raw cannot be", "desc=\"a\\n`b`\"", "//mcp:param desc=\"a\\n`b`\""},
		{"items with commas", `enum=a,"b,c"`, `//mcp:param enum=a,"b,c"`},
		{"empty", `desc=`, `//mcp:param desc=""`},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			args, _, err := scan(row.args, 0, paramIsList)
			if err != nil {
				t.Fatal(err.message)
			}
			if diff := cmp.Diff(row.want, format("param", args, paramIsList)); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

// FuzzScan: no panic, positions inside the line and in order, and print∘parse stable.
func FuzzScan(f *testing.F) {
	for _, seed := range []string{
		"", " ", "a", "name=x", `title="two words" strict`, "enum=a,\"b,c\",`d` // why", `x="open`, `x="a"b`, "x='y'", `Title="a b"c d`,
		"a\u00a0b", "default=", "enum=,", "desc=\xff", `desc="\xff"`, "=x", "a==b", "//", "x=//y", "\t \r",
		strings.Repeat("a", 1000), "enum=" + strings.Repeat(",", 100), `"`, "`", "'", `a="`, `A="x"`, "a=\"x\",", "header=\"a\",`b`",
	} {
		f.Add(seed)
	}
	ignorePositions := []cmp.Option{cmp.AllowUnexported(arg{}, item{}), cmpopts.IgnoreFields(arg{}, "pos", "end"), cmpopts.IgnoreFields(item{}, "pos", "end")}
	f.Fuzz(func(t *testing.T, text string) {
		args, comment, err := scan(text, 0, paramIsList)
		last := 0
		for _, a := range args {
			checkSpan(t, text, last, a.pos, a.end)
			inner := a.pos
			for _, it := range a.items {
				checkSpan(t, text, inner, it.pos, it.end)
				inner = it.end
			}
			last = a.end
		}
		checkSpan(t, text, last, comment, len(text))
		if err != nil {
			checkSpan(t, text, last, err.pos, err.end)
			if err.pos == err.end {
				t.Errorf("%q: the error %q points at nothing", text, err.message)
			}
		}
		printed := format("param", args, paramIsList)
		again, _, err := scan(printed, len("//mcp:param"), paramIsList)
		if err != nil {
			t.Fatalf("%q is printed as %q: %s", text, printed, err.message)
		}
		if diff := cmp.Diff(args, again, ignorePositions...); diff != "" {
			t.Errorf("%q is printed as %q (-want +got)\n%s", text, printed, diff)
		}
		if got := format("param", again, paramIsList); got != printed {
			t.Errorf("%q is printed as %q, then as %q", text, printed, got)
		}
	})
}

func checkSpan(t *testing.T, text string, least, pos, end int) {
	t.Helper()
	if pos < least || end < pos || end > len(text) {
		t.Fatalf("%q: span %d..%d after %d of %d", text, pos, end, least, len(text))
	}
	if utf8.ValidString(text) && !utf8.ValidString(text[pos:end]) {
		t.Fatalf("%q: span %d..%d cuts a character", text, pos, end)
	}
}
