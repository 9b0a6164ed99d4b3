// Package headers mirrors what no client could.
//
//mcp:section demo
//mcp:hint readOnly
package headers

import (
	"time"

	"github.com/mcpgen-go/mcpgen/parser/testdata/want/dep"
)

// Names has names that are none.
//
//mcp:tool
//mcp:param a header= // want `^header= of //mcp:param a is empty \[bad-value\]$`
//mcp:param b header="Tenant Id" // want `^tool "names": parameter "b": header name "Tenant Id" \[bad-header\]$`
//mcp:param c header=Größe // want `^tool "names": parameter "c": header name "Größe" \[bad-header\]$`
//mcp:param d header="a\r\nb" // want `^tool "names": parameter "d": header name "a\\r\\nb" \[bad-header\]$`
//mcp:param e header=a:b // want `^tool "names": parameter "e": header name "a:b" \[bad-header\]$`
//mcp:param f header=Method!#$%&'*+-.^_|~ minlen=1
func Names(a, b, c, d, e, f string) {}

// Types has types that no header holds.
//
//mcp:tool
//mcp:param f header=A // want `^tool "types": parameter "f": header does not fit type float \[bad-header\]$`
//mcp:param l header=B // want `^tool "types": parameter "l": header does not fit a list \[bad-header\]$`
//mcp:param m header=C // want `^tool "types": parameter "m": header does not fit an object \[bad-header\]$`
//mcp:param x header=D // want `^tool "types": parameter "x": header does not fit a value of any kind \[bad-header\]$`
//mcp:param big header=E max=9007199254740992 // want `^tool "types": parameter "big": a header holds no integer beyond 9007199254740991, and the bounds are wider \[bad-header\]$`
//mcp:param huge header=F // want `^tool "types": parameter "huge": a header holds no integer beyond 9007199254740991, and the enum has 9007199254740992 \[bad-header\]$`
func Types(f *float64, l []string, m map[string]string, x any, big int64, huge Huge) {}

// Huge is an enum with a value that float64 does not have.
type Huge uint64

// The values.
const (
	Least Huge = 1
	Most  Huge = 1<<53 + 0
)

// Hidden publishes a secret.
//
//mcp:tool
//mcp:param token header=Token secret // want `^tool "hidden": parameter "token": a secret in a header \[bad-header\]$`
func Hidden(token string) {}

// Login is secret as a whole.
type Login struct {
	User string `json:"user"` //mcp:param header=User minlen=1 // want `^tool "inside": header "User" on "login.user", which is part of the secret "login" \[bad-header\]$`
}

// Inside mirrors a part of a secret.
//
//mcp:tool
//mcp:param login secret
func Inside(login Login, more string) {}

// Same has one header twice.
//
//mcp:tool
//mcp:param from header=Account minlen=1
//mcp:param to header=ACCOUNT minlen=1 // want `^tool "same": header "ACCOUNT" is on "from" and on "to" \[bad-header\]$`
func Same(from, to string) {}

// Place is used at several places.
type Place struct {
	Region string `json:"region"` //mcp:param header=Region minlen=1 // want `^tool "twice": header "Region" is on "from.region" and on "to.region" \[bad-header\]$` `^tool "listed": header "Region" on "list\[\].region": clients look for it in nested objects only \[bad-header\]$` `^tool "mixed": header "Region" on "others\{\}\[\].region"`
}

// Twice reaches it twice.
//
//mcp:tool
func Twice(from Place, to *Place) {}

// Listed reaches it in a list only.
//
//mcp:tool
func Listed(list []Place) {}

// Mixed reaches it once and in a map.
//
//mcp:tool
func Mixed(one Place, others map[string][2]*Place) {}

// Once is fine.
//
//mcp:tool
func Once(one Place, when time.Time) {}

// Node contains itself.
type Node struct {
	Name string `json:"name"`           //mcp:param header=Name minlen=1 // want `^tool "tree": header "Name" on "next.name": clients look for it in nested objects only \[bad-header\]$`
	Next *Node  `json:"next,omitempty"` // the next one
}

// Tree has a recursive type.
//
//mcp:tool
func Tree(n Node) {}

// Zones lists what another package mirrors.
//
//mcp:tool
func Zones(zones []dep.Zone) {}

// Open may be empty.
//
//mcp:tool
//mcp:param a header=A // want `^warning: tool "open": argument "a" may be empty, and some servers and proxies cannot tell an empty header from none \[empty-header\]$`
//mcp:param b header=B minlen=0 // want `^warning: tool "open": argument "b" may be empty`
//mcp:param c header=C enum=x,y
//mcp:param d header=D pattern=^x
//mcp:param e header=E
func Open(a string, b *string, c, d string, e int) {}

// Ask is no tool.
//
//mcp:prompt
//mcp:param a header=A // want `^prompt "ask": argument "a" has a header, which only tools do \[misplaced\]$`
func Ask(a string) string { return a }

// Spot is where something is.
type Spot struct {
	Area string `json:"area"` //mcp:param header=Area minlen=1 // want `^tool "repaired": header "Area" on "spot.area": the tool has coerce, which takes "spot" as text too \[bad-header\]$`
}

// Repaired takes an object as text.
//
//mcp:tool coerce
//mcp:param zone header=Zone minlen=1
func Repaired(spot Spot, zone string) {}
