package diag

import (
	"fmt"
	"strconv"
	"strings"
)

// Position is a place in host source as its author sees it. The zero value is "nowhere": a problem of the run
// and not of a line.
type Position struct {
	// File is the path to show, relative where the run allows it.
	File string `json:"file"`
	// Line counts from 1; 0 means the whole file.
	Line int `json:"line"`
	// Column counts bytes from 1, as the Go tools do; 0 means the whole line.
	Column int `json:"column"`
}

// String returns file:line:col, without the parts that are not known: a zero position is "-".
func (p Position) String() string {
	if p.File == "" {
		return "-"
	}
	text := p.File
	if p.Line > 0 {
		text += ":" + strconv.Itoa(p.Line)
		if p.Column > 0 {
			text += ":" + strconv.Itoa(p.Column)
		}
	}
	return text
}

// Related points at a second place that helps to understand a problem, such as the first of two equal names.
type Related struct {
	Pos     Position `json:"pos"`
	Message string   `json:"message"`
}

// Diagnostic is one problem in host source.
type Diagnostic struct {
	// Pos and End enclose the smallest text that is wrong. End is zero when only the start is known.
	Pos      Position `json:"pos"`
	End      Position `json:"end,omitzero"`
	Severity Severity `json:"severity"`
	// Code is the kind of the problem, one of [Codes].
	Code Code `json:"code"`
	// Message says what is wrong and quotes it; lower case, no full stop.
	Message string `json:"message"`
	// Fix says what to do, preferably as text to paste. Empty when the message says it already.
	Fix string `json:"fix,omitempty"`
	// Related holds further places, in the order in which they should be read.
	Related []Related `json:"related,omitempty"`
}

// String returns the diagnostic as one line:
//
//	refund.go:14:22: unknown key "titel" in //mcp:tool (did you mean "title"?) [unknown-key]
//	refund.go:20:30: warning: tool "refund": argument "bank" may be empty, … [empty-header]
func (d Diagnostic) String() string {
	level := ""
	if d.Severity != Error {
		level = d.Severity.String() + ": "
	}
	return fmt.Sprintf("%s: %s%s [%s]", d.Pos, level, oneLine(d.Message), d.Code)
}

// oneLine keeps a text that quotes host source or a compiler on one line: a reader of the output counts lines.
func oneLine(text string) string {
	if !strings.ContainsAny(text, "\r\n") {
		return text
	}
	return strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' || r == '\r' }), " ")
}
