package bind

import (
	"strconv"
	"strings"
)

// An ArgumentError says in the caller's words what is wrong with the arguments
// of a call. It repeats names, never a value that was sent.
type ArgumentError struct {
	text string
}

// Error is exactly what the caller reads: one line per problem in the order of
// declaration, each beginning with "Error: ", at most ten, then a count of the others.
func (e *ArgumentError) Error() string { return e.text }

// wholeError is a problem of the arguments as a whole.
func wholeError(what string) *ArgumentError {
	return &ArgumentError{"Error: Invalid arguments: " + what}
}

// finish sorts what was noted into the report and the error.
func (d *Decoder) finish() (Report, error) {
	var report Report
	if len(d.notes) == 0 {
		return report, nil
	}
	d.cut(0)
	lines := make([]string, 0, maxProblems)
	for i := range d.notes {
		switch n := &d.notes[i]; n.kind {
		case ignored:
			report.Ignored = append(report.Ignored, n.shortPath())
		case repaired:
			report.Repaired = append(report.Repaired, n.shortPath())
		default:
			lines = append(lines, n.line())
		}
	}
	if len(lines) == 0 {
		return report, nil
	}
	if d.more > 0 {
		lines = append(lines, "… and "+strconv.Itoa(d.more)+" more.")
	}
	return report, &ArgumentError{strings.Join(lines, "\n")}
}

// line words a problem.
func (n *note) line() string {
	path := n.shortPath()
	switch n.kind {
	case missing:
		return "Error: Missing required argument '" + path + "'."
	case unknown:
		return "Error: Unknown argument '" + path + "'." + didYouMean(n.want)
	}
	if n.want == "" {
		return "Error: Invalid value for argument '" + path + "'."
	}
	return "Error: Invalid value for argument '" + path + "': expected " + n.want + "."
}

func (n *note) shortPath() string {
	path, more := prefix(n.path, maxPath)
	return path + more
}

func didYouMean(name string) string {
	if name == "" {
		return ""
	}
	return " Did you mean '" + name + "'?"
}
