// Package constraints has constraints that do not fit.
//
//mcp:section demo
//mcp:hint readOnly
package constraints

import (
	"encoding/json"
	"time"
)

// Kinds uses each constraint on a kind that does not have it.
//
//mcp:tool
//mcp:param s min=1 // want `parameter "s": min does not fit type string \[bad-constraint\]$`
//mcp:param b max=1 // want `parameter "b": max does not fit type bool \[bad-constraint\]$`
//mcp:param i minlen=1 // want `parameter "i": minlen does not fit type int \[bad-constraint\]$`
//mcp:param l maxlen=2 // want `parameter "l": maxlen does not fit a list \[bad-constraint\]$`
//mcp:param t pattern=x // want `parameter "t": pattern does not fit a time value \[bad-constraint\]$`
//mcp:param o minitems=1 // want `parameter "o": minitems does not fit an object \[bad-constraint\]$`
//mcp:param r format=email // want `parameter "r": format does not fit a value of any kind \[bad-constraint\]$`
//mcp:param a maxitems=3 // want `parameter "a": maxitems does not fit a list \[bad-constraint\]$`
//mcp:param d min=1 // want `parameter "d": min does not fit a duration value \[bad-constraint\]$`
//mcp:param y minlen=1 // want `parameter "y": minlen does not fit a bytes value \[bad-constraint\]$`
func Kinds(s string, b bool, i int, l []string, t time.Time, o map[string]int, r json.RawMessage, a [3]int, d time.Duration, y []byte) {
}

// Values has values that are wrong in themselves.
//
//mcp:tool
//mcp:param i min=2.5 // want `parameter "i": min=2.5: .* \[bad-constraint\]$`
//mcp:param u min=-1 // want `parameter "u": min=-1: .* \[bad-constraint\]$`
//mcp:param small max=300 // want `parameter "small": max=300: 300 does not fit int8 \[bad-constraint\]$`
//mcp:param w max=18446744073709551615 // want `parameter "w": max=18446744073709551615: too large for a constraint \[bad-constraint\]$`
//mcp:param s maxlen=0 // want `parameter "s": maxlen=0 \[bad-constraint\]$`
//mcp:param p pattern="(" // want `parameter "p": pattern=\(: .* \[bad-constraint\]$`
//mcp:param f format=emial // want `parameter "f": unknown format "emial" \(did you mean "email"\?\) \[bad-constraint\]$`
//mcp:param l minitems=-1 // want `^minitems= of //mcp:param l is no count: "-1" \[bad-value\]$`
//mcp:param g min=1e400 // want `parameter "g": min=1e400: .* \[bad-constraint\]$`
//mcp:param h max=1e300 // want `parameter "h": max=1e300: .* \[bad-constraint\]$`
func Values(i int, u uint, small int8, w uint64, s, p, f string, l []int, g float64, h float32) {}

// Pairs are impossible.
//
//mcp:tool
//mcp:param i min=5 max=4 // want `parameter "i": min and max: 5 is greater than 4 \[bad-constraint\]$`
//mcp:param s minlen=5 maxlen=4 // want `parameter "s": minlen and maxlen: 5 is greater than 4 \[bad-constraint\]$`
//mcp:param l minitems=5 maxitems=4 // want `parameter "l": minitems and maxitems: 5 is greater than 4 \[bad-constraint\]$`
//mcp:param f min=0.5 max=0.25 // want `parameter "f": min and max: 0.5 is greater than 0.25 \[bad-constraint\]$`
//mcp:param big min=9007199254740993 max=9007199254740992 // want `parameter "big": min and max: 9007199254740993 is greater than 9007199254740992 \[bad-constraint\]$`
//mcp:param equal min=3 max=3
func Pairs(i int, s string, l []int, f float64, big int64, equal int) {}

// Defaults are refused by their own parameters.
//
//mcp:tool
//mcp:param i default=x // want `parameter "i": default: "x" is no int \[bad-default\]$`
//mcp:param low min=3 default=2 // want `parameter "low": default: expected int of at least 3 \[bad-default\]$`
//mcp:param s maxlen=2 default=abc // want `parameter "s": default: expected string of at most 2 characters \[bad-default\]$`
//mcp:param p pattern=^a$ default=b // want `parameter "p": default: expected string matching /\^a\$/ \[bad-default\]$`
//mcp:param e enum=a,b default=c // want `parameter "e": default: expected one of 'a', 'b' \[bad-default\]$`
//mcp:param l maxitems=1 default=1,2 // want `parameter "l": default: 2 items are too few or too many \[bad-default\]$`
//mcp:param m default={} // want `parameter "m": default: only scalars and lists of scalars can be written in a directive \[bad-default\]$`
//mcp:param t default=yesterday // want `parameter "t": default: expected date-time \[bad-default\]$`
//mcp:param d default=5 // want `parameter "d": default: .* \[bad-default\]$`
//mcp:param y default=*** // want `parameter "y": default: .* \[bad-default\]$`
//mcp:param b default=yes // want `parameter "b": default: "yes" is no bool \[bad-default\]$`
//mcp:param f default=1e39 // want `parameter "f": default: .* \[bad-default\]$`
//mcp:param small default=200 // want `parameter "small": default: 200 does not fit int8 \[bad-default\]$`
//mcp:param n default=2 example=0 min=1 // want `parameter "n": example: expected int of at least 1 \[bad-default\]$`
//mcp:param q format=email default=nobody // want `parameter "q": default: expected email \[bad-default\]$`
func Defaults(i, low int, s, p, e string, l []int, m map[string]int, t time.Time, d time.Duration, y []byte, b bool, f float32, small int8, n int, q string) {
}
