package sound

import "bytes"

// SkipBlank returns the index of the next character that is not a blank, from i on.
func SkipBlank(src []byte, i int) int {
	for i < len(src) && (src[i] == ' ' || src[i] == '\t' || src[i] == '\r' || src[i] == '\n') {
		i++
	}
	return i
}

// EndOfValue returns the index behind the value that begins at i.
func EndOfValue(src []byte, i int) int {
	if i >= len(src) {
		return len(src)
	}
	switch src[i] {
	case '"':
		return EndOfString(src, i)
	case '{', '[':
		return endOfContainer(src, i)
	}
	return endOfLiteral(src, i)
}

// shortString is up to how many bytes a string is walked through: most are names, for
// which a search costs more than it saves.
const shortString = 16

// EndOfString returns the index behind the string that begins at i.
func EndOfString(src []byte, i int) int {
	i++
	for _, c := range src[i:min(i+shortString, len(src))] {
		switch c {
		case '"':
			return i + 1
		case '\\':
			return endOfLong(src, i)
		}
		i++
	}
	return endOfLong(src, i)
}

// endOfLong returns the index behind the string that i is in.
func endOfLong(src []byte, i int) int {
	for ; i < len(src); i++ {
		n := bytes.IndexByte(src[i:], '"')
		if n < 0 {
			return len(src)
		}
		escape := bytes.IndexByte(src[i:i+n], '\\')
		if escape < 0 {
			return i + n + 1
		}
		i += escape + 1 // on what is escaped
	}
	return len(src)
}

func endOfContainer(src []byte, i int) int {
	for depth := 0; i < len(src); i++ {
		switch src[i] {
		case '"':
			i = EndOfString(src, i) - 1
		case '{', '[':
			depth++
		case '}', ']':
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return len(src)
}

// endOfLiteral returns the index behind a number, true, false or null, and behind
// anything else.
func endOfLiteral(src []byte, i int) int {
	for i++; i < len(src); i++ {
		switch src[i] {
		case ',', ':', ']', '}', ' ', '\t', '\r', '\n':
			return i
		}
	}
	return len(src)
}
