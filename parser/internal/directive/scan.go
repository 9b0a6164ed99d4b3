package directive

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// arg is one argument of a line: a word, or a key with its items. Offsets count bytes from the line's start.
type arg struct {
	key      string // "" for a word
	word     string
	items    []item
	pos, end int
}

// item is one value: as it was meant and where it is written, quotes included.
type item struct {
	value    string
	pos, end int
}

// valuePos is where the value begins, just behind the "=".
func (a arg) valuePos() int { return a.pos + len(a.key) + len("=") }

// syntaxError is the first place where a line cannot be read.
type syntaxError struct {
	message, fix string
	pos, end     int
}

// scanner reads arguments. It is our own because the standard library's splits title="two words" in two and takes
// an open quote, both silently.
type scanner struct {
	text   string
	off    int
	isList func(key string) bool
	keyOf  func(text string) string
	bare   bool // words hold quotes like any other character
}

// scan reads the arguments of a line from an offset on. comment is the offset of a trailing // comment, or the
// line's end. After a syntax error args holds what came before it.
func scan(text string, off int, isList func(key string) bool) (args []arg, comment int, err *syntaxError) {
	return (&scanner{text: text, off: off, isList: isList, keyOf: keyOf}).args()
}

// scanMeta is scan for //mcp:meta, whose keys are those of _meta.
func scanMeta(text string, off int) (args []arg, comment int, err *syntaxError) {
	one := func(string) bool { return false }
	return (&scanner{text: text, off: off, isList: one, keyOf: metaKeyOf}).args()
}

// scanWords is scan for //mcp:scope, which has neither keys nor quotes.
func scanWords(text string, off int) (args []arg, comment int, err *syntaxError) {
	none := func(string) string { return "" }
	return (&scanner{text: text, off: off, keyOf: none, bare: true}).args()
}

func (s *scanner) args() (args []arg, comment int, err *syntaxError) {
	for {
		if err := s.blanks(); err != nil {
			return args, len(s.text), err
		}
		if s.rest() == "" || strings.HasPrefix(s.rest(), "//") {
			return args, s.off, nil
		}
		a, err := s.arg()
		if err != nil {
			return args, len(s.text), err
		}
		args = append(args, a)
	}
}

func (s *scanner) rest() string { return s.text[s.off:] }

// blanks skips spaces and tabs. Another Unicode space looks like one and is none, which is worse than an error.
func (s *scanner) blanks() *syntaxError {
	s.off = len(s.text) - len(strings.TrimLeft(s.rest(), " \t"))
	r, size := utf8.DecodeRuneInString(s.rest())
	if size == 0 || !unicode.IsSpace(r) {
		return nil
	}
	return &syntaxError{
		message: fmt.Sprintf("%U is no blank", r), fix: "use a space",
		pos: s.off, end: s.off + size,
	}
}

func (s *scanner) arg() (arg, *syntaxError) {
	start := s.off
	key := s.keyOf(s.rest())
	if key == "" {
		word, err := s.word()
		return arg{word: word, pos: start, end: s.off}, err
	}
	s.off += len(key) + len("=")
	items, err := s.items(key)
	return arg{key: key, items: items, pos: start, end: s.off}, err
}

// keyOf returns the key that a text begins with: what stands before its first "=", if it looks like one.
func keyOf(text string) string {
	key, _, found := strings.Cut(text, "=")
	if !found || strings.ContainsFunc(key, func(r rune) bool { return !isKeyRune(r) }) {
		return ""
	}
	return key
}

// metaKeyOf returns what stands before the first "=" of a word; whether it is a legal key is looked at later.
func metaKeyOf(text string) string {
	key, _, found := strings.Cut(text[:wordLen(text)], "=")
	if !found || strings.ContainsAny(key, "\"`'") {
		return ""
	}
	return key
}

func isKeyRune(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' || r == '.'
}

