package directive

import (
	"fmt"
	"go/token"
	"regexp"
	"strconv"
	"unicode/utf8"
)

// jsonNumber is the number of RFC 8259: what a schema can hold as it was written.
var jsonNumber = regexp.MustCompile(`^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$`)

// accepts reports whether a text can be a value of the kind.
func (k Kind) accepts(text string) bool {
	switch k {
	case KindNumber:
		return jsonNumber.MatchString(text)
	case KindCount:
		_, err := strconv.ParseUint(text, 10, 31)
		return err == nil
	case KindIdentifier:
		return token.IsIdentifier(text)
	case KindFalse:
		return text == "false"
	}
	return true
}

// check returns what is wrong with an item, "" for nothing.
func (k Key) check(it item) string {
	switch {
	case it.value == "" && !k.Empty:
		return "is empty"
	case !utf8.ValidString(it.value):
		return "is not valid UTF-8"
	case !k.Kind.accepts(it.value):
		return fmt.Sprintf("is no %s: %q", k.Kind, it.value)
	}
	return ""
}

// fix says what to write instead.
func (k Key) fix() string {
	switch k.Kind {
	case KindNumber:
		return "write a number such as 1, -2.5 or 1e6"
	case KindCount:
		return "write a whole number of at least 0"
	case KindIdentifier:
		return "write a Go identifier"
	case KindFalse:
		return "write false, or remove the key"
	}
	return "give a value or remove the key"
}
