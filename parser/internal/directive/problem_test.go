package directive

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// Each row has one problem, on line 5; line 4 is a tool so that nothing else is missing.
func TestProblemsOfALine(t *testing.T) {
	rows := []struct {
		name, line, want, fix string
	}{
		{
			"unknown directive suggests the nearest", "//mcp:hnit readOnly",
			`5:7 "hnit" unknown-directive: unknown directive //mcp:hnit (did you mean "hint"?)`, "//mcp:hint readOnly",
		},
		{
			"unknown directive with nothing near", "//mcp:whatever",
			`5:7 "whatever" unknown-directive: unknown directive //mcp:whatever`, "see mcpgen help directives",
		},
		{
			"a capital inside a name", "//mcp:tOol",
			`5:7 "tOol" unknown-directive: unknown directive //mcp:tOol (did you mean "tool"?)`, "//mcp:tool",
		},
		{
			"unknown key suggests the nearest", `//mcp:tool name=e titel="x y"`,
			`5:19 "titel=\"x y\"" unknown-key: unknown key "titel" in //mcp:tool (did you mean "title"?)`, `title="x y"`,
		},
		{
			"unknown key with nothing near", "//mcp:tool colour=red",
			`5:12 "colour=red" unknown-key: unknown key "colour" in //mcp:tool`, "//mcp:tool [name=] [title=] [opaque=] [reaches=] [strict] [coerce]",
		},
		{
			"a word with a value", "//mcp:tool strict=true",
			`5:12 "strict=true" unknown-key: unknown key "strict" in //mcp:tool`, "strict is a word: write it without a value",
		},
		{
			"a key without a value", "//mcp:tool title",
			`5:12 "title" unknown-word: unknown word "title" in //mcp:tool`, "write title=VALUE",
		},
		{
			"a key with a capital is one word with its quoted value", `//mcp:tool Title="two words"`,
			`5:12 "Title=\"two words\"" unknown-word: unknown word "Title=\"two words\"" in //mcp:tool (did you mean "title"?)`, "write title=VALUE",
		},
		{
			"unknown word suggests the nearest", "//mcp:hint readonly",
			`5:12 "readonly" unknown-word: unknown word "readonly" in //mcp:hint (did you mean "readOnly"?)`, "write readOnly",
		},
		{
			"unknown word with nothing near", "//mcp:hint loud",
			`5:12 "loud" unknown-word: unknown word "loud" in //mcp:hint`,
			"//mcp:hint readOnly|additive|destructive [idempotent] [openWorld|closedWorld]",
		},
		{
			"an effect with a value", "//mcp:hint readOnly=true",
			`5:12 "readOnly=true" unknown-word: unknown word "readOnly=true" in //mcp:hint`, "write readOnly",
		},
		{
			"new takes nothing", "//mcp:new x",
			`5:11 "x" unknown-word: unknown word "x" in //mcp:new`, "//mcp:new",
		},
		{
			"a key twice on a line", "//mcp:param id min=1 min=2",
			`5:22 "min=2" duplicate-key: key "min" is given twice for //mcp:param id`, "keep one of them",
		},
		{
			"a list twice on a line", "//mcp:param id enum=a,b enum=a,b",
			`5:25 "enum=a,b" duplicate-key: key "enum" is given twice for //mcp:param id`, "keep one of them",
		},
		{
			"empty where empty is nothing", "//mcp:tool name=",
			`5:12 "name=" bad-value: name= of //mcp:tool is empty`, "give a value or remove the key",
		},
		{
			"empty in quotes", `//mcp:tool name=""`,
			`5:17 "\"\"" bad-value: name= of //mcp:tool is empty`, "give a value or remove the key",
		},
		{
			"an empty item", "//mcp:param id enum=a,,b",
			`5:16 "enum=a,,b" bad-value: enum= of //mcp:param id is empty`, "give a value or remove the key",
		},
		{
			"no number", "//mcp:param id min=0x10",
			`5:20 "0x10" bad-value: min= of //mcp:param id is no number: "0x10"`, "write a number such as 1, -2.5 or 1e6",
		},
		{
			"a negative count", "//mcp:param id minlen=-1",
			`5:23 "-1" bad-value: minlen= of //mcp:param id is no count: "-1"`, "write a whole number of at least 0",
		},
		{
			"a count that no list can have", "//mcp:param id maxitems=99999999999",
			`5:25 "99999999999" bad-value: maxitems= of //mcp:param id is no count: "99999999999"`, "write a whole number of at least 0",
		},
		{
			"a value that is no text", `//mcp:param id desc="\xff"`,
			`5:21 "\"\\xff\"" bad-value: desc= of //mcp:param id is not valid UTF-8`, "give a value or remove the key",
		},
		{
			"section without a name", "//mcp:section",
			`5:1 "//mcp:section" bad-value: //mcp:section names no section`, "//mcp:section NAME",
		},
		{
			"section with a key", "//mcp:section name=x",
			`5:15 "name=x" unknown-key: unknown key "name" in //mcp:section, which takes a name only`, "//mcp:section NAME",
		},
		{
			"section with two names", "//mcp:section a b=c",
			`5:17 "b=c" unknown-word: "b=c" follows the name in //mcp:section, which takes one name only`, "remove it",
		},
		{
			"param without a name", "//mcp:param",
			`5:1 "//mcp:param" bad-value: //mcp:param names no parameter`, "//mcp:param GONAME",
		},
		{
			"param that begins with a key", `//mcp:param desc="the id" min=1`,
			`5:1 "//mcp:param" bad-value: //mcp:param names no parameter`, `//mcp:param GONAME desc="the id" min=1`,
		},
		{
			"param whose name is no identifier", "//mcp:param the-id min=1",
			`5:13 "the-id" bad-value: //mcp:param names no parameter`, "//mcp:param GONAME min=1",
		},
		{
			"a directive of a later version, its arguments are not looked at", `//mcp:effect ttl="`,
			`5:1 "//mcp:effect" not-yet: //mcp:effect is not available in this version of mcpgen`, "remove it",
		},
		{
			"an open quote behind what is no key", `//mcp:tool Title="two words`,
			`5:12 "Title=\"two words" syntax: the quote is not closed in //mcp:tool`, "add the closing quote",
		},
		{
			"a scope line without a scope", "//mcp:scope",
			`5:1 "//mcp:scope" bad-value: //mcp:scope names no scope`, "//mcp:scope SCOPE",
		},
		{
			"a scope with a quote", `//mcp:scope a b="c d`,
			`5:15 "b=\"c" bad-value: "b=\"c" is no scope`, "use printable ASCII without blanks, \" and \\, such as files:read",
		},
		{
			"a scope with a backslash", `//mcp:scope a\b`,
			`5:13 "a\\b" bad-value: "a\\b" is no scope`, "use printable ASCII without blanks, \" and \\, such as files:read",
		},
		{
			"a scope in another script", `//mcp:scope größe`,
			`5:13 "größe" bad-value: "größe" is no scope`, "use printable ASCII without blanks, \" and \\, such as files:read",
		},
		{
			"a blank among scopes that is none", "//mcp:scope a\u00a0b",
			`5:14 "\u00a0" syntax: U+00A0 is no blank in //mcp:scope`, "use a space",
		},
		{
			"a meta line without an entry", "//mcp:meta",
			`5:1 "//mcp:meta" bad-value: //mcp:meta names no entry`, "//mcp:meta KEY=VALUE",
		},
		{
			"a meta word", "//mcp:meta loud",
			`5:12 "loud" unknown-word: "loud" in //mcp:meta is no KEY=VALUE`, "//mcp:meta KEY=VALUE",
		},
		{
			"a meta key with a blank label", "//mcp:meta a..b/c=1",
			`5:12 "a..b/c" bad-value: "a..b/c" is no key of _meta`, "use a name such as example.com/team",
		},
		{
			"a reserved meta key", "//mcp:meta io.modelcontextprotocol/x=1",
			`5:12 "io.modelcontextprotocol/x" bad-value: "io.modelcontextprotocol/x" is reserved for the protocol`, "use a prefix of your own, such as example.com/",
		},
		{
			"an empty meta value", "//mcp:meta a=",
			`5:12 "a=" bad-value: a= of //mcp:meta is empty`, `write "" for an empty text`,
		},
		{
			"a meta key twice", "//mcp:meta a=1 b=2 a=3",
			`5:20 "a=3" duplicate-key: key "a" is given twice for //mcp:meta`, "keep one of them",
		},
		{
			"opaque that is not false", "//mcp:tool opaque=true",
			`5:19 "true" bad-value: opaque= of //mcp:tool is no false: "true"`, "write false, or remove the key",
		},
		{
			"a key of a later version", "//mcp:tool alias=a,\"b\"",
			`5:12 "alias=a,\"b\"" not-yet: alias= of //mcp:tool is not available in this version of mcpgen`, "remove it",
		},
		{
			"a word of a later version", "//mcp:tool lock",
			`5:12 "lock" not-yet: lock of //mcp:tool is not available in this version of mcpgen`, "remove it",
		},
		{
			"a time without a unit", "//mcp:cache ttl=60",
			`5:17 "60" bad-value: ttl= of //mcp:cache is no duration: "60"`, "write a time such as 500ms, 60s or 5m",
		},
		{
			"a size with a decimal unit", "//mcp:limit result=64KB",
			`5:20 "64KB" bad-value: result= of //mcp:limit is no size: "64KB"`, "write a size such as 4096, 64KiB or 8MiB",
		},
		{
			"no size at all", "//mcp:limit result=0",
			`5:20 "0" bad-value: result= of //mcp:limit is no size: "0"`, "write a size such as 4096, 64KiB or 8MiB",
		},
		{
			"two effects on a line", "//mcp:hint additive destructive",
			`5:21 "destructive" conflicting-hint: "destructive" contradicts "additive" in //mcp:hint`, "keep one of them",
		},
		{
			"open and closed", "//mcp:hint readOnly openWorld closedWorld",
			`5:31 "closedWorld" conflicting-hint: "closedWorld" contradicts "openWorld" in //mcp:hint`, "keep one of them",
		},
		{
			"an open quote", `//mcp:tool title="two words`,
			`5:18 "\"two words" syntax: the quote is not closed in //mcp:tool`, "add the closing quote",
		},
		{
			"an open raw quote", "//mcp:tool title=`two words",
			"5:18 \"`two words\" syntax: the quote is not closed in //mcp:tool", "add the closing quote",
		},
		{
			"no Go string", `//mcp:param id pattern="\d"`,
			`5:24 "\"\\d\"" syntax: this is no Go string in //mcp:param`, "write \\\\ for a backslash, or use `…`",
		},
		{
			"text after a closing quote", `//mcp:tool title="a"b name=x`,
			`5:21 "b" syntax: text follows a closing quote in //mcp:tool`, "put a blank between, or the whole value into the quotes",
		},
		{
			"a list where one value goes", `//mcp:tool title="a","b"`,
			`5:21 ",\"b\"" syntax: a comma follows a value that is no list in //mcp:tool`, "give one value",
		},
		{
			"a single quote", `//mcp:tool title='two words'`,
			`5:18 "'two" syntax: a single quote begins no value in //mcp:tool`, "use double quotes",
		},
		{
			"a quoted word", `//mcp:section "a"`,
			`5:15 "\"a\"" syntax: a word stands without quotes in //mcp:section`, "remove the quotes",
		},
		{
			"a blank that is none", "//mcp:tool\u00a0strict",
			`5:11 "\u00a0" syntax: U+00A0 is no blank in //mcp:tool`, "use a space",
		},
		{
			"a blank that is none, at the end", "//mcp:tool strict\u2003",
			`5:18 "\u2003" syntax: U+2003 is no blank in //mcp:tool`, "use a space",
		},
		{
			"a directive behind a directive", "//mcp:tool //mcp:hint readOnly",
			`5:12 "//mcp:hint" misplaced: //mcp:hint is misplaced: behind //mcp:tool`, "put it on a line of its own",
		},
		{
			"a near-miss behind a directive", "//mcp:tool // mcp:hint readOnly",
			`5:12 "// mcp:hint readOnly" near-miss: "// mcp:hint" is no directive`, "//mcp:hint readOnly",
		},
		{
			"server on a function", "//mcp:server name=x",
			`5:1 "//mcp:server" misplaced: //mcp:server is misplaced: on a function`, "move it into the doc comment of a package clause",
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := parse(t, onFunc("//mcp:tool", row.line))
			s.collect()
			if diff := cmp.Diff(row.want, strings.Join(s.problems, "\n")); diff != "" {
				t.Errorf("problem (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(row.fix, strings.Join(s.fixes, "\n")); diff != "" {
				t.Errorf("fix (-want +got)\n%s", diff)
			}
		})
	}
}

