// Package policy has rows whose policies contradict what they are.
//
//mcp:section demo
//mcp:hint readOnly
package policy

// Mode is an enum.
type Mode string

// The modes.
const (
	On  Mode = "on"
	Off Mode = "off"
)

// Write writes, so it must not be cached.
//
//mcp:tool
//mcp:hint additive
//mcp:cache ttl=60s // want `^tool "write": cache on a tool that is not readOnly: .* \[cache-writes\]$`
func Write() {}

// Empty says nothing twice.
//
//mcp:tool
//mcp:cache // want `^tool "empty": //mcp:cache says nothing \[bad-value\]$`
//mcp:limit // want `^tool "empty": //mcp:limit says nothing \[bad-value\]$`
func Empty() {}

// Login takes secrets that are none.
//
//mcp:tool
//mcp:param password secret default=hunter2 // want `^tool "login": parameter "password": a secret whose value is published \[bad-constraint\]$`
//mcp:param pin secret example=1234 // want `a secret whose value is published \[bad-constraint\]$`
//mcp:param mode secret // want `^tool "login": parameter "mode": a secret with a list of its values \[bad-constraint\]$`
func Login(password string, pin int, mode Mode) {}

// Reach reaches badly.
//
//mcp:tool reaches=demo,mail,mail // want `^tool "reach" reaches section "demo" anyway \[duplicate-key\]$` `^tool "reach" reaches section "mail" anyway`
func Reach() {}

// Far reaches what is no section.
//
//mcp:tool reaches="a b" // want `^section name "a b" \[bad-name\]$`
func Far() {}

// Scoped needs what is no scope.
//
//mcp:tool
//mcp:scope // want `^//mcp:scope names no scope \[bad-value\]$`
//mcp:scope größe // want `^"größe" is no scope \[bad-value\]$`
func Scoped() {}

// Good is fine.
//
//mcp:tool opaque=false reaches=mail
//mcp:scope mail:read a=b // "=" is a character
//mcp:cache ttl=90s
//mcp:limit result=64KiB timeout=1500ms
//mcp:meta example.com/cost=3 team=ops
//mcp:param token secret
func Good(token string) {}
