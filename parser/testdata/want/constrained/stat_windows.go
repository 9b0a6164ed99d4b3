package constrained

// Stat exists there, too. This file is not read by this build.
type Stat struct{ N int }

// Free is a tool of another system.
//
//mcp:tool
func Free() int { return 2 }
