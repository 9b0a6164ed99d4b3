package schema

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"math/big"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/mcpgen-go/mcpgen/parser/ir"
	"github.com/mcpgen-go/mcpgen/runtime/bind"
)

// words names a kind in diagnostics.
func words(k ir.Kind) string {
	switch k {
	case ir.KindSlice, ir.KindArray:
		return "a list"
	case ir.KindMap, ir.KindStruct:
		return "an object"
	case ir.KindAny, ir.KindRaw, ir.KindJSON:
		return "a value of any kind"
	case ir.KindTime, ir.KindDuration, ir.KindURL, ir.KindText, ir.KindBytes, ir.KindBigInt:
		return "a " + string(k) + " value"
	}
	return "type " + string(k)
}

var errNoScalar = errors.New("only scalars and lists of scalars can be written in a directive")

// wireList turns directive values into the JSON that a caller would send for the
// field, and checks it with the primitives that will bind it. A scalar's commas
// are its own.
func wireList(f *ir.Field, values []string) (json.RawMessage, error) {
	t := leaf(f.Type)
	if t.Kind != ir.KindSlice {
		v, err := wire(t, strings.Join(values, ","))
		if err == nil && f.Quoted {
			v = Quote(string(v))
		}
		return v, err
	}
	if len(values) == 1 && values[0] == "" {
		values = nil // default= is the empty list
	}
	var parts []string
	for _, s := range values {
		v, err := wire(leaf(t.Elem), s)
		if err != nil {
			return nil, err
		}
		parts = append(parts, string(v))
	}
	return json.RawMessage("[" + strings.Join(parts, ",") + "]"), counted(t, len(parts))
}

func counted(t *ir.Type, n int) error {
	r := t.Rules
	if r != nil && (r.MinItems != nil && n < *r.MinItems || r.MaxItems != nil && n > *r.MaxItems) {
		return fmt.Errorf("%d items are too few or too many", n)
	}
	return nil
}

// wire turns one text into JSON of the scalar type.
func wire(t *ir.Type, s string) (json.RawMessage, error) {
	var value json.RawMessage
	switch t.Kind {
	case ir.KindBool, ir.KindInt, ir.KindUint, ir.KindFloat:
		value = json.RawMessage(s)
		if !json.Valid(value) {
			return nil, fmt.Errorf("%q is no %s", s, t.Kind)
		}
	case ir.KindString, ir.KindTime, ir.KindDuration, ir.KindURL, ir.KindBytes, ir.KindBigInt, ir.KindText:
		value = Quote(s)
	default:
		return nil, errNoScalar
	}
	return canonical(t, value)
}

// canonical binds the value as a call would and returns numbers as plain
// decimals.
func canonical(t *ir.Type, value json.RawMessage) (json.RawMessage, error) {
	rule := bindRule(t)
	switch t.Kind {
	case ir.KindBool:
		return value, try(value, func(d *bind.Decoder, v *bool) { bind.Bool(d, v) }, new(bool))
	case ir.KindInt:
		v := new(int64)
		err := try(value, func(d *bind.Decoder, v *int64) { bind.Int(d, v, rule) }, v)
		return json.RawMessage(strconv.FormatInt(*v, 10)), cmp.Or(err, fits(t, *v))
	case ir.KindUint:
		v := new(uint64)
		err := try(value, func(d *bind.Decoder, v *uint64) { bind.Uint(d, v, rule) }, v)
		if err == nil && t.Bits > 0 && t.Bits < 64 && *v >= 1<<t.Bits {
			err = fmt.Errorf("%d does not fit uint%d", *v, t.Bits)
		}
		return json.RawMessage(strconv.FormatUint(*v, 10)), err
	case ir.KindFloat:
		if t.Bits == 32 {
			return value, try(value, func(d *bind.Decoder, v *float32) { bind.Float(d, v, rule) }, new(float32))
		}
		return value, try(value, func(d *bind.Decoder, v *float64) { bind.Float(d, v, rule) }, new(float64))
	case ir.KindString:
		return value, try(value, func(d *bind.Decoder, v *string) { bind.String(d, v, rule) }, new(string))
	case ir.KindTime:
		return value, try(value, bind.Time, new(time.Time))
	case ir.KindDuration:
		return value, try(value, bind.Duration, new(time.Duration))
	case ir.KindURL:
		return value, try(value, bind.URL, new(url.URL))
	case ir.KindBytes:
		return value, try(value, bind.Bytes[[]byte], new([]byte))
	case ir.KindBigInt:
		return value, try(value, bind.BigInt, new(big.Int))
	}
	return value, nil // a text type: only its own method knows, at run time
}

