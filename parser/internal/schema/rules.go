package schema

import (
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"strconv"
	"strings"

	"github.com/mcpgen-go/mcpgen/parser/diag"
	"github.com/mcpgen-go/mcpgen/parser/internal/directive"
	"github.com/mcpgen-go/mcpgen/parser/ir"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// Apply lays a //mcp:param directive over a field or parameter: its name and
// description, its constraints (checked against the Go type), default and
// example. For results only name, description and enum count.
func (r *Resolver) Apply(f *ir.Field, p *directive.Param, at Site) {
	a := applier{r: r, f: f, at: at}
	if p.Name.Given() {
		f.Name = p.Name.Value
		a.name(p.Name)
	}
	if p.Desc.Given() {
		f.Description = p.Desc.Value
	}
	a.enum(p.Enum)
	if r.dir == Output {
		return
	}
	a.numbers(p.Min, p.Max)
	a.lengths(p.MinLen, p.MaxLen)
	a.items(p.MinItems, p.MaxItems)
	a.pattern(p.Pattern)
	a.format(p.Format)
	a.header(p)
	a.consistent(p)
	a.example(p.Example)
	a.standard(p.Default)
	a.secret(p)
}

// applier applies one directive; its methods report what does not fit.
type applier struct {
	r  *Resolver
	f  *ir.Field
	at Site
}

func (a *applier) bad(t directive.Text, code diag.Code, fix, format string, args ...any) {
	a.r.report(t.Pos, t.End, code, a.at.Words+": "+fmt.Sprintf(format, args...), fix)
}

// rules returns the rules of a leaf, made on first use.
func rules(t *ir.Type) *ir.Rules {
	if t.Rules == nil {
		t.Rules = &ir.Rules{}
	}
	return t.Rules
}

func (a *applier) name(t directive.Text) {
	if t.Value == "" || len(t.Value) > 64 || strings.ContainsFunc(t.Value, func(c rune) bool { return c < ' ' || c == 0x7f }) {
		a.bad(t, diag.CodeBadName, "use 1 to 64 characters", "argument name %q", t.Value)
	}
}

func (a *applier) enum(l directive.List) {
	if !l.Given() {
		return
	}
	t := leafOrItem(a.f.Type)
	at := directive.Text{Pos: l.Pos, End: l.End}
	unlisted := a.r.unlisted[t]
	delete(a.r.unlisted, t) // the directive decides
	if len(l.Values) == 1 && l.Values[0] == "-" {
		if !unlisted && (t.Rules == nil || t.Rules.Enum == nil) {
			a.bad(at, diag.CodeBadConstraint, "remove enum=-", "enum=- on a type that is no enum")
			return
		}
		t.Rules = nil
		return
	}
	if t.Kind != ir.KindString && t.Kind != ir.KindInt && t.Kind != ir.KindUint {
		a.bad(at, diag.CodeBadConstraint, "use enum on strings and integers", "enum does not fit %s", words(t.Kind))
		return
	}
	t.Rules = &ir.Rules{}
	for _, v := range l.Values {
		value, err := wire(&ir.Type{Kind: t.Kind, Bits: t.Bits}, v)
		if err == nil && t.Kind != ir.KindString && !fitsInt64(value) {
			err = errTooLarge
		}
		if err != nil {
			a.bad(at, diag.CodeBadConstraint, "list values of the parameter's type", "enum value %q: %v", v, err)
			continue
		}
		t.Rules.Enum = appendValue(t.Rules.Enum, value)
	}
}

// errTooLarge is a number that constraints, which are int64, cannot hold.
var errTooLarge = errors.New("too large for a constraint")

func fitsInt64(v json.RawMessage) bool {
	_, err := strconv.ParseInt(string(v), 10, 64)
	return err == nil
}

func (a *applier) numbers(low, high directive.Text) {
	t := leaf(a.f.Type)
	for _, b := range []struct {
		text directive.Text
		key  string
		set  func(string)
	}{
		{low, "min", func(s string) { rules(t).Min = s }},
		{high, "max", func(s string) { rules(t).Max = s }},
	} {
		if !b.text.Given() {
			continue
		}
		if t.Kind != ir.KindInt && t.Kind != ir.KindUint && t.Kind != ir.KindFloat {
			a.bad(b.text, diag.CodeBadConstraint, "use minlen/maxlen for strings, minitems/maxitems for lists", "%s does not fit %s", b.key, words(t.Kind))
			continue
		}
		value, err := wire(&ir.Type{Kind: t.Kind, Bits: t.Bits}, b.text.Value)
		if err != nil {
			a.bad(b.text, diag.CodeBadConstraint, "write a value of the parameter's type", "%s=%s: %v", b.key, b.text.Value, err)
			continue
		}
		if t.Kind != ir.KindFloat && !fitsInt64(value) {
			a.bad(b.text, diag.CodeBadConstraint, "stay below 9223372036854775808", "%s=%s: %v", b.key, b.text.Value, errTooLarge)
			continue
		}
		b.set(string(value))
	}
}

func (a *applier) lengths(low, high directive.Text) {
	t := leaf(a.f.Type)
	fits := t.Kind == ir.KindString
	a.count(low, "minlen", fits, 0, func(n int) { rules(t).MinLen = &n })
	a.count(high, "maxlen", fits, 1, func(n int) { rules(t).MaxLen = &n })
}

func (a *applier) items(low, high directive.Text) {
	t := leaf(a.f.Type)
	fits := t.Kind == ir.KindSlice
	a.count(low, "minitems", fits, 0, func(n int) { rules(t).MinItems = &n })
	a.count(high, "maxitems", fits, 1, func(n int) { rules(t).MaxItems = &n })
}

func (a *applier) count(t directive.Text, key string, fits bool, least int, set func(int)) {
	if !t.Given() {
		return
	}
	n, err := strconv.Atoi(t.Value)
	switch {
	case !fits:
		a.bad(t, diag.CodeBadConstraint, "use min/max for numbers, minlen/maxlen for strings, minitems/maxitems for slices", "%s does not fit %s", key, words(leaf(a.f.Type).Kind))
	case err != nil || n < least:
		a.bad(t, diag.CodeBadConstraint, fmt.Sprintf("write a whole number from %d", least), "%s=%s", key, t.Value)
	default:
		set(n)
	}
}

func (a *applier) pattern(t directive.Text) {
	if !t.Given() {
		return
	}
	if leaf(a.f.Type).Kind != ir.KindString {
		a.bad(t, diag.CodeBadConstraint, "use pattern on strings", "pattern does not fit %s", words(leaf(a.f.Type).Kind))
		return
	}
	if _, err := bind.ParseRule(bind.Pattern(t.Value)); err != nil {
		a.bad(t, diag.CodeBadConstraint, "write a regular expression of Go (RE2)", "pattern=%s: %v", t.Value, err)
		return
	}
	rules(leaf(a.f.Type)).Pattern = t.Value
}

func (a *applier) format(t directive.Text) {
	switch {
	case !t.Given():
	case leaf(a.f.Type).Kind != ir.KindString:
		a.bad(t, diag.CodeBadConstraint, "use format on strings", "format does not fit %s", words(leaf(a.f.Type).Kind))
	case !bind.IsFormat(t.Value):
		a.bad(t, diag.CodeBadConstraint, "known formats: "+strings.Join(bind.Formats(), ", "), "unknown format %q%s", t.Value, diag.DidYouMean(t.Value, bind.Formats()))
	default:
		rules(leaf(a.f.Type)).Format = t.Value
	}
}

// consistent reports constraints that no value can meet, and those that an enum
// makes pointless.
func (a *applier) consistent(p *directive.Param) {
	t := leaf(a.f.Type)
	r := t.Rules
	if r == nil {
		return
	}
	at := directive.Text{Pos: p.Pos, End: p.End}
	if r.Enum != nil && (r.Min+r.Max+r.Pattern+r.Format != "" || r.MinLen != nil || r.MaxLen != nil) {
		a.bad(at, diag.CodeBadConstraint, "drop the other constraints, or switch the enum off with enum=-", "an enum with further constraints")
	}
	for _, pair := range []struct {
		low, high, name string
	}{{r.Min, r.Max, "min and max"}, {text(r.MinLen), text(r.MaxLen), "minlen and maxlen"}, {text(r.MinItems), text(r.MaxItems), "minitems and maxitems"}} {
		if pair.low != "" && pair.high != "" && exact(pair.low).Cmp(exact(pair.high)) > 0 {
			a.bad(at, diag.CodeBadConstraint, "swap them", "%s: %s is greater than %s", pair.name, pair.low, pair.high)
		}
	}
}

func text(n *int) string {
	if n == nil {
		return ""
	}
	return strconv.Itoa(*n)
}

// exact keeps every digit, which a float64 does not.
func exact(s string) *big.Rat {
	r, ok := new(big.Rat).SetString(s)
	if !ok {
		return new(big.Rat) // already checked
	}
	return r
}

func number(s string) float64 {
	f, _ := strconv.ParseFloat(s, 64) // already checked
	return f
}

// standard is the default value, which makes a parameter optional.
func (a *applier) standard(l directive.List) {
	if !l.Given() {
		return
	}
	at := directive.Text{Pos: l.Pos, End: l.End}
	value, err := wireList(a.f, l.Values)
	if err != nil {
		a.bad(at, diag.CodeBadDefault, "write a value that the parameter itself accepts", "default: %v", err)
		return
	}
	a.f.Default, a.f.Required = value, false
}

// secret refuses what would publish the secret, or a list to guess it from.
func (a *applier) secret(p *directive.Param) {
	if !p.Secret.Given() {
		return
	}
	a.f.Secret = true
	at := directive.Text{Pos: p.Secret.Pos, End: p.Secret.End}
	t := leafOrItem(a.f.Type)
	switch {
	case a.f.Default != nil || a.f.Examples != nil:
		a.bad(at, diag.CodeBadConstraint, "remove the default and the example", "a secret whose value is published")
	case t.Rules != nil && t.Rules.Enum != nil:
		a.bad(at, diag.CodeBadConstraint, "switch the enum off with enum=-", "a secret with a list of its values")
	}
}

func (a *applier) example(t directive.Text) {
	if !t.Given() {
		return
	}
	values := []string{t.Value}
	if leaf(a.f.Type).Kind == ir.KindSlice {
		values = strings.Split(t.Value, ",")
	}
	value, err := wireList(a.f, values)
	if err != nil {
		a.bad(t, diag.CodeBadDefault, "write a value that the parameter itself accepts", "example: %v", err)
		return
	}
	a.f.Examples = append(append(json.RawMessage("["), value...), ']')
}
