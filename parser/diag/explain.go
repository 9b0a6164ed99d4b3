package diag

import (
	"cmp"
	"slices"
)

// Explanation is the longer story of a code, for people who meet it for the first time.
type Explanation struct {
	Code Code
	// Summary is one line: what the code means.
	Summary string
	// Text says why it is refused and what to do.
	Text string
	// Bad is an example that is refused, Good the same put right.
	Bad, Good string
}

// Explain returns the explanation of a code, and false for a code that no diagnostic carries.
func Explain(c Code) (Explanation, bool) {
	for _, e := range explanations() {
		if e.Code == c {
			return e, true
		}
	}
	return Explanation{}, false
}

// Codes returns every code, sorted.
func Codes() []Code {
	var codes []Code
	for _, e := range explanations() {
		codes = append(codes, e.Code)
	}
	slices.SortFunc(codes, cmp.Compare)
	return codes
}

// explanations is the registry of codes: a code that is not in it does not exist.
func explanations() []Explanation {
	return slices.Concat(explainDirectives(), explainHints(), explainTools(), explainReading(), explainTypes(), explainRun())
}
