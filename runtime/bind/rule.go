package bind

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
)

// A Rule is what a schema says about one value beyond its type. Nil is no rule.
// It is immutable and may be used by many calls at once.
type Rule struct {
	ints     span[int64]
	floats   span[float64]
	length   span[int] // runes
	items    span[int]
	pattern  *regexp.Regexp
	format   string
	formatOK func(string) bool
	strings  []string
	integers []int64

	texts texts
}

// A Constraint is one part of a [Rule]. Of two of the same kind the last holds.
type Constraint func(*Rule) error

// NewRule is [ParseRule] for constraints that were checked before, as those of
// generated code are: it panics where ParseRule has an error.
func NewRule(constraints ...Constraint) *Rule {
	r, err := ParseRule(constraints...)
	if err != nil {
		panic("bind: " + err.Error())
	}
	return r
}

// ParseRule makes a rule. It is an error that no value could obey a pair of
// bounds, that a length is negative, that a pattern does not compile, that a
// format is not one of [Formats].
func ParseRule(constraints ...Constraint) (*Rule, error) {
	r := &Rule{}
	for _, c := range constraints {
		if err := c(r); err != nil {
			return nil, err
		}
	}
	if err := cmp.Or(r.ints.check("int"), r.floats.check("float"),
		checkCount("length", r.length), checkCount("items", r.items)); err != nil {
		return nil, err
	}
	r.texts = newTexts(r)
	return r, nil
}

// MinInt is the smallest integer.
func MinInt(n int64) Constraint { return func(r *Rule) error { return r.ints.setMin(n) } }

// MaxInt is the largest integer.
func MaxInt(n int64) Constraint { return func(r *Rule) error { return r.ints.setMax(n) } }

// MinFloat is the smallest number of a float.
func MinFloat(x float64) Constraint { return func(r *Rule) error { return r.floats.setMin(x) } }

// MaxFloat is the largest number of a float.
func MaxFloat(x float64) Constraint { return func(r *Rule) error { return r.floats.setMax(x) } }

// MinLen is the least number of runes of a string.
func MinLen(n int) Constraint { return func(r *Rule) error { return r.length.setMin(n) } }

// MaxLen is the greatest number of runes of a string.
func MaxLen(n int) Constraint { return func(r *Rule) error { return r.length.setMax(n) } }

// MinItems is the least number of elements of an array.
func MinItems(n int) Constraint { return func(r *Rule) error { return r.items.setMin(n) } }

// MaxItems is the greatest number of elements of an array.
func MaxItems(n int) Constraint { return func(r *Rule) error { return r.items.setMax(n) } }

// Pattern is a regular expression (RE2) that some part of a string matches;
// as in JSON Schema it is not anchored.
func Pattern(expr string) Constraint {
	return func(r *Rule) error {
		re, err := regexp.Compile(expr)
		if err != nil {
			return fmt.Errorf("pattern %q: %w", expr, err)
		}
		r.pattern = re
		return nil
	}
}

// Format is one of [Formats], which a string has.
func Format(name string) Constraint {
	return func(r *Rule) error {
		check := formatCheck(name)
		if check == nil {
			return fmt.Errorf("unknown format %q", name)
		}
		r.format, r.formatOK = name, check
		return nil
	}
}

// OneOf lists the strings that are allowed.
func OneOf(values ...string) Constraint {
	return func(r *Rule) error {
		r.strings = slices.Clone(values)
		return nil
	}
}

// OneOfInts lists the integers that are allowed.
func OneOfInts(values ...int64) Constraint {
	return func(r *Rule) error {
		r.integers = slices.Clone(values)
		return nil
	}
}
