// Package hints has tools without section or effect.
package hints

// Bare has neither.
//
//mcp:tool // want `^tool "bare" belongs to no section, so nobody could be granted it \[missing-section\]$` `^tool "bare" does not say what it does to the world \[missing-effect\]$`
func Bare() {}

// Typed has both for its methods.
//
//mcp:section typed
//mcp:hint additive
type Typed struct{}

// Fine inherits.
//
//mcp:tool
func (Typed) Fine() {}

// Own has a hint of its own, which wins as a whole.
//
//mcp:tool
//mcp:hint idempotent // want `^tool "own" does not say what it does to the world \[missing-effect\]$`
func (*Typed) Own() {}

// Plain does not inherit from a type.
//
//mcp:tool // want `\[missing-section\]$` `\[missing-effect\]$`
func Plain() {}

// Both contradicts itself.
//
//mcp:tool
//mcp:section demo
//mcp:hint readOnly destructive // want `^"destructive" contradicts "readOnly" in //mcp:hint \[conflicting-hint\]$`
func Both() {}

// World contradicts itself on two lines.
//
//mcp:tool
//mcp:section demo
//mcp:hint readOnly openWorld
//mcp:hint closedWorld // want `^"closedWorld" contradicts "openWorld" in //mcp:hint \[conflicting-hint\]$`
func World() {}

// Repair guesses where something is destroyed.
//
//mcp:tool coerce // want `^tool "repair": coerce on a destructive tool: .* \[coerce-destructive\]$`
//mcp:section demo
//mcp:hint destructive
func Repair(n int) {}

// Wipe inherits destructive from its type.
//
//mcp:section demo
//mcp:hint destructive
type Wipe struct{}

// All wipes.
//
//mcp:tool coerce // want `\[coerce-destructive\]$`
func (Wipe) All(n int) {}

// Some only reads, so that it may guess.
//
//mcp:tool coerce
//mcp:hint readOnly
func (Wipe) Some(n int) {}
