package diag

import "fmt"

// Severity tells what keeps code from being generated from what does not. The
// zero value is [Error].
type Severity int

// The severities.
const (
	Error   Severity = iota // nothing is written
	Warning                 // advice: the output is as good as the source
)

// String returns "error" or "warning".
func (s Severity) String() string {
	if s == Warning {
		return "warning"
	}
	return "error"
}

// MarshalText writes the word of [Severity.String].
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// UnmarshalText reads what MarshalText writes; any other word is an error.
func (s *Severity) UnmarshalText(text []byte) error {
	for _, one := range []Severity{Error, Warning} {
		if string(text) == one.String() {
			*s = one
			return nil
		}
	}
	return fmt.Errorf("unknown severity %q", text)
}
