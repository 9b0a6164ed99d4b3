package schema

import (
	"encoding/json"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/ir"
)

// enumOf gives the values of a named string or integer type of the host's own
// modules that has at least two constants. Types whose constants are 1 << iota
// are sets of flags, which combine, so they are no enum; nor are values beyond
// int64, which no constraint can hold.
func (r *Resolver) enumOf(t types.Type, kind ir.Kind) *ir.Rules {
	if kind != ir.KindString && kind != ir.KindInt && kind != ir.KindUint {
		return nil
	}
	constants := r.constants(t)
	if len(constants) < 2 || kind != ir.KindString && slices.ContainsFunc(constants, func(c Constant) bool { return c.Flag }) {
		return nil
	}
	rules := &ir.Rules{}
	for _, c := range constants {
		value := wireConstant(c.Const)
		if kind != ir.KindString && !fitsInt64(value) {
			return nil
		}
		rules.Enum = appendValue(rules.Enum, value)
	}
	return rules
}

// holdsZero tells enums that the zero value belongs to. Go makes that value
// without being asked, so that a result with another enum would break its own
// schema. No enum is one that holds everything.
func holdsZero(rules *ir.Rules) bool {
	return rules == nil || slices.ContainsFunc(rules.Enum, func(v json.RawMessage) bool {
		return string(v) == `""` || string(v) == "0"
	})
}

// constants are those that a caller of this package may know: unexported ones of
// another package are none.
func (r *Resolver) constants(t types.Type) []Constant {
	n, ok := types.Unalias(t).(*types.Named)
	if !ok || n.Obj().Pkg() == nil {
		return nil
	}
	all := r.syntax.Constants(n.Obj())
	return slices.DeleteFunc(slices.Clone(all), func(c Constant) bool {
		return !c.Const.Exported() && c.Const.Pkg() != r.pkg
	})
}

func wireConstant(c *types.Const) json.RawMessage {
	if c.Val().Kind() == constant.String {
		return Quote(constant.StringVal(c.Val()))
	}
	return json.RawMessage(c.Val().ExactString())
}

// appendValue adds a value that is not there yet.
func appendValue(values []json.RawMessage, v json.RawMessage) []json.RawMessage {
	if slices.ContainsFunc(values, func(o json.RawMessage) bool { return string(o) == string(v) }) {
		return values
	}
	return append(values, v)
}

// withEnum lists the comments of an enum's constants below a description.
func (r *Resolver) withEnum(description string, t types.Type, resolved *ir.Type) string {
	if scalar := leafOrItem(resolved); !r.unlisted[scalar] && (scalar.Rules == nil || scalar.Rules.Enum == nil) {
		return description
	}
	lines := []string{}
	for _, c := range r.constants(elementType(t)) {
		if c.Comment != "" {
			lines = append(lines, strings.Trim(string(wireConstant(c.Const)), `"`)+": "+oneLine(c.Comment))
		}
	}
	if len(lines) == 0 {
		return description
	}
	if description != "" {
		description += "\n\n"
	}
	return description + strings.Join(lines, "\n")
}

// WithEnum is withEnum for parameters.
func (r *Resolver) WithEnum(description string, t types.Type, resolved *ir.Type) string {
	return r.withEnum(description, t, resolved)
}

// elementType looks through pointers, slices and arrays to the type that the
// values of an enum have.
func elementType(t types.Type) types.Type {
	for {
		switch u := types.Unalias(t).(type) {
		case *types.Pointer:
			t = u.Elem()
		case *types.Slice:
			t = u.Elem()
		case *types.Array:
			t = u.Elem()
		default:
			return t
		}
	}
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }

// leaf looks through pointers and nullable types: constraints are on the value.
func leaf(t *ir.Type) *ir.Type {
	for t.Kind == ir.KindPointer || t.Kind == ir.KindOptional {
		t = t.Elem
	}
	return t
}

// leafOrItem is the leaf, or the item of a list.
func leafOrItem(t *ir.Type) *ir.Type {
	t = leaf(t)
	for t.Kind == ir.KindSlice || t.Kind == ir.KindArray {
		t = leaf(t.Elem)
	}
	return t
}

// Quote writes a JSON string without HTML escapes.
func Quote(s string) json.RawMessage {
	var b strings.Builder
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	_ = enc.Encode(s) // a string always encodes
	return json.RawMessage(strings.TrimSuffix(b.String(), "\n"))
}
