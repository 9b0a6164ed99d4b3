package misplaced

import "testing"

// Helper is a tool that no build has.
//
//mcp:tool // want `^//mcp:tool is misplaced: in a test file \[misplaced\]$`
func Helper() {}

func TestNothing(t *testing.T) {
	// mcp:tool // want `is no directive \[near-miss\]$`
}
