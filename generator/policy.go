package generator

import (
	"fmt"
	"slices"
	"time"

	"github.com/dave/jennifer/jen"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// policy prints what the runtime enforces for the row.
func (f *file) policy(t *ir.Tool, add func(string, jen.Code)) {
	texts := func(list []string) jen.Code { return jen.Index().Add(f.builtin("string")).Values(literals(list)...) }
	if t.Reaches != nil {
		add("Reaches", texts(t.Reaches))
	}
	if t.Secrets != nil {
		add("Secrets", texts(t.Secrets))
	}
	if t.Headers != nil {
		add("Headers", jen.Index().Qual(headerPath, "Param").Add(block(f.headers(t))))
	}
	if t.Scopes != nil {
		add("Scopes", texts(t.Scopes))
	}
	if t.Cache != "" {
		add("Cache", f.duration(t.Cache))
	}
	if t.ResultLimit != 0 {
		add("ResultLimit", size(t.ResultLimit))
	}
	if t.Timeout != "" {
		add("Timeout", f.duration(t.Timeout))
	}
	if interactive(t) {
		add("Interactive", f.builtin("true"))
	}
}

// headerKinds names the constants of the runtime.
var headerKinds = map[ir.HeaderKind]string{ir.HeaderString: "String", ir.HeaderInteger: "Integer", ir.HeaderBoolean: "Boolean"}

// headers prints the mirrored arguments of a tool.
func (f *file) headers(t *ir.Tool) []jen.Code {
	out := make([]jen.Code, len(t.Headers))
	for i, h := range t.Headers {
		out[i] = jen.Values(
			jen.Id("Name").Op(":").Lit(h.Name),
			jen.Id("Path").Op(":").Index().Add(f.builtin("string")).Values(literals(h.Path)...),
			jen.Id("Kind").Op(":").Qual(headerPath, headerKinds[h.Kind]),
		)
	}
	return out
}

// interactive tells tools that may talk to the client while they run: it takes
// the call to do so.
func interactive(t *ir.Tool) bool {
	return slices.ContainsFunc(t.Func.Params, func(p ir.Param) bool { return p.Role == ir.RoleCall })
}

// duration prints a time as a person would write it: 90 * time.Second.
func (f *file) duration(text string) jen.Code {
	d, err := time.ParseDuration(text)
	if err != nil {
		panic(fmt.Sprintf("duration %q: %v", text, err)) // the parser checked it
	}
	for _, u := range []struct {
		name string
		unit time.Duration
	}{{"Hour", time.Hour}, {"Minute", time.Minute}, {"Second", time.Second}, {"Millisecond", time.Millisecond}, {"Microsecond", time.Microsecond}} {
		if d%u.unit == 0 {
			return jen.Lit(int(d/u.unit)).Op("*").Qual(timePath, u.name)
		}
	}
	return jen.Lit(int(d)).Op("*").Qual(timePath, "Nanosecond")
}

// size prints a number of bytes in its largest binary unit.
func size(n int64) jen.Code {
	shift := 0
	for shift < 30 && n%1024 == 0 {
		n, shift = n/1024, shift+10
	}
	if shift == 0 {
		return jen.Lit(int(n))
	}
	return jen.Lit(int(n)).Op("<<").Lit(shift)
}
