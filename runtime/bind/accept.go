package bind

import (
	"slices"
	"unicode/utf8"
)

// The methods of this file say what a rule accepts; a nil rule accepts all.

func (r *Rule) isEnum() bool { return r != nil && (r.strings != nil || r.integers != nil) }

func (r *Rule) holdsInt(v int64) bool {
	return r == nil || r.ints.holds(v) && (r.integers == nil || slices.Contains(r.integers, v))
}

// holdsUint is holdsInt for what may be larger than any bound of a rule.
func (r *Rule) holdsUint(v uint64) bool {
	if r == nil || int64(v) >= 0 {
		return r.holdsInt(int64(v))
	}
	return !r.ints.hasMax && r.integers == nil
}

func (r *Rule) holdsFloat(v float64) bool { return r == nil || r.floats.holds(v) }

func (r *Rule) itemSpan() span[int] {
	if r == nil {
		return span[int]{}
	}
	return r.items
}

// acceptString returns the string if the rule holds. A value of an enum is the
// rule's own string, so that it needs no memory.
func (r *Rule) acceptString(text []byte) (string, bool) {
	if r == nil {
		return string(text), true
	}
	if r.strings != nil {
		for _, s := range r.strings {
			if s == string(text) {
				return s, true
			}
		}
		return "", false
	}
	if !r.length.isFree() && !r.length.holds(utf8.RuneCount(text)) {
		return "", false
	}
	s := string(text)
	return s, (r.formatOK == nil || r.formatOK(s)) && (r.pattern == nil || r.pattern.MatchString(s))
}
