package bind

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// What is kept of arguments that are wrong in many places.
const (
	maxProblems = 10  // lines of an error, then a count
	maxReported = 32  // paths of each list of a Report
	maxName     = 64  // runes of a name the caller chose
	maxPath     = 128 // runes of a path
)

// A kind is what a note says about its path.
type kind uint8

const (
	missing  kind = iota // a required field was not sent
	invalid              // a value is not what the schema says
	unknown              // no field has this name, and the tool is strict
	ignored              // no field has this name
	repaired             // a value was sent as text
)

func (k kind) isProblem() bool { return k <= unknown }

// A note is one thing to tell. Its path is built from the inside out: whoever
// reads a container puts the step to the element before what the element
// noted, so that a call without problems pays for no path at all.
type note struct {
	kind  kind
	order int    // place in the innermost container that was stamped
	path  string // from there
	want  string // what was expected, or the name that may have been meant
}

func (d *Decoder) invalid(want string) {
	d.notes = append(d.notes, note{kind: invalid, want: want})
}

// refuse reads a value that is not the one that was wanted.
func (d *Decoder) refuse(want string) {
	d.invalid(want)
	d.skip()
}

func (d *Decoder) repair() {
	if d.repaired++; d.repaired <= maxReported {
		d.notes = append(d.notes, note{kind: repaired})
	}
}

func (d *Decoder) ignore(order int, name string) {
	if d.ignored++; d.ignored <= maxReported {
		d.notes = append(d.notes, note{kind: ignored, order: order, path: name})
	}
}

// stamp puts step before the paths of the notes since from.
func (d *Decoder) stamp(from, order int, step string) {
	for i := from; i < len(d.notes); i++ {
		n := &d.notes[i]
		n.order = order
		n.path = join(step, n.path)
	}
}

// cut keeps the first problems since from and counts the others. What a part
// drops could not be among the first of the whole, so memory is bounded by the
// shape of the schema, never by the input.
func (d *Decoder) cut(from int) {
	kept := 0
	rest := slices.DeleteFunc(d.notes[from:], func(n note) bool {
		if !n.kind.isProblem() {
			return false
		}
		kept++
		return kept > maxProblems
	})
	d.notes = d.notes[:from+len(rest)]
	d.more += max(0, kept-maxProblems)
}

// sort brings the notes since from into the order of declaration.
func (d *Decoder) sort(from int) {
	slices.SortStableFunc(d.notes[from:], func(a, b note) int { return a.order - b.order })
}

// join puts a step before a path: lines + [1].qty, patch + title.
func join(step, path string) string {
	if path == "" || path[0] == '[' {
		return step + path
	}
	return step + "." + path
}

func indexStep(i int) string { return "[" + strconv.Itoa(i) + "]" }

// nameStep is the step to a member whose name the caller chose.
func nameStep(name string) string {
	if name == "" {
		return `""`
	}
	return shorten(name, maxName)
}

// shorten cuts s to n runes and replaces what would break a line, so that a
// name never looks like a second problem.
func shorten(s string, n int) string {
	cut, more := prefix(s, n)
	cut = strings.Map(func(r rune) rune {
		if unicode.IsPrint(r) {
			return r
		}
		return utf8.RuneError
	}, cut)
	return cut + more
}

// prefix returns the first n runes of s, and an ellipsis if there are more.
func prefix(s string, n int) (cut, more string) {
	for i := range s {
		if n == 0 {
			return s[:i], "…"
		}
		n--
	}
	return s, ""
}
