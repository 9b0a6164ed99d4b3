package directive

import (
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// format writes a directive as its author should: scanning the result gives the same arguments again.
func format(name string, args []arg, isList func(key string) bool) string {
	parts := []string{prefix + name}
	for _, a := range args {
		parts = append(parts, formatArg(a, isList))
	}
	return strings.Join(parts, " ")
}

func formatArg(a arg, isList func(key string) bool) string {
	if a.key == "" {
		return a.word
	}
	items := make([]string, len(a.items))
	for i, it := range a.items {
		items[i] = formatItem(it.value, isList(a.key))
	}
	return a.key + "=" + strings.Join(items, ",")
}

// formatItem quotes only where it must, and prefers the raw form where the other would need escapes.
func formatItem(value string, list bool) string {
	switch {
	case isBare(value, list):
		return value
	case strings.ContainsAny(value, `"\`) && strconv.CanBackquote(value):
		return "`" + value + "`"
	}
	return strconv.Quote(value)
}

func isBare(value string, list bool) bool {
	return value != "" && !isQuote(value[0]) && utf8.ValidString(value) &&
		!strings.ContainsFunc(value, func(r rune) bool { return !unicode.IsPrint(r) || r == ' ' || list && r == ',' })
}
