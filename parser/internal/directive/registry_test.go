package directive

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/mcpgen-go/mcpgen/parser/diag"
)

func TestRegistryIsTheTableOfTheDocumentation(t *testing.T) {
	var got []string
	for _, s := range Registry() {
		usage := s.Usage()
		if !s.Available {
			usage += " (later)"
		}
		got = append(got, usage)
	}
	want := []string{
		"//mcp:server [name=] [version=] [title=] [prefix=] [instructions=] [registry=]",
		"//mcp:section NAME",
		"//mcp:tool [name=] [title=] [opaque=] [reaches=] [strict] [coerce]",
		"//mcp:hint readOnly|additive|destructive [idempotent] [openWorld|closedWorld]",
		"//mcp:param GONAME [name=] [desc=] [default=] [enum=] [min=] [max=] [minlen=] [maxlen=] [minitems=] [maxitems=] [pattern=] [format=] [example=] [header=] [secret]",
		"//mcp:cache [ttl=]", "//mcp:limit [result=] [timeout=]", "//mcp:scope SCOPE ...", "//mcp:meta KEY=VALUE",
		"//mcp:prompt [name=] [title=]", "//mcp:resource [uri=] [name=] [title=] [mime=]", "//mcp:complete [prompt=] [uri=] [arg=]",
		"//mcp:new",
		"//mcp:type (later)", "//mcp:union (later)", "//mcp:effect (later)",
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

func TestRegistryHelpIsComplete(t *testing.T) {
	for _, s := range Registry() {
		texts := map[string]string{s.Name: s.Summary}
		for _, k := range s.Keys {
			texts[s.Name+" "+k.Name] = k.Help
			if k.Kind == "" {
				t.Errorf("%s: %s has no kind", s.Name, k.Name)
			}
		}
		for _, w := range s.Words {
			texts[s.Name+" "+w.Name] = w.Help
		}
		for name, text := range texts {
			if !strings.HasSuffix(text, ".") {
				t.Errorf("%s: help is no sentence: %q", name, text)
			}
		}
		if len(s.Places) == 0 {
			t.Errorf("%s may stand nowhere", s.Name)
		}
	}
}

// The table drives the parser through the slots: what it calls available must have one, and nothing else may.
func TestEveryAvailableArgumentHasASlot(t *testing.T) {
	targets := map[string]slots{
		"server": new(Server).slots(), "tool": new(Tool).slots(), "hint": new(Hint).slots(), "param": new(Param).slots(),
		"section": {}, "new": {}, "meta": {}, "scope": {}, "cache": new(Cache).slots(), "limit": new(Limit).slots(),
		"prompt": new(Prompt).slots(), "resource": new(Resource).slots(), "complete": new(Complete).slots(),
	}
	for _, s := range Registry() {
		if !s.Available {
			continue
		}
		target, ok := targets[s.Name]
		if !ok {
			t.Errorf("%s is available, but reader.apply does nothing with it", s.Name)
		}
		var want, got []string
		for _, k := range s.Keys {
			if k.Available {
				want = append(want, k.Name)
			}
		}
		for _, w := range s.Words {
			if w.Available && w.Group != effectGroup {
				want = append(want, w.Name)
			}
		}
		got = slices.Concat(slices.Collect(maps.Keys(target.texts)), slices.Collect(maps.Keys(target.lists)), slices.Collect(maps.Keys(target.flags)))
		slices.Sort(want)
		slices.Sort(got)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-table +slots)\n%s", s.Name, diff)
		}
	}
}

// Every directive of the table reaches its place and no other.
func TestPlacesOfTheTableHold(t *testing.T) {
	sources := map[Place]string{
		PackageDoc: "%\npackage svc\n",
		FuncDoc:    "package svc\n\n//mcp:tool\n%\nfunc F() {}\n",
		TypeDoc:    "package svc\n\n%\ntype T struct{}\n",
		FieldDoc:   "package svc\n\ntype T struct {\n\t%\n\tX int\n}\n",
		Nowhere:    "package svc\n\n%\n",
	}
	for _, spec := range Registry() {
		for place, text := range sources {
			if !spec.Available {
				continue
			}
			line := map[string]string{"section": "//mcp:section a", "param": "//mcp:param id", "meta": "//mcp:meta a=b", "scope": "//mcp:scope a"}[spec.Name]
			if place == FieldDoc || line == "" {
				line = prefix + spec.Name
			}
			if slices.Contains([]string{"prompt", "resource", "complete"}, spec.Name) {
				text = strings.Replace(text, "//mcp:tool\n", "", 1) // a function is one of them
			}
			s := parse(t, strings.Replace(text, "%", line, 1))
			s.collect()
			if refused := slices.Contains(s.codes, diag.CodeMisplaced); refused == spec.legal(place) {
				t.Errorf("%s on a %s: misplaced = %v, the table says legal = %v", spec.Name, place, refused, spec.legal(place))
			}
		}
	}
}

// The examples of `mcpgen explain` are true for the codes that this package reports.
func TestExamplesOfExplanations(t *testing.T) {
	codes := []diag.Code{
		diag.CodeUnknownDirective, diag.CodeNearMiss, diag.CodeMisplaced, diag.CodeSyntax, diag.CodeUnknownKey,
		diag.CodeUnknownWord, diag.CodeDuplicateKey, diag.CodeBadValue, diag.CodeNotYet, diag.CodeConflictingHint,
	}
	for _, code := range codes {
		e, _ := diag.Explain(code)
		bad, good := parse(t, "package svc\n\n"+e.Bad), parse(t, "package svc\n\n"+e.Good)
		bad.collect()
		good.collect()
		if diff := cmp.Diff([]diag.Code{code}, bad.codes); diff != "" {
			t.Errorf("%s: bad example (-want +got)\n%s", code, diff)
		}
		if diff := cmp.Diff([]string(nil), good.problems); diff != "" {
			t.Errorf("%s: good example (-want +got)\n%s", code, diff)
		}
	}
}
