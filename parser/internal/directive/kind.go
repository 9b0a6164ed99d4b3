package directive

import (
	"fmt"
	"go/token"
	"regexp"
	"strconv"
	"strings"
	"time"
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
	case KindDuration:
		d, err := time.ParseDuration(text)
		return err == nil && d > 0
	case KindSize:
		n, err := ParseSize(text)
		return err == nil && n > 0
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
	case KindDuration:
		return "write a time such as 500ms, 60s or 5m"
	case KindSize:
		return "write a size such as 4096, 64KiB or 8MiB"
	}
	return "give a value or remove the key"
}

// units are the binary multiples that a size may be written in.
var units = []struct {
	suffix string
	shift  uint
}{{"KiB", 10}, {"MiB", 20}, {"GiB", 30}, {"B", 0}}

// ParseSize reads a number of bytes: 4096, 64KiB, 8MiB.
func ParseSize(text string) (int64, error) {
	shift := uint(0)
	for _, u := range units {
		if digits, ok := strings.CutSuffix(text, u.suffix); ok {
			text, shift = digits, u.shift
			break
		}
	}
	n, err := strconv.ParseUint(text, 10, 31)
	return int64(n) << shift, err
}
