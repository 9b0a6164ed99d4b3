package directive

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestMisplaced(t *testing.T) {
	const blank = "remove the blank line"
	rows := []struct {
		name, source string
		want, fixes  []string
	}{
		{
			"detached by a blank line", "package svc\n\n// Lost is.\n//\n//mcp:tool name=lost\n\nfunc (s *T) Lost() {}\n",
			[]string{`5:1 "//mcp:tool" misplaced: //mcp:tool is misplaced: detached from func Lost by a blank line`}, []string{blank},
		},
		{
			"detached from the package clause", "//mcp:section a\n\n// Package svc is.\npackage svc\n",
			[]string{`1:1 "//mcp:section" misplaced: //mcp:section is misplaced: detached from the package clause by a blank line`}, []string{blank},
		},
		{
			"detached from a type and a field", "package svc\n\ntype (\n\t//mcp:section a\n\n\tT struct {\n\t\t//mcp:param min=1\n\n\t\tX int\n\t}\n)\n",
			[]string{
				`4:2 "//mcp:section" misplaced: //mcp:section is misplaced: detached from type T by a blank line`,
				`7:3 "//mcp:param" misplaced: //mcp:param is misplaced: detached from the field below it by a blank line`,
			},
			[]string{blank, blank},
		},
		{
			"behind things", "package svc //mcp:section a\n\ntype T struct{} //mcp:hint readOnly\n\nfunc F() {} //mcp:tool\n",
			[]string{
				`1:13 "//mcp:section" misplaced: //mcp:section is misplaced: behind the package clause`,
				`3:17 "//mcp:hint" misplaced: //mcp:hint is misplaced: behind type T`,
				`5:13 "//mcp:tool" misplaced: //mcp:tool is misplaced: behind func F`,
			},
			[]string{"move it above the package clause", "move it into the doc comment above", "move it into the doc comment of a function or method"},
		},
		{
			"on a constant, a variable, an import", "package svc\n\n//mcp:tool\nimport \"os\"\n\n//mcp:tool\nconst c = 1\n\nvar (\n\t//mcp:tool\n\tv = os.Args\n)\n",
			[]string{
				`3:1 "//mcp:tool" misplaced: //mcp:tool is misplaced: on an import`,
				`6:1 "//mcp:tool" misplaced: //mcp:tool is misplaced: on a constant`,
				`10:2 "//mcp:tool" misplaced: //mcp:tool is misplaced: on a variable`,
			},
			[]string{
				"move it into the doc comment of a function or method", "move it into the doc comment of a function or method",
				"move it into the doc comment of a function or method",
			},
		},
		{
			"inside a body, local types included", "package svc\n\nfunc F() {\n\t//mcp:tool\n\ttype t struct {\n\t\tX int //mcp:param min=1\n\t}\n}\n",
			[]string{
				`4:2 "//mcp:tool" misplaced: //mcp:tool is misplaced: inside the body of func F`,
				`6:9 "//mcp:param" misplaced: //mcp:param is misplaced: inside the body of func F`,
			},
			[]string{"move it into the doc comment above the function", "move it into the doc comment above the function"},
		},
		{
			"in a parameter list and in the results", "package svc\n\nfunc F(\n\tlimit int, //mcp:param min=1\n) (\n\tn int, //mcp:param min=1\n) {\n\treturn 0\n}\n",
			[]string{
				`4:13 "//mcp:param" misplaced: //mcp:param is misplaced: in the parameter list of func F`,
				`6:9 "//mcp:param" misplaced: //mcp:param is misplaced: inside the declaration of func F`,
			},
			[]string{"move it into the function's doc comment, with the parameter's name first", "move it into the doc comment above the function"},
		},
		{
			"at the end of the file", "package svc\n\nfunc F() {}\n\n//mcp:tool name=end\n",
			[]string{`5:1 "//mcp:tool" misplaced: //mcp:tool is misplaced: at the end of the file`},
			[]string{"move it to the declaration that it is meant for"},
		},
		{
			"an empty group", "package svc\n\n//mcp:section a\n\ntype (\n\t//mcp:section b\n)\n",
			[]string{
				`3:1 "//mcp:section" misplaced: //mcp:section is misplaced: detached from a group of types by a blank line`,
				`6:2 "//mcp:section" misplaced: //mcp:section is misplaced: inside a type declaration`,
			},
			[]string{blank, "move it into the doc comment of a function or method, or a type, or a package clause"},
		},
		{
			"on a group of types", "package svc\n\n//mcp:section a\ntype (\n\tT int\n)\n",
			[]string{`3:1 "//mcp:section" misplaced: //mcp:section is misplaced: on a group of types`}, []string{"move it to one type of the group"},
		},
		{
			"the wrong kind of declaration", "//mcp:tool\npackage svc\n\n//mcp:param x\ntype T struct {\n\tX int //mcp:hint readOnly\n}\n",
			[]string{
				`1:1 "//mcp:tool" misplaced: //mcp:tool is misplaced: on a package clause`,
				`4:1 "//mcp:param" misplaced: //mcp:param is misplaced: on a type`,
				`6:8 "//mcp:hint" misplaced: //mcp:hint is misplaced: on a struct field`,
			},
			[]string{
				"move it into the doc comment of a function or method",
				"move it into the doc comment of a function or method, or a struct field",
				"move it into the doc comment of a function or method, or a type, or a package clause",
			},
		},
		{
			"on a method of an interface", "package svc\n\ntype I interface {\n\t//mcp:tool\n\tM()\n\tN() //mcp:hint readOnly\n}\n",
			[]string{
				`4:2 "//mcp:tool" bad-signature: //mcp:tool is misplaced: on a method of an interface`,
				`6:6 "//mcp:hint" misplaced: //mcp:hint is misplaced: on a method of an interface`,
			},
			[]string{"move it to the method of a concrete type", "move it to the method of a concrete type"},
		},
		{
			"on a function that is no tool", onFunc("//mcp:section a", "//mcp:hint readOnly", "//mcp:param id min=1"),
			[]string{
				`4:15 "a" misplaced: //mcp:section is misplaced: on a function that is no tool`,
				`5:1 "//mcp:hint readOnly" misplaced: //mcp:hint is misplaced: on a function that is no tool`,
				`6:1 "//mcp:param id min=1" misplaced: //mcp:param is misplaced: on a function that is no tool`,
			},
			[]string{"add //mcp:tool", "add //mcp:tool", "add //mcp:tool"},
		},
		{
			"a misspelt tool has no further problem", onFunc("//mcp:tol", "//mcp:section a"),
			[]string{`4:7 "tol" unknown-directive: unknown directive //mcp:tol (did you mean "tool"?)`}, []string{"//mcp:tool"},
		},
	}
	for _, row := range rows {
		t.Run(row.name, func(t *testing.T) {
			s := parse(t, row.source)
			s.collect()
			if diff := cmp.Diff(row.want, s.problems); diff != "" {
				t.Errorf("problems (-want +got)\n%s", diff)
			}
			if diff := cmp.Diff(row.fixes, s.fixes); diff != "" {
				t.Errorf("fixes (-want +got)\n%s", diff)
			}
		})
	}
}