func fits(t *ir.Type, v int64) error {
	if t.Bits == 0 || t.Bits == 64 {
		return nil
	}
	if limit := int64(1) << (t.Bits - 1); v < -limit || v >= limit {
		return fmt.Errorf("%d does not fit int%d", v, t.Bits)
	}
	return nil
}

// try binds {"value": …} and returns the problem in short words.
func try[T any](value json.RawMessage, leaf func(*bind.Decoder, *T), v *T) error {
	raw := append(append([]byte(`{"value":`), value...), '}')
	_, err := bind.Arguments(raw, bind.Options{}, func(d *bind.Decoder, v *T) {
		for o := d.Object(bind.Fields{{Name: "value", Required: true}}); o.Next(); {
			leaf(d, v)
		}
	}, v)
	if err == nil {
		return nil
	}
	_, want, found := strings.Cut(err.Error(), "expected ")
	if !found {
		return errors.New("the type refuses it")
	}
	return errors.New("expected " + strings.TrimSuffix(want, "."))
}

// bindRule makes the rule that generated code will have.
func bindRule(t *ir.Type) *bind.Rule {
	r := t.Rules
	if r == nil {
		return nil
	}
	var cs []bind.Constraint
	cs = append(cs, enumConstraint(t)...)
	if t.Kind == ir.KindFloat {
		cs = appendIf(cs, r.Min, func(s string) bind.Constraint { return bind.MinFloat(number(s)) })
		cs = appendIf(cs, r.Max, func(s string) bind.Constraint { return bind.MaxFloat(number(s)) })
	} else {
		cs = appendIf(cs, r.Min, func(s string) bind.Constraint { return bind.MinInt(integer(s)) })
		cs = appendIf(cs, r.Max, func(s string) bind.Constraint { return bind.MaxInt(integer(s)) })
	}
	cs = appendIf(cs, text(r.MinLen), func(string) bind.Constraint { return bind.MinLen(*r.MinLen) })
	cs = appendIf(cs, text(r.MaxLen), func(string) bind.Constraint { return bind.MaxLen(*r.MaxLen) })
	cs = appendIf(cs, r.Pattern, bind.Pattern)
	cs = appendIf(cs, r.Format, bind.Format)
	return bind.NewRule(cs...)
}

func appendIf(cs []bind.Constraint, s string, make func(string) bind.Constraint) []bind.Constraint {
	if s == "" {
		return cs
	}
	return append(cs, make(s))
}

func enumConstraint(t *ir.Type) []bind.Constraint {
	if t.Rules.Enum == nil {
		return nil
	}
	if t.Kind != ir.KindString {
		var ints []int64
		for _, v := range t.Rules.Enum {
			ints = append(ints, integer(string(v)))
		}
		return []bind.Constraint{bind.OneOfInts(ints...)}
	}
	var texts []string
	for _, v := range t.Rules.Enum {
		var s string
		_ = json.Unmarshal(v, &s) // written by Quote
		texts = append(texts, s)
	}
	return []bind.Constraint{bind.OneOf(texts...)}
}

func integer(s string) int64 {
	n, _ := strconv.ParseInt(s, 10, 64) // already checked
	return n
}
