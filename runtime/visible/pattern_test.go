package visible

import (
	"regexp"
	"strings"
	"testing"
)

// contract: V-1
func TestPatternsEndWhereTheNameDoes(t *testing.T) {
	for _, glob := range []string{"x", "x*", "*", "?", "x?", "??"} {
		for _, name := range []string{"x\n", "\nx", "x\r", "x\x00", "\n"} {
			if match(glob, name) {
				t.Errorf("%q matches %q", glob, name)
			}
		}
	}
}

// A pattern means what the regular expression means that it stands for.
func FuzzMatch(f *testing.F) {
	f.Add("a*b?c", "aXXbYc")
	f.Add("**", "")
	f.Add("*a*a*a", strings.Repeat("a", 30))
	f.Fuzz(func(t *testing.T, glob, text string) {
		expr := strings.NewReplacer(`\*`, ".*", `\?`, ".").Replace(regexp.QuoteMeta(glob))
		re, err := regexp.Compile(`(?s)\A` + expr + `\z`)
		if err != nil || strings.ToValidUTF8(glob, "") != glob || strings.ToValidUTF8(text, "") != text {
			t.Skip()
		}
		want := re.MatchString(text) && !strings.ContainsFunc(text, isControl)
		if got := match(glob, text); got != want {
			t.Errorf("match(%q, %q) is %t", glob, text, got)
		}
	})
}
