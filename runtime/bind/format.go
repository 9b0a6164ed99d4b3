package bind

import (
	"net/netip"
	"net/url"
	"regexp/syntax"
	"strings"
	"time"
)

// Formats returns the names of the string formats that a [Rule] can enforce,
// sorted.
func Formats() []string {
	return []string{
		"date", "date-time", "duration", "email", "hostname", "ipv4", "ipv6",
		"regex", "time", "uri", "uuid",
	}
}

// IsFormat reports whether name is one of [Formats].
func IsFormat(name string) bool { return formatCheck(name) != nil }

// formatCheck returns what decides about a format, as JSON Schema defines it.
func formatCheck(name string) func(string) bool {
	switch name {
	case "date":
		return isDate
	case "date-time":
		return isDateTime
	case "duration":
		return isDuration
	case "email":
		return isEmail
	case "hostname":
		return isHostname
	case "ipv4":
		return isIPv4
	case "ipv6":
		return isIPv6
	case "regex":
		return isRegex
	case "time":
		return isTime
	case "uri":
		return isURI
	case "uuid":
		return isUUID
	}
	return nil
}

func isDateTime(s string) bool {
	_, ok := parseTime([]byte(s))
	return ok
}

// parseTime adds what package time leaves open (https://go.dev/issue/54580):
// an hour has two digits, a fraction begins with a point, an offset is a time of day.
func parseTime(text []byte) (time.Time, bool) {
	const hour, seconds = len("2006-01-02T15"), len("2006-01-02T15:04:05")
	var t time.Time
	if t.UnmarshalText(text) != nil || text[hour] != ':' || text[seconds] == ',' {
		return t, false
	}
	if text[len(text)-1] == 'Z' {
		return t, true
	}
	offset := text[len(text)-len("07:00"):]
	return t, string(offset[:2]) < "24" && string(offset[3:]) < "60"
}

func isDate(s string) bool { return isDateTime(s + "T00:00:00Z") }

func isTime(s string) bool { return isDateTime("2000-01-01T" + s) }

// isDuration accepts the durations of RFC 3339, appendix A: weeks alone, or
// units in order of which none between two others is left out.
func isDuration(s string) bool {
	rest, ok := strings.CutPrefix(s, "P")
	if !ok {
		return false
	}
	if weeks, ok := strings.CutSuffix(rest, "W"); ok {
		return isAllDigits(weeks)
	}
	date, clock, hasClock := strings.Cut(rest, "T")
	if hasClock && !isUnits(clock, "HMS") {
		return false
	}
	return date == "" && hasClock || isUnits(date, "YMD")
}

// isUnits accepts numbers with units: 1Y2M, 2M3D, 3D, not 1Y3D.
func isUnits(s, units string) bool {
	for first := true; s != ""; first = false {
		n := countDigits([]byte(s))
		if n == 0 || n == len(s) {
			return false
		}
		i := strings.IndexByte(units, s[n])
		if i < 0 || i > 0 && !first {
			return false
		}
		s, units = s[n+1:], units[i+1:]
		if s == "" {
			return true
		}
	}
	return false
}

func isAllDigits(s string) bool { return s != "" && countDigits([]byte(s)) == len(s) }

// isEmail accepts the plain form of RFC 5321, section 4.1.2: no quoted local
// part, no address literal.
func isEmail(s string) bool {
	at := strings.LastIndexByte(s, '@')
	if at < 1 || at > 64 {
		return false
	}
	for atom := range strings.SplitSeq(s[:at], ".") {
		if atom == "" || strings.ContainsFunc(atom, isNoAtext) {
			return false
		}
	}
	return isHostname(s[at+1:])
}

func isNoAtext(r rune) bool {
	return !isAlnum(r) && !strings.ContainsRune("!#$%&'*+-/=?^_`{|}~", r)
}

// isHostname accepts the names of RFC 1123, section 2.1.
func isHostname(s string) bool {
	if len(s) > 253 {
		return false
	}
	for label := range strings.SplitSeq(s, ".") {
		if !isLabel(label) {
			return false
		}
	}
	return true
}

func isLabel(s string) bool {
	if s == "" || len(s) > 63 || s[0] == '-' || s[len(s)-1] == '-' {
		return false
	}
	return !strings.ContainsFunc(s, func(r rune) bool { return !isAlnum(r) && r != '-' })
}

func isAlnum(r rune) bool {
	return 'a' <= r && r <= 'z' || 'A' <= r && r <= 'Z' || '0' <= r && r <= '9'
}

func isIPv4(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is4()
}

func isIPv6(s string) bool {
	a, err := netip.ParseAddr(s)
	return err == nil && a.Is6() && a.Zone() == ""
}

// isRegex accepts RE2, which is what a tool written in Go can use.
func isRegex(s string) bool {
	_, err := syntax.Parse(s, syntax.Perl)
	return err == nil
}

func isURI(s string) bool {
	_, ok := parseURI(s)
	return ok
}

// parseURI accepts an absolute URI of RFC 3986; net/url alone would take
// nearly any text as a relative one.
func parseURI(s string) (*url.URL, bool) {
	if strings.ContainsFunc(s, isNoURI) {
		return nil, false
	}
	u, err := url.Parse(s)
	return u, err == nil && u.IsAbs()
}

func isNoURI(r rune) bool { return r <= ' ' || r > '~' || strings.ContainsRune("\"<>\\^`{|}", r) }

func isUUID(s string) bool {
	if len(s) != 36 {
		return false
	}
	for i := range len(s) {
		if dash := i == 8 || i == 13 || i == 18 || i == 23; dash != (s[i] == '-') || !dash && !isHex(s[i]) {
			return false
		}
	}
	return true
}

func isHex(c byte) bool { return isDigit(c) || 'a' <= c && c <= 'f' || 'A' <= c && c <= 'F' }