// word reads up to the next blank. A misspelt key with a quoted value (Title="two words") is one word, so that one
// mistake is one problem.
func (s *scanner) word() (string, *syntaxError) {
	start := s.off
	if s.bare {
		s.off += wordLen(s.rest())
		return s.text[start:s.off], nil
	}
	if r := s.rest()[0]; isQuote(r) {
		s.off += wordLen(s.rest())
		return "", s.fail(start, "a word stands without quotes", "remove the quotes")
	}
	s.off += wordLen(s.rest())
	before, value, ok := strings.Cut(s.text[start:], "=")
	if !ok || start+len(before) >= s.off || value == "" || !isQuote(value[0]) || value[0] == '\'' {
		return s.text[start:s.off], nil
	}
	quoted, err := strconv.QuotedPrefix(value)
	if err != nil {
		s.off = len(s.text)
		return "", s.fail(start, "the quote is not closed", "add the closing quote")
	}
	s.off = max(s.off, start+len(before)+len("=")+len(quoted))
	return s.text[start:s.off], nil
}

// wordLen is the length of what stands before the next space of any kind.
func wordLen(text string) int {
	if i := strings.IndexFunc(text, unicode.IsSpace); i >= 0 {
		return i
	}
	return len(text)
}

func isQuote(b byte) bool { return b == '"' || b == '`' || b == '\'' }

func (s *scanner) items(key string) ([]item, *syntaxError) {
	var items []item
	list := s.isList(key)
	for {
		it, err := s.item(list)
		if err != nil {
			return items, err
		}
		items = append(items, it)
		if !list || !strings.HasPrefix(s.rest(), ",") {
			return items, nil
		}
		s.off++
	}
}

func (s *scanner) item(list bool) (item, *syntaxError) {
	start := s.off
	if s.rest() == "" || !isQuote(s.rest()[0]) {
		s.off += bareLen(s.rest(), list)
		return item{value: s.text[start:s.off], pos: start, end: s.off}, nil
	}
	value, err := s.quoted()
	if err == nil {
		err = s.afterQuote(list)
	}
	return item{value: value, pos: start, end: s.off}, err
}

func bareLen(text string, list bool) int {
	n := wordLen(text)
	if comma := strings.IndexByte(text[:n], ','); list && comma >= 0 {
		return comma
	}
	return n
}

func (s *scanner) quoted() (string, *syntaxError) {
	start := s.off
	quoted, err := strconv.QuotedPrefix(s.rest())
	switch {
	case s.rest()[0] == '\'':
		s.off += wordLen(s.rest())
		return "", s.fail(start, "a single quote begins no value", `use double quotes`)
	case err != nil && closes(s.rest()):
		s.off = len(s.text)
		return "", s.fail(start, "this is no Go string", `write \\ for a backslash, or use `+"`…`")
	case err != nil:
		s.off = len(s.text)
		return "", s.fail(start, "the quote is not closed", "add the closing quote")
	}
	s.off += len(quoted)
	value, _ := strconv.Unquote(quoted) // a quoted prefix unquotes
	return value, nil
}

// closes reports whether a string has its closing quote, so that the trouble lies between the two.
func closes(text string) bool {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case text[0]:
			return true
		case '\\':
			i++
		}
	}
	return false
}

// afterQuote checks that the value ends with its quote.
func (s *scanner) afterQuote(list bool) *syntaxError {
	r, size := utf8.DecodeRuneInString(s.rest())
	if size == 0 || unicode.IsSpace(r) || list && r == ',' {
		return nil
	}
	start := s.off
	s.off += wordLen(s.rest())
	if r == ',' {
		return s.fail(start, "a comma follows a value that is no list", "give one value")
	}
	return s.fail(start, "text follows a closing quote", "put a blank between, or the whole value into the quotes")
}

// fail makes an error of what was read since an offset.
func (s *scanner) fail(start int, message, fix string) *syntaxError {
	return &syntaxError{message: message, fix: fix, pos: start, end: s.off}
}