func TestProblemsOfMergedLines(t *testing.T) {
	rows := []struct {
		name  string
		lines []string
		want  []string
	}{
		{
			"a key of an earlier line", []string{"//mcp:tool name=a", "//mcp:tool strict name=a"},
			[]string{`5:19 "name=a" duplicate-key: key "name" is given twice for //mcp:tool`},
		},
		{
			"a second section", []string{"//mcp:tool", "//mcp:section a", "//mcp:section b"},
			[]string{`6:15 "b" duplicate-key: second //mcp:section at one place: "b" after "a"`},
		},
		{
			"a second effect", []string{"//mcp:tool", "//mcp:hint readOnly", "//mcp:hint destructive"},
			[]string{`6:12 "destructive" conflicting-hint: "destructive" contradicts "readOnly" in //mcp:hint`},
		},
		{
			"keys of different parameters are different", []string{"//mcp:tool", "//mcp:param a min=1", "//mcp:param b min=1", "//mcp:param a min=1"},
			[]string{`7:15 "min=1" duplicate-key: key "min" is given twice for //mcp:param a`},
		},
		{
			"all problems of a line", []string{"//mcp:tool nam=x budget=false loud title= // mcp:hint x"},
			[]string{
				`4:12 "nam=x" unknown-key: unknown key "nam" in //mcp:tool (did you mean "name"?)`,
				`4:18 "budget=false" not-yet: budget= of //mcp:tool is not available in this version of mcpgen`,
				`4:31 "loud" unknown-word: unknown word "loud" in //mcp:tool`,
				`4:36 "title=" bad-value: title= of //mcp:tool is empty`,
				`4:43 "// mcp:hint x" near-miss: "// mcp:hint" is no directive`,
			},
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := parse(t, onFunc(row.lines...))
			s.collect()
			if diff := cmp.Diff(row.want, s.sorted()); diff != "" {
				t.Errorf("(-want +got)\n%s", diff)
			}
		})
	}
}

