package bind

import (
	"cmp"
	"fmt"
)

// A span is a range with optional bounds, both of which belong to it.
type span[T cmp.Ordered] struct {
	min, max       T
	hasMin, hasMax bool
}

func (s *span[T]) setMin(v T) error {
	s.min, s.hasMin = v, true
	return nil
}

func (s *span[T]) setMax(v T) error {
	s.max, s.hasMax = v, true
	return nil
}

func (s span[T]) isFree() bool { return !s.hasMin && !s.hasMax }

func (s span[T]) holds(v T) bool {
	return (!s.hasMin || v >= s.min) && (!s.hasMax || v <= s.max)
}

// check reports a span that holds nothing.
func (s span[T]) check(what string) error {
	if s.hasMin && s.hasMax && !(s.min <= s.max) {
		return fmt.Errorf("%s: minimum %v is above maximum %v", what, s.min, s.max)
	}
	return nil
}

// checkCount is check for numbers of something.
func checkCount(what string, s span[int]) error {
	if s.min < 0 || s.max < 0 {
		return fmt.Errorf("%s: negative bound", what)
	}
	return s.check(what)
}
