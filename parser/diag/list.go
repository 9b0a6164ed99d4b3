package diag

import (
	"cmp"
	"errors"
	"slices"
	"strings"
)

// List holds the diagnostics of a run. The zero value is empty and ready to use.
type List []Diagnostic

// Sort orders the list by file, line, column, severity, code and message, and removes exact duplicates. Two runs that
// find the same problems in a different order therefore print the same text.
func (l *List) Sort() {
	slices.SortStableFunc(*l, Diagnostic.compare)
	*l = slices.CompactFunc(*l, Diagnostic.equal)
}

// HasErrors tells whether anything but warnings was found.
func (l List) HasErrors() bool {
	return slices.ContainsFunc(l, func(d Diagnostic) bool { return d.Severity == Error })
}

// Err returns nil for an empty list, else an error whose text is the lines of the list in its present order.
func (l List) Err() error {
	if len(l) == 0 {
		return nil
	}
	lines := make([]string, len(l))
	for i, d := range l {
		lines[i] = d.String()
	}
	return errors.New(strings.Join(lines, "\n"))
}

func (d Diagnostic) compare(e Diagnostic) int {
	return cmp.Or(
		d.Pos.compare(e.Pos),
		cmp.Compare(d.Severity, e.Severity),
		cmp.Compare(d.Code, e.Code),
		cmp.Compare(d.Message, e.Message),
		d.End.compare(e.End),
		cmp.Compare(d.Fix, e.Fix),
		slices.CompareFunc(d.Related, e.Related, Related.compare),
	)
}

func (d Diagnostic) equal(e Diagnostic) bool { return d.compare(e) == 0 }

func (r Related) compare(s Related) int {
	return cmp.Or(r.Pos.compare(s.Pos), cmp.Compare(r.Message, s.Message))
}

func (p Position) compare(q Position) int {
	return cmp.Or(cmp.Compare(p.File, q.File), cmp.Compare(p.Line, q.Line), cmp.Compare(p.Column, q.Column))
}