func TestProblemsOfFields(t *testing.T) {
	s := parse(t, "package svc\n\ntype T struct {\n\tA, B int //mcp:param name=x min=1\n\tC int //mcp:param C max=2\n\t//mcp:param max=3\n\tD int //mcp:param max=4\n}\n")
	s.collect()
	want := []string{
		`4:28 "x" bad-value: one name for 2 fields: "x"`,
		`5:20 "C" unknown-word: unknown word "C" in //mcp:param`,
		`7:20 "max=4" duplicate-key: key "max" is given twice for //mcp:param`,
	}
	if diff := cmp.Diff(want, s.problems); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if strings.Contains(strings.Join(s.fixes, "\n"), "GONAME") {
		t.Errorf("a fix asks for a name that fields do not take: %q", s.fixes)
	}
}

// A misspelt effect counts as the nearest: the tool is not told that it has none.
func TestMisspeltEffectIsAssumed(t *testing.T) {
	s := parse(t, onFunc("//mcp:tool", "//mcp:hint destructve"))
	set := s.funcSet(s.collect())
	if diff := cmp.Diff([]string{"tool //mcp:tool", "hint word destructve"}, s.dump(set)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
	if got := set.Hint.Effect.Value; got != "destructive" {
		t.Errorf("got effect %q, want destructive", got)
	}
}
