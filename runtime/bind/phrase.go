package bind

import (
	"strconv"
	"strings"
)

const digitsText = "string of digits"

// maxEnumText is how many values of an enum a caller is told.
const maxEnumText = 50

// texts are the words for what a rule wants, one for each type of value that
// it may be asked for; they are made once, with the rule.
type texts struct {
	ints, floats, strings, digits string
}

func newTexts(r *Rule) texts {
	low, high := r.ints.format(formatInt)
	lowest, highest := r.floats.format(formatFloat)
	return texts{
		ints:    orEnum(r, between("int", low, high)),
		digits:  orEnum(r, between(digitsText, low, high)),
		strings: orEnum(r, stringText(r)),
		floats:  between("float", lowest, highest),
	}
}

func (r *Rule) intText() string {
	if r == nil {
		return "int"
	}
	return r.texts.ints
}

func (r *Rule) digitsText() string {
	if r == nil {
		return digitsText
	}
	return r.texts.digits
}

func (r *Rule) floatText() string {
	if r == nil {
		return "float"
	}
	return r.texts.floats
}

func (r *Rule) stringText() string {
	if r == nil {
		return "string"
	}
	return r.texts.strings
}

// intTextWithin tells the bounds of the Go type where the rule has none.
func (r *Rule) intTextWithin(low, high string) string {
	if r == nil {
		return between("int", low, high)
	}
	ownLow, ownHigh := r.ints.format(formatInt)
	if ownLow != "" {
		low = ownLow
	}
	if ownHigh != "" {
		high = ownHigh
	}
	return orEnum(r, between("int", low, high))
}

func itemText(items span[int]) string { return counted("array", items, "item") }

func stringText(r *Rule) string {
	word := "string"
	if r.format != "" {
		word = r.format
	}
	word = counted(word, r.length, "character")
	if r.pattern != nil {
		word += " matching /" + r.pattern.String() + "/"
	}
	return word
}

// orEnum is text, or the values if the rule lists them.
func orEnum(r *Rule, text string) string {
	var values []string
	switch {
	case r.strings != nil:
		for _, s := range firstValues(r.strings) {
			values = append(values, "'"+s+"'")
		}
	case r.integers != nil:
		for _, n := range firstValues(r.integers) {
			values = append(values, formatInt(n))
		}
	default:
		return text
	}
	if max(len(r.strings), len(r.integers)) > maxEnumText {
		values = append(values, "…")
	}
	return "one of " + strings.Join(values, ", ")
}

func firstValues[T any](values []T) []T { return values[:min(len(values), maxEnumText)] }

// between names the bounds of a number; an empty one is none.
func between(word, low, high string) string {
	switch {
	case low != "" && high != "":
		return word + " between " + low + " and " + high
	case low != "":
		return word + " of at least " + low
	case high != "":
		return word + " of at most " + high
	}
	return word
}

// counted names the bounds of a number of units.
func counted(word string, s span[int], unit string) string {
	switch {
	case s.hasMin && s.hasMax && s.min < s.max:
		return word + " of " + strconv.Itoa(s.min) + " to " + units(s.max, unit)
	case s.hasMin && s.hasMax:
		return word + " of " + units(s.max, unit)
	case s.hasMin:
		return word + " of at least " + units(s.min, unit)
	case s.hasMax:
		return word + " of at most " + units(s.max, unit)
	}
	return word
}

func units(n int, unit string) string {
	if n == 1 {
		return "1 " + unit
	}
	return strconv.Itoa(n) + " " + unit + "s"
}

// format returns the bounds as text, an absent one as nothing.
func (s span[T]) format(text func(T) string) (low, high string) {
	if s.hasMin {
		low = text(s.min)
	}
	if s.hasMax {
		high = text(s.max)
	}
	return low, high
}

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

func formatFloat(x float64) string { return string(appendFloat(nil, x, 64)) }
