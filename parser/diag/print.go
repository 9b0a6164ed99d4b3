package diag

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
)

// Text writes the list for people: one line per diagnostic, below it the fix unless the message says it already,
// and the related places. A write error ends the output silently: there is nobody left to tell.
func Text(w io.Writer, l List) {
	var b strings.Builder
	for _, d := range l {
		writeText(&b, d)
	}
	_, _ = io.WriteString(w, b.String())
}

func writeText(b *strings.Builder, d Diagnostic) {
	fmt.Fprintln(b, d)
	if d.Fix != "" && !strings.Contains(d.Message, d.Fix) {
		fmt.Fprintf(b, "\tfix: %s\n", indent(d.Fix))
	}
	for _, r := range d.Related {
		fmt.Fprintf(b, "\tsee %s: %s\n", r.Pos, oneLine(r.Message))
	}
}

// indent keeps a fix of several lines (a block to paste) recognisable as belonging to its diagnostic.
func indent(fix string) string {
	fix = strings.ReplaceAll(strings.TrimRight(fix, "\n"), "\r", "")
	return strings.ReplaceAll(fix, "\n", "\n\t     ")
}

// JSON writes the list for programs: one object {"diagnostics":[…]} and a newline. The array is never null, and
// <, > and & stand as they are, because messages quote Go source.
func JSON(w io.Writer, l List) error {
	if l == nil {
		l = List{}
	}
	enc := json.NewEncoder(w)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(map[string]List{"diagnostics": l}); err != nil {
		return fmt.Errorf("write diagnostics: %w", err)
	}
	return nil
}
